// A file server that knows nothing of the site: no header but the type, whatever folder it is given.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** What a server was asked. */
export interface Asked {
  path: string;
  /** Everything of the request, as text. */
  whole: string;
}

/** Serves a folder below a path of its own. */
export class PlainHost {
  readonly asked: Asked[] = [];
  /** Files that it does not have, though the folder may. */
  missing: (path: string) => boolean = () => false;
  /** Sent with every answer. */
  headers: Record<string, string> = {};
  readonly #server: Server;
  readonly #below: string;
  #folder: string;

  private constructor(folder: string, below: string) {
    this.#folder = folder;
    this.#below = below;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** @param below the path of the site, such as `/some/folder/` */
  static async open(folder: string, below: string): Promise<PlainHost> {
    const host = new PlainHost(folder, below);
    await host.start(0);
    return host;
  }

  get address(): string {
    return `http://localhost:${this.port}${this.#below}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Another site from now on, at the same address. */
  show(folder: string): void {
    this.#folder = folder;
  }

  async start(port: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  /** Ends every connection; nothing answers any more. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, rawHeaders } = request;
    const whole = [method, url, ...rawHeaders, Buffer.concat(chunks).toString()].join('\n');
    this.asked.push({ path, whole });
    // As every file server does, it has a folder's page at the folder's name.
    const name = path.slice(this.#below.length).replace(/(^|\/)$/, '$1index.html');
    const body =
      path.startsWith(this.#below) && !this.missing(name) ? await this.#read(name) : null;
    if (body === null) response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'Content-Type': types[extname(name)] ?? 'text/plain', ...this.headers })
        .end(body);
  }

  #read(name: string): Promise<Buffer | null> {
    return readFile(join(this.#folder, name)).catch(() => null);
  }
}
