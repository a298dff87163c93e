// Puts the module for notebooks into the package: anywidget.js, the element with the engine and its data inside.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { rolldown } from 'rolldown';
import { build } from 'vite';

import { gather } from '../wasm/toolchain/notices.mjs';
import { shortTemplates } from './short-templates.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const source = (path) => join(here, 'src', path);
const client = (path) => join(here, '..', 'wasm', 'client', path);

/** What loads or imports files, and what stands in its place. */
const standIns = new Map([
  [client('own-script.ts'), client('inside/own-script.ts')],
  [client('load.ts'), client('inside/load.ts')],
  [client('fetch-data.ts'), client('inside/fetch-data.ts')],
  [source('element/full.ts'), source('notebook/no-full.ts')],
]);

/** @param {Record<string, unknown>} values of the modules `inside:NAME`, by name */
function inside(values) {
  return {
    name: 'noisy-descent:inside',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (id.startsWith('inside:')) return `\0${id}`;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return standIns.get(found?.id) ?? found;
    },
    load(id) {
      if (!id.startsWith('\0inside:')) return null;
      return `export default ${JSON.stringify(values[id.slice('\0inside:'.length)])}`;
    },
    // A script from a blob has no address that files lie beside, and the glue needs none.
    transform: (code, id) =>
      id.endsWith('/noisy-descent-simd.js')
        ? { code: code.replaceAll('import.meta.url', 'location.href') }
        : null,
  };
}

async function packed(file) {
  return gzipSync(await readFile(file), { level: 9 }).toString('base64');
}

/** The worker as a classic script, with the engine and the data of this folder inside. */
async function workerIn(folder, libraries) {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.csv'));
  const tables = names.map(async (name) => [name, await packed(join(folder, name))]);
  const values = {
    engine: await packed(join(folder, 'noisy-descent-simd.wasm')),
    tables: Object.fromEntries(await Promise.all(tables)),
  };
  const bundle = await rolldown({
    input: client('worker.ts'),
    platform: 'browser',
    plugins: [inside(values), gather(libraries)],
    transform: { target: 'es2022' },
  });
  const short = { minify: true, comments: { annotation: false } };
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false, ...short });
  await bundle.close();
  return output[0].code;
}

/**
 * @param {string} folder that has the engine's files and the data
 * @param {Map} libraries where the plugin `gather` adds what the module holds
 */
export async function bundleAnywidget(folder, libraries = new Map()) {
  const worker = await workerIn(folder, libraries);
  await build({
    root: here,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [inside({ worker }), shortTemplates(), gather(libraries)],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: source('notebook/index.ts'), formats: ['es'], fileName: 'anywidget' },
      rolldownOptions: {
        output: { codeSplitting: false, minify: true, comments: { annotation: false } },
      },
    },
  });
}
