// A small static server of built files, for this machine only.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

import { headersOf as playgroundHeaders } from './headers.mjs';
import { Failure } from './process.mjs';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.libsvm': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The number of a `--port`; 0 lets the system choose. */
export function parsePort(text) {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : NaN;
  if (port <= 65535) return port;
  throw new Failure(
    `--port takes a number from 1 to 65535 (0 chooses a free one), not '${text ?? ''}'`,
  );
}

/**
 * Listens at once, so that a busy port is known before a long build, and serves `folder` after `open(folder)`.
 * Until then every request is answered with 503.
 *
 * @param {number} port 0 chooses a free one
 * @param {Record<string, string> | ((path: string) => Record<string, string>)} headers sent with every answer, or by path
 * @returns {Promise<{address: string, open(folder: string): void, close(): Promise<void>}>}
 */
export async function listen(port, headers = playgroundHeaders) {
  let folder = null;
  const server = createServer((request, response) => {
    answer(request, response, folder, headers).catch((error) => {
      console.error(`noisy-descent: ${request.url}: ${error.message}`);
      response.destroy();
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Failure(explain(error, port))));
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://localhost:${server.address().port}/`,
    open: (ready) => void (folder = ready),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function explain(error, port) {
  if (error.code === 'EADDRINUSE')
    return `port ${port} is in use: choose another with npm start -- --port N`;
  if (error.code === 'EACCES')
    return `port ${port} needs more rights: choose another with npm start -- --port N`;
  return `cannot listen on port ${port}: ${error.message}`;
}

async function answer(request, response, folder, headersFor) {
  const headers = typeof headersFor === 'function' ? headersFor(pathOf(request.url)) : headersFor;
  const say = (status, text) => {
    response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
    response.end(text);
  };
  if (folder === null) return say(503, 'The playground is being built.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return say(405, 'Only GET and HEAD.\n');
  const file = await find(folder, request.url);
  if (file === null) return say(404, 'Not found.\n');

  const tag = `"${file.size.toString(16)}-${Math.round(file.mtimeMs).toString(16)}"`;
  const sent = {
    ...headers,
    ETag: tag,
    'Cache-Control': caching(file.path),
    Vary: 'Accept-Encoding',
  };
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, sent);
    return response.end();
  }
  sent['Content-Type'] = types[extname(file.path)] ?? 'application/octet-stream';
  const body = await encoded(file, request.headers['accept-encoding'] ?? '', sent);
  response.writeHead(200, { ...sent, 'Content-Length': body.size });
  if (request.method === 'HEAD') return response.end();
  createReadStream(body.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

function pathOf(url) {
  return new URL(url, 'http://localhost').pathname;
}

/** The file that a request names, never one outside the folder; a folder's own file is its index.html. */
async function find(folder, url) {
  try {
    const name = decodeURIComponent(pathOf(url));
    const inside = await realpath(folder);
    const path = await realpath(join(inside, name.endsWith('/') ? `${name}index.html` : name));
    if (!path.startsWith(inside + sep)) return null;
    const facts = await stat(path);
    return facts.isFile() ? { path, size: facts.size, mtimeMs: facts.mtimeMs } : null;
  } catch {
    return null;
  }
}

/** The brotli twin that the build wrote, where the browser takes it. */
async function encoded(file, accepted, sent) {
  if (!/\bbr\b/.test(accepted)) return file;
  try {
    const twin = await stat(`${file.path}.br`);
    if (twin.mtimeMs < file.mtimeMs) return file;
    sent['Content-Encoding'] = 'br';
    return { path: `${file.path}.br`, size: twin.size };
  } catch {
    return file;
  }
}

// Vite puts a hash of the content into the name of every file in assets/.
function caching(path) {
  return path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
