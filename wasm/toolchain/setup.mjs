// Set-up: makes sure that compilers, Emscripten, Node 24, Chromium and the JavaScript packages are there.
//   npm run setup [-- --print-environment]
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { cached } from './cache.mjs';
import { findEmscripten, nativeClang } from './emscripten.mjs';
import { Failure, main, mustRun, root, run, say, step } from './process.mjs';
import { findChromium, requireSystem } from './system.mjs';

/** What a command can ask for. */
export const everything = ['build', 'test', 'browser', 'format', 'node', 'emscripten', 'packages'];

/**
 * Installs what is missing of `wanted` and returns the environment in which all further commands run:
 * PATH with Node >= 24 first, NOISY_DESCENT_EMSCRIPTEN, NOISY_DESCENT_CLANG, NOISY_DESCENT_CHROMIUM.
 */
export async function setUp(wanted = everything) {
  const env = { ...process.env };
  const asked = new Set(wanted);
  await requireSystem(
    ['build', 'test', 'browser', 'format', 'tidy'].filter((group) => asked.has(group)),
    env,
  );
  if (asked.has('browser')) env.NOISY_DESCENT_CHROMIUM = findChromium(env);
  if (asked.has('node') || asked.has('packages')) {
    env.PATH = dirname(await findNode(env)) + delimiter + env.PATH;
  }
  if (asked.has('emscripten')) {
    env.NOISY_DESCENT_EMSCRIPTEN = await findEmscripten(env);
    env.NOISY_DESCENT_CLANG = nativeClang(env.NOISY_DESCENT_EMSCRIPTEN, env) ?? '';
  }
  if (asked.has('packages')) await installJavaScript(env);
  return env;
}

/** Node >= 24: this one, or the npm package `node@24` in the cache. Older ones lose wake-ups of wasm threads. */
async function findNode(env) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const folder = await cached(
    'node-24',
    async (staging, final) => {
      say(`installing Node 24 into ${final}`);
      await writeFile(join(staging, 'package.json'), '{"private": true}\n');
      const args = [
        'install',
        '--silent',
        '--no-audit',
        '--no-fund',
        '--prefix',
        staging,
        'node@24',
      ];
      if ((await run('npm', args, { env, cwd: staging, quiet: true })) !== 0) {
        throw new Failure('Node 24 or newer is missing, and npm could not install it');
      }
    },
    env,
  );
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

/** `npm ci`, unless node_modules is already what package-lock.json says. */
async function installJavaScript(env) {
  const lock = createHash('sha256')
    .update(await readFile(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.noisy-descent-lock');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === lock) return;
  // The ONNX runtime would fetch some 300 MB for graphics cards that no test uses.
  const lean = { ...env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  await step('npm ci', () =>
    mustRun('npm ci', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: lean }),
  );
  await writeFile(stamp, lock);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const env = await setUp();
    for (const name of [
      'PATH',
      'NOISY_DESCENT_EMSCRIPTEN',
      'NOISY_DESCENT_CLANG',
      'NOISY_DESCENT_CHROMIUM',
    ]) {
      console.log(`export ${name}='${env[name]}'`);
    }
  });
}
