// Builds the wasm variants, the npm package's modules and the playground.
//   npm run build [-- --native]
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { compressFolder } from './compress.mjs';
import { main, mustRun, root, say, step } from './process.mjs';
import { setUp } from './setup.mjs';

export const site = join(root, 'web', 'dist');

/** How a build parses headers and instantiates templates as seldom as can be, or in each file by itself. */
export function batching(isBatched) {
  const value = isBatched ? 'ON' : 'OFF';
  return [`-DNOISY_PRECOMPILE_HEADERS=${value}`, `-DNOISY_BATCHES=${value}`];
}

/** Configures a preset of CMakePresets.json and builds targets of it. */
export async function buildPreset(preset, targets, env, options = []) {
  await step(`build ${preset}`, async () => {
    // A compiler cache has no use for batches: one file that changed would change all that stand beside it.
    const isBatched = !env.CMAKE_CXX_COMPILER_LAUNCHER;
    const configure = ['--preset', preset, ...batching(isBatched), ...options];
    await mustRun(`configuring ${preset}`, 'cmake', configure, { env, quiet: true });
    const chosen = targets.length > 0 ? ['--target', ...targets] : [];
    const args = ['--build', `build/${preset}`, ...chosen];
    // A terminal shows one line that changes; a log would show thousands.
    await mustRun(`building ${preset}`, 'cmake', args, { env, quiet: !process.stdout.isTTY });
  });
}

/** Runs a JavaScript tool of node_modules. */
export function tool(file, args, env) {
  return mustRun(file.split('/')[0], 'node', [join(root, 'node_modules', file), ...args], { env });
}

/**
 * Wasm variants, and the client's modules beside them in wasm/dist.
 *
 * @param {object} [how]
 * @param {boolean} [how.isQuick] links without the slow passes
 */
export async function buildClient(
  env,
  { options = [], declarations = false, isQuick = false } = {},
) {
  const link = `-DNOISY_QUICK_LINK=${isQuick ? 'ON' : 'OFF'}`;
  await buildPreset('wasm', ['noisy_descent_wasm'], env, [link, ...options]);
  await step('bundle the client', async () => {
    const args = ['wasm/bundle.mjs', ...(declarations ? ['--declarations'] : [])];
    await mustRun('bundling the client', 'node', args, { env });
  });
}

/** The npm package as it would be published, in build/package; it builds itself. */
export async function packPackage(env) {
  await step('pack the npm package', async () => {
    const folder = join(root, 'build', 'package');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await mustRun('packing', 'npm', ['pack', '--pack-destination', folder], { env, quiet: true });
  });
}

/** The playground. */
export async function buildSite(env) {
  await step('build the playground', async () => {
    await tool('vite/bin/vite.js', ['build', 'web', '--logLevel', 'warn', '--emptyOutDir'], env);
    const files = await compressFolder(site);
    const total = (key) => Math.round(files.reduce((sum, file) => sum + file[key], 0) / 1024);
    say(
      `${files.length} files, ${total('size')} KB (${total('brotli')} KB compressed) in web/dist`,
    );
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const env = await setUp(['build', 'node', 'emscripten', 'packages']);
    if (process.argv.includes('--native')) await buildPreset('native', [], env);
    await buildClient(env, { declarations: true });
    await buildSite(env);
  });
}
