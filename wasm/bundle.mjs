// Puts wasm/dist together: the client's modules and their declarations beside the wasm variants.
//   node wasm/bundle.mjs PRESET ... [--declarations]
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';

import { bundleElement } from '../web/bundle-element.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'wasm', 'dist');

/** What each preset builds: the core, which the first screen loads, and the whole engine. */
const variants = {
  'wasm-simd': ['noisy-descent-core-simd', 'noisy-descent-simd'],
  'wasm-simd-mt': ['noisy-descent-core-simd-mt', 'noisy-descent-simd-mt'],
};
const dataFolder = join(root, 'engine', 'data', 'builtin');

/** Each stands alone: its source, and the worker that it starts, by the name it has here. */
const modules = {
  'index.js': { source: 'client/index.ts', worker: 'worker.js' },
  'worker.js': { source: 'client/worker.ts' },
  'link.js': { source: 'client/link/index.ts' },
  'node.js': { source: 'node/index.ts', worker: 'node-worker.js' },
  'node-worker.js': { source: 'node/worker.ts' },
  'cli.js': { source: 'node/cli.ts', worker: 'node-worker.js' },
  'element-node.js': { source: 'node/element.ts' },
};

/** The glue and the data stay files of their own, in this folder; workers have other names here. */
function placed(worker) {
  return {
    name: 'placed',
    resolveId(id) {
      const isGlue = /\/dist\/noisy-descent-(core-)?simd(-mt)?\.js$/.test(id);
      return isGlue ? { id: `./${basename(id)}`, external: true } : null;
    },
    transform(code) {
      const inPlace = code.replaceAll("new URL('../dist/", "new URL('./");
      return { code: worker ? inPlace.replaceAll('./worker.ts', `./${worker}`) : inPlace };
    },
  };
}

async function bundleModule(file, { source, worker }) {
  const bundle = await rolldown({
    input: join(root, 'wasm', source),
    platform: source.startsWith('client/') ? 'browser' : 'node',
    plugins: [placed(worker)],
    // The glue's import stays relative to the module that imports it.
    makeAbsoluteExternalsRelative: false,
    transform: { target: 'es2022' },
  });
  await bundle.write({ file: join(dist, file), format: 'esm', codeSplitting: false });
  await bundle.close();
}

/** Copies what the presets built. */
export async function copyVariants(presets) {
  await mkdir(dist, { recursive: true });
  for (const preset of presets) {
    for (const name of variants[preset]) {
      for (const ending of ['js', 'wasm', 'd.ts']) {
        const file = `${name}.${ending}`;
        await copyFile(join(root, 'build', preset, 'wasm', file), join(dist, file));
      }
    }
  }
}

/** Copies the built-in data sets, which are fetched when an experiment asks for them. */
async function copyData() {
  await mkdir(dist, { recursive: true });
  const files = (await readdir(dataFolder)).filter((file) => file.endsWith('.csv'));
  for (const file of files) await copyFile(join(dataFolder, file), join(dist, file));
}

/** In the place of a variant that comes later: a module that says so where it is asked for. */
export async function standIn(preset) {
  await mkdir(dist, { recursive: true });
  const message = 'this variant is still being built: reload the page in a few minutes';
  const code = `export default () => {\n  throw new Error('${message}');\n};\n`;
  for (const name of variants[preset]) await writeFile(join(dist, `${name}.js`), code);
}

export async function bundleClient() {
  await mkdir(dist, { recursive: true });
  for (const [file, module] of Object.entries(modules)) await bundleModule(file, module);
}

/** Declarations for TypeScript users; only a package needs them. */
export function emitDeclarations() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(root, 'wasm', 'tsconfig.declarations.json');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the declarations could not be made');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flags = process.argv.slice(2);
  const presets = flags.filter((flag) => flag in variants);
  const others = Object.keys(variants).filter((preset) => !presets.includes(preset));
  await copyVariants(presets);
  for (const preset of others) await standIn(preset);
  await copyData();
  await bundleClient();
  if (flags.includes('--declarations')) {
    emitDeclarations();
    await bundleElement(dist);
  }
}
