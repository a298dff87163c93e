import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { headersOf } from '../../wasm/toolchain/headers.mjs';

/** Patterns that do not overlap: hosts add up what several of them say of a file. */
const patterns = ['/', '/index.html', '/service-worker.js', '/assets/*', '/embed/*', '/docs/*'];

/** Writes `_headers`, which some static hosts read and do not serve; others do without. */
export function hostHeaders(): Plugin {
  return {
    name: 'noisy-descent:host-headers',
    apply: 'build',
    async writeBundle({ dir }) {
      const blocks = patterns.map((pattern) => {
        const entries = Object.entries(headersOf(pattern));
        return [pattern, ...entries.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
      });
      await writeFile(join(dir!, '_headers'), `${blocks.join('\n')}\n`);
    },
  };
}
