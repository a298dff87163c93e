import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

import { headers } from '../../wasm/toolchain/headers.mjs';
import type { KeptFile, Release } from '../src/host/service-worker/release.ts';

const source = join(import.meta.dirname, '../src/host/service-worker/service-worker.ts');

/** Puts the service worker beside the pages; it knows each file of this build by its content. */
export function serviceWorker(): Plugin {
  return {
    name: 'noisy-descent:service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).sort();
      const files = await Promise.all(names.map((name) => describe(dir!, name)));
      const version = createHash('sha256').update(JSON.stringify(files)).digest('hex');
      await bundleWorker(join(dir!, 'service-worker.js'), { version, files, headers });
    },
  };
}

async function describe(folder: string, name: string): Promise<KeptFile> {
  const digest = createHash('sha256').update(await readFile(join(folder, name)));
  return { name, integrity: `sha256-${digest.digest('base64')}` };
}

async function bundleWorker(file: string, release: Release): Promise<void> {
  const bundle = await rolldown({
    input: source,
    platform: 'browser',
    transform: { target: 'es2022', define: { builtRelease: JSON.stringify(release) } },
  });
  await bundle.write({ file, format: 'iife', minify: true });
  await bundle.close();
}
