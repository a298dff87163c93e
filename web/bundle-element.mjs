// Puts the element into the package's files: element.js, and beside it what it loads on demand.
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

import { gather } from '../wasm/toolchain/notices.mjs';
import { shortTemplates } from './short-templates.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const entry = fileURLToPath(new URL('src/element/index.ts', import.meta.url));
const inPackage = (file) => fileURLToPath(new URL(`../wasm/client/${file}`, import.meta.url));

/** Modules of their own in the package, which pages may use beside the element. */
const others = new Map([
  [inPackage('index.ts'), './index.js'],
  [inPackage('link/index.ts'), './link.js'],
  // Knows where built-in tables lie: beside it.
  [inPackage('table-address.ts'), './table-address.js'],
]);

const withoutOthers = {
  name: 'without-others',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const id = others.get(found?.id);
    return id === undefined ? found : { id, external: true };
  },
};

/** Keeps what every element needs in one file. */
function keepTogether(first) {
  return {
    name: 'keep-together',
    buildEnd() {
      const reach = (id) => {
        if (first.has(id)) return;
        first.add(id);
        this.getModuleInfo(id)?.importedIds.forEach(reach);
      };
      reach(entry);
    },
  };
}

/**
 * @param {string} folder that has the client's index.js
 * @param {Map} libraries where the plugin `gather` adds what the element holds
 */
export async function bundleElement(folder, libraries = new Map()) {
  const first = new Set();
  await build({
    root: here,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [withoutOthers, keepTogether(first), shortTemplates(), gather(libraries)],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'element' },
      rolldownOptions: {
        makeAbsoluteExternalsRelative: false,
        output: {
          chunkFileNames: 'element-[name].js',
          minify: true,
          comments: { annotation: false },
          codeSplitting: {
            groups: [{ debugName: 'core', name: (id) => (first.has(id) ? 'core' : null) }],
          },
        },
      },
    },
  });
}
