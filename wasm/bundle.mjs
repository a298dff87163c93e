// Puts wasm/dist together: the client's modules and their declarations beside the wasm variants.
//   node wasm/bundle.mjs [--declarations]
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

import { bundleAnywidget } from '../web/bundle-anywidget.mjs';
import { bundleElement } from '../web/bundle-element.mjs';
import { gather, writeNotices } from './toolchain/notices.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'wasm', 'dist');

/** The core, which the first screen loads, and the whole engine, each without threads and with them. */
const variants = ['core-simd', 'simd', 'core-simd-mt', 'simd-mt'];
const dataFolder = join(root, 'engine', 'data', 'builtin');

/** Each stands alone, made of its source. */
const modules = {
  'index.js': 'client/index.ts',
  'worker.js': 'client/worker.ts',
  // What pages load later, if at all.
  'blocked.js': 'client/blocked.ts',
  'own-solvers.js': 'client/own-solvers.ts',
  'seldom.js': 'client/seldom.ts',
  'fit.js': 'client/fit.ts',
  'whole-host.js': 'client/whole-host.ts',
  'table-address.js': 'client/table-address.ts',
  'link.js': 'client/link/index.ts',
  'node.js': 'node/index.ts',
  'node-worker.js': 'node/worker.ts',
  'node-thread.js': 'node/thread.ts',
  'cli.js': 'node/cli.ts',
  'element-node.js': 'node/element.ts',
  // For `require`, such as Jest's.
  'node.cjs': 'node/index.ts',
  'element-node.cjs': 'node/element.ts',
  'link.cjs': 'client/link/index.ts',
};

/** The files of workers have other names here. */
const workers = {
  browser: { './worker.ts': './worker.js' },
  node: { './worker.ts': './node-worker.js', './thread.ts': './node-thread.js' },
};

/** What a TypeScript user sees of the entries of package.json, by file. */
const declarations = {
  index: 'client/index.ts',
  worker: 'client/worker.ts',
  link: 'client/link/index.ts',
  element: 'client/element.ts',
  react: 'client/tags/react.ts',
  svelte: 'client/tags/svelte.ts',
  vue: 'client/tags/vue.ts',
  anywidget: 'client/anywidget.ts',
};

/** The glue, the data, the workers and what pages import on demand stay files of their own, in this folder. */
function placed(platform) {
  return {
    name: 'placed',
    resolveId(id, _, { kind }) {
      const isGlue = /\/dist\/noisy-descent-(core-)?simd(-mt)?\.js$/.test(id);
      const isLater = platform === 'browser' && kind === 'dynamic-import' && id.startsWith('./');
      if (!isGlue && !isLater) return null;
      return { id: `./${basename(id).replace(/\.ts$/, '.js')}`, external: true };
    },
    transform(code) {
      let inPlace = code.replaceAll("new URL('../dist/", "new URL('./");
      for (const [source, file] of Object.entries(workers[platform])) {
        inPlace = inPlace.replaceAll(`new URL('${source}'`, `new URL('${file}'`);
      }
      return { code: inPlace };
    },
  };
}

async function bundleModule(file, source, libraries) {
  const platform = source.startsWith('client/') ? 'browser' : 'node';
  const bundle = await rolldown({
    input: join(root, 'wasm', source),
    platform,
    plugins: [placed(platform), gather(libraries)],
    // The glue's import stays relative to the module that imports it.
    makeAbsoluteExternalsRelative: false,
    transform: { target: 'es2022' },
  });
  // What pages load is short: without notes for bundlers on what has no side effects, too.
  const short = platform === 'browser' && { minify: true, comments: { annotation: false } };
  const format = file.endsWith('.cjs') ? 'cjs' : 'esm';
  await bundle.write({ file: join(dist, file), format, codeSplitting: false, ...short });
  await bundle.close();
}

/** Copies what was built. */
async function copyVariants() {
  await mkdir(dist, { recursive: true });
  const folder = join(root, 'build', 'wasm', 'wasm');
  for (const variant of variants) {
    const name = `noisy-descent-${variant}`;
    for (const ending of ['wasm', 'd.ts']) {
      await copyFile(join(folder, `${name}.${ending}`), join(dist, `${name}.${ending}`));
    }
    const glue = await readFile(join(folder, `${name}.js`), 'utf8');
    await writeFile(join(dist, `${name}.js`), withThreadsOfOurs(glue, variant));
  }
}

/**
 * Emscripten's threads start from the glue itself, which bundlers then put into the page's files a
 * second time, and which must be of the page's own origin. Ours are started by who starts the glue.
 */
function withThreadsOfOurs(glue, variant) {
  if (glue.includes('node:')) {
    throw new Error(`${variant} has glue for Node: build the target noisy_descent_wasm anew`);
  }
  if (!variant.endsWith('-mt')) return glue;
  const started = /new Worker\(\s*new URL\("[^"]+",\s*import\.meta\.url\),\s*\{[^}]*\}\s*\)/g;
  const places = glue.match(started)?.length ?? 0;
  if (places !== 1) throw new Error(`the glue of ${variant} starts threads in ${places} places`);
  return glue.replace(started, 'Module.startThread()');
}

/** Copies the built-in data sets, which are fetched when an experiment asks for them. */
async function copyData() {
  await mkdir(dist, { recursive: true });
  const files = (await readdir(dataFolder)).filter((file) => file.endsWith('.csv'));
  for (const file of files) await copyFile(join(dataFolder, file), join(dist, file));
}

/** @param libraries where the plugin `gather` adds what the modules hold */
export async function bundleClient(libraries = new Map()) {
  await mkdir(dist, { recursive: true });
  for (const [file, source] of Object.entries(modules)) await bundleModule(file, source, libraries);
}

/**
 * Declarations for TypeScript users, which only a package needs: those of libraries that are bundled
 * are bundled too.
 */
export async function emitDeclarations() {
  const types = join(dist, 'types');
  await rm(types, { recursive: true, force: true });
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries(declarations).map(([name, source]) => [name, join(root, 'wasm', source)]),
    ),
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json'), includeExternal: ['valibot'] })],
    // The worker exports nothing.
    onwarn: ({ code, message }) => code === 'EMPTY_BUNDLE' || console.warn(message),
  });
  // TypeScript wants declarations of their own for who requires the package.
  for (const ending of ['d.ts', 'd.cts']) {
    await bundle.write({
      dir: types,
      format: 'es',
      entryFileNames: `[name].${ending}`,
      // More files hold what several declare.
      chunkFileNames: `shared.${ending}`,
    });
  }
  await bundle.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await copyVariants();
  await copyData();
  const libraries = new Map();
  await bundleClient(libraries);
  if (process.argv.includes('--declarations')) {
    await emitDeclarations();
    await bundleElement(dist, libraries);
    await bundleAnywidget(dist, libraries);
  }
  await writeNotices(dist, libraries);
}
