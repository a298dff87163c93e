import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { cached } from '../../wasm/toolchain/cache.mjs';
import { atLeast, root, version } from '../../wasm/toolchain/process.mjs';
import { findChromium, onPath, requireSystem } from '../../wasm/toolchain/system.mjs';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisy-descent-setup-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function script(name: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [join(root, 'wasm/toolchain', name), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

describe('the cache of tools', () => {
  const env = () => ({ NOISY_DESCENT_CACHE: folder });

  it('fills a folder once', async () => {
    let fills = 0;
    const fill = async (staging: string) => {
      ++fills;
      await writeFile(join(staging, 'tool'), 'x');
    };
    const first = await cached('tool-1', fill, env());
    expect(await cached('tool-1', fill, env())).toBe(first);
    expect(fills).toBe(1);
    expect(await readdir(folder)).toEqual(['tool-1']);
  });

  it('leaves nothing behind when filling fails', async () => {
    const fill = () => Promise.reject(new Error('no network'));
    await expect(cached('tool-1', fill, env())).rejects.toThrow('no network');
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a set-up that was killed', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    await writeFile(join(folder, 'tool-1.lock'), String(ended));
    await cached('tool-1', (staging: string) => writeFile(join(staging, 'tool'), 'x'), env());
    expect(existsSync(join(folder, 'tool-1', 'tool'))).toBe(true);
  });

  it('fills once when two processes ask at the same time', async () => {
    const program = `
      import { cached } from ${JSON.stringify(join(root, 'wasm/toolchain/cache.mjs'))};
      import { setTimeout as sleep } from 'node:timers/promises';
      await cached('tool-1', async () => { await sleep(400); process.stderr.write('filled;'); });`;
    const ask = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          env: { ...process.env, ...env() },
        });
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
        child.on('close', () => {
          resolve(said);
        });
      });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one + other).toBe('filled;');
  });
});

describe('what is missing is named in one line', () => {
  const withoutTools = { PATH: '/nonexistent' };

  it('a Chromium that is not where NOISY_DESCENT_CHROMIUM says', () => {
    const env = { NOISY_DESCENT_CHROMIUM: '/nonexistent/chromium' };
    expect(() => findChromium(env)).toThrow(
      'Chromium is missing: NOISY_DESCENT_CHROMIUM is /nonexistent/chromium, which does not exist',
    );
    const { status, stderr } = script('test.mjs', ['lint'], env);
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('noisy-descent: Chromium is missing');
  });

  it('a machine without Chromium', async () => {
    expect(findChromium(withoutTools)).toBeNull();
    await expect(requireSystem(['browser'], withoutTools)).rejects.toThrow('missing: Chromium');
  });

  it('a machine without CMake', async () => {
    await expect(requireSystem(['build'], withoutTools)).rejects.toThrow('cmake 3.25 or newer');
  });

  it('an EMSDK that holds no Emscripten', () => {
    const { status, stderr } = script('setup.mjs', [], { EMSDK: '/nonexistent' });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'noisy-descent: EMSDK is set, but there is no /nonexistent/upstream/emscripten/emcc\n',
    );
  });
});

describe('npm start', () => {
  it.each([
    [['--port', 'abc'], "--port takes a number from 1 to 65535 (0 chooses a free one), not 'abc'"],
    [['--prot', '1'], "Unknown option '--prot'; usage: npm start -- --port N"],
  ])('refuses %j before it builds anything', (args, message) => {
    const { status, stderr, stdout } = script('start.mjs', args);
    expect(stderr).toBe(`noisy-descent: ${message}\n`);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  it('says at once that a port is busy', async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => {
        const address = holder.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    try {
      const { status, stderr } = script('start.mjs', ['--port', String(port)]);
      expect(stderr).toContain(`port ${String(port)} is in use`);
      expect(status).toBe(1);
    } finally {
      holder.close();
    }
  });
});

describe('versions', () => {
  it('are read from what a tool prints', () => {
    expect(version('emcc (Emscripten gcc/clang-like) 6.0.5')).toEqual([6, 0, 5]);
    expect(version('g++ (Debian 12.2.0-14+deb12u1) 12.2.0')).toEqual([12, 2, 0]);
    expect(version(null)).toBeNull();
  });

  it('are compared number by number', () => {
    expect(atLeast([3, 25, 1], [3, 25])).toBe(true);
    expect(atLeast([3, 9, 0], [3, 25])).toBe(false);
    expect(atLeast(null, [1])).toBe(false);
  });

  it('a program is found on PATH only when it can be run', () => {
    expect(onPath('sh', { PATH: '/nonexistent:/bin' })).toBe('/bin/sh');
    expect(onPath('sh', { PATH: '' })).toBeNull();
  });
});
