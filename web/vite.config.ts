import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { gather, noticesOfSite, type Library } from '../wasm/toolchain/notices.mjs';
import { documentation } from './vite/documentation.ts';
import { hostHeaders } from './vite/host-headers.ts';
import { policyInPages } from './vite/policy.ts';
import { serviceWorker } from './vite/service-worker.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

// Cross-origin isolation, which threads need, also while developing.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Of others, in what is built. */
const libraries = new Map<string, Library>();

export default defineConfig({
  root: here,
  base: './',
  plugins: [
    policyInPages(),
    serviceWorker(),
    hostHeaders(),
    gather(libraries),
    documentation(gather(libraries)),
    noticesOfSite(libraries),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        playground: `${here}index.html`,
        embed: `${here}embed/index.html`,
        'noisy-descent': `${here}src/script.ts`,
      },
      output: {
        // Pages elsewhere name the element's script, so that its name stays.
        entryFileNames: ({ name }) =>
          name === 'noisy-descent' ? 'embed/[name].js' : 'assets/[name]-[hash].js',
        // Files of a few lines that the first screen loads anyway travel as one.
        codeSplitting: {
          groups: [
            { name: 'small', test: /src\/.*\/(?:events|quantile|with-algorithms|file-for)\.ts$/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [gather(libraries)] },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
});
