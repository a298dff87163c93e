// Emscripten: an installed one (>= 4) wins, else Debian packages are unpacked into the cache.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { cached } from './cache.mjs';
import { Failure, atLeast, firstLine, root, run, say, version } from './process.mjs';
import { onPath } from './system.mjs';

const oldest = [4, 0, 0];
const missing =
  'Emscripten 4 or newer is missing: install emsdk (emscripten.org) and put emcc on PATH, or set EMSDK to its folder';

/** The folder that holds emcc; installs it when the machine has none. */
export async function findEmscripten(env) {
  return installed(env) ?? fromDebian(env);
}

function installed(env) {
  const named = env.EMSDK && join(env.EMSDK, 'upstream', 'emscripten', 'emcc');
  if (env.EMSDK && !existsSync(named)) throw new Failure(`EMSDK is set, but there is no ${named}`);
  const emcc = named || onPath('emcc', env);
  if (!emcc) return null;
  const found = version(firstLine(emcc, ['--version'], env));
  if (atLeast(found, oldest)) return dirname(realpathSync(emcc));
  if (named)
    throw new Failure(`Emscripten ${found?.join('.')} of EMSDK is too old: 4 or newer is needed`);
  say(`Emscripten ${found?.join('.')} on PATH is too old and is not used`);
  return null;
}

async function fromDebian(env) {
  const unpackable =
    process.platform === 'linux' &&
    process.arch === 'x64' &&
    onPath('dpkg', env) &&
    onPath('apt-get', env);
  if (!unpackable) throw new Failure(missing);
  const prefix = await cached(
    'emscripten-6.0.5',
    async (staging, final) => {
      say(`installing Emscripten into ${final} (520 MB)`);
      const script = join(root, 'wasm/toolchain/install-emscripten.sh');
      const packages = env.NOISY_DESCENT_TOOLCHAIN_PACKAGES ?? '';
      const status = await run('bash', [script, staging, final, packages], { env, quiet: true });
      if (status !== 0) throw new Failure(missing);
    },
    env,
  );
  const folder = join(prefix, 'emscripten');
  if (!firstLine(join(folder, 'emcc'), ['--version'], env)) {
    throw new Failure(`Emscripten in ${prefix} does not run: remove that folder and try again`);
  }
  return folder;
}

/** The clang that came with Emscripten's Debian packages also compiles natively; null for another Emscripten. */
export function nativeClang(emscripten, env) {
  const beside = join(dirname(emscripten), 'llvm', 'bin', 'clang++');
  if (existsSync(beside)) return beside;
  const system = onPath('clang++', env);
  return system && atLeast(version(firstLine(system, ['--version'], env)), [17]) ? system : null;
}
