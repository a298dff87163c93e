// A static server that decides for each file what headers it has.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export interface EachServer {
  address: string;
  close(): Promise<void>;
}

/** Serves the files of a folder, not those of folders in it. */
export async function serveEach(
  folder: string,
  headersOf: (file: string) => Record<string, string>,
): Promise<EachServer> {
  const server = createServer((request, response) => {
    const file = basename(request.url ?? '') || 'index.html';
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'text/plain',
      ...headersOf(file),
    });
    createReadStream(join(folder, file))
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
