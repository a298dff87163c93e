import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { compressFolder } from '../../wasm/toolchain/compress.mjs';
import { listen, parsePort } from '../../wasm/toolchain/server.mjs';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

describe('the server of built files', () => {
  let folder = '';
  let server: Awaited<ReturnType<typeof listen>>;

  /** A plain request: fetch would tidy up the path and decode the body. */
  function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const { port } = new URL(server.address);
    return new Promise<Answer>((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      });
      call.on('error', reject);
      call.end();
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'noisy-descent-server-'));
    const site = join(folder, 'site');
    await mkdir(join(site, 'assets'), { recursive: true });
    await writeFile(join(folder, 'secret.txt'), 'outside');
    await writeFile(join(site, 'index.html'), '<!doctype html><title>home</title>');
    await writeFile(join(site, 'assets', 'engine-1a2b.wasm'), Buffer.alloc(4096, 7));
    await compressFolder(site);
    server = await listen(0);
  });

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('says 503 until the build is done', async () => {
    expect((await get('/')).status).toBe(503);
    server.open(join(folder, 'site'));
    expect((await get('/')).status).toBe(200);
  });

  it('isolates every answer and forbids outside connections', async () => {
    for (const path of ['/', '/assets/engine-1a2b.wasm', '/nothing']) {
      const { headers } = await get(path);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
      expect(headers['connection-allowlist']).toBe('(response-origin);webrtc=block');
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
      expect(policy).toContain("worker-src 'self' blob:");
      expect(policy).toContain("connect-src 'self'");
    }
  });

  it('names types, so that wasm streams', async () => {
    expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8');
    const wasm = await get('/assets/engine-1a2b.wasm');
    expect(wasm.headers['content-type']).toBe('application/wasm');
    expect(wasm.body).toHaveLength(4096);
  });

  it('sends the compressed twin only to who takes it', async () => {
    const packed = await get('/assets/engine-1a2b.wasm', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.body.length).toBeLessThan(100);
    const plain = await get('/assets/engine-1a2b.wasm', { 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('lets hashed files be kept and asks again for the others', async () => {
    expect((await get('/assets/engine-1a2b.wasm')).headers['cache-control']).toContain('immutable');
    const home = await get('/');
    expect(home.headers['cache-control']).toBe('no-cache');
    const again = await get('/', { 'if-none-match': String(home.headers.etag) });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  it('never leaves its folder', async () => {
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%00', '/%']) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  it('only reads', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect((await get('/', {}, 'HEAD')).body).toHaveLength(0);
  });

  it('names a busy port and how to choose another', async () => {
    const port = Number(new URL(server.address).port);
    await expect(listen(port)).rejects.toThrow(
      `port ${String(port)} is in use: choose another with npm start -- --port N`,
    );
  });
});

describe('--port', () => {
  it('takes whole numbers up to 65535', () => {
    expect(parsePort('0')).toBe(0);
    expect(parsePort('65535')).toBe(65535);
  });

  it.each(['', 'abc', '-1', '80.5', '65536', '1e3', ' 80'])('refuses %j', (text) => {
    expect(() => parsePort(text)).toThrow(`not '${text}'`);
  });
});
