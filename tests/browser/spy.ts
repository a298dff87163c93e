// A server elsewhere, to which data might be sent: it takes whatever comes, and writes it down.
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class Spy {
  /** The paths that were asked for. */
  readonly paths: string[] = [];
  connections = 0;
  /** What came to the port without a connection, as peers and look-ups use it. */
  packets = 0;
  readonly #server: Server;
  readonly #socket: Socket;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.paths.push(request.url ?? '');
      response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
    });
    this.#server.on('connection', () => (this.connections += 1));
    // A web socket begins as a request.
    this.#server.on('upgrade', (request, socket) => {
      this.paths.push(request.url ?? '');
      socket.destroy();
    });
    this.#socket = createSocket('udp4', () => (this.packets += 1));
  }

  static async open(): Promise<Spy> {
    const spy = new Spy();
    await new Promise<void>((resolve) => {
      spy.#server.listen(0, '127.0.0.1', resolve);
    });
    await new Promise<void>((resolve) => {
      spy.#socket.bind(0, '127.0.0.1', resolve);
    });
    return spy;
  }

  /** Another origin than that of a page at localhost. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get packetPort(): number {
    return this.#socket.address().port;
  }

  forget(): void {
    this.paths.length = 0;
    this.connections = 0;
    this.packets = 0;
  }

  async close(): Promise<void> {
    this.#socket.close();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
