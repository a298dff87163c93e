import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { policyInPages } from './vite/policy.ts';
import { serviceWorker } from './vite/service-worker.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

// Cross-origin isolation, which threads need, also while developing.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root: here,
  base: './',
  plugins: [policyInPages(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { headers: isolation, fs: { allow: ['..'] } },
  preview: { headers: isolation },
});
