// The folder outside the checkout where tools are kept, so that a second clone is set up in seconds.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { say } from './process.mjs';

export function cacheFolder(env = process.env) {
  const base = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return env.NOISY_DESCENT_CACHE || join(base, 'noisy-descent');
}

/**
 * The folder `name` of the cache, made by `fill(staging, final)` when it is not there yet.
 *
 * `fill` writes into a staging folder that is renamed only when it is complete, so an interrupted set-up leaves
 * nothing half done behind; of two set-ups at once the second waits for the first.
 *
 * @param {string} name
 * @param {(staging: string, final: string) => Promise<void>} fill
 * @returns {Promise<string>} the folder's path
 */
export async function cached(name, fill, env = process.env) {
  const final = join(cacheFolder(env), name);
  if (existsSync(final)) return final;
  await mkdir(cacheFolder(env), { recursive: true });
  return withLock(join(cacheFolder(env), `${name}.lock`), async () => {
    if (existsSync(final)) return final;
    const staging = await mkdtemp(`${final}.new-`);
    try {
      await fill(staging, final);
      await rename(staging, final);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return final;
  });
}

async function withLock(path, body) {
  for (let waited = false; ; waited = true) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (await isStale(path)) {
      await rm(path, { force: true });
      continue;
    }
    if (!waited) say(`another set-up is at work (${path}); waiting for it`);
    await sleep(500);
  }
  try {
    return await body();
  } finally {
    await rm(path, { force: true });
  }
}

/** A lock whose process has ended, or that was never written, belongs to an interrupted set-up. */
async function isStale(path) {
  try {
    const holder = Number(await readFile(path, 'utf8'));
    if (holder) return !isAlive(holder);
    return Date.now() - (await stat(path)).mtimeMs > 5000;
  } catch {
    return false; // it has just been released
  }
}

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
