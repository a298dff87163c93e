// What a page fetches for <noisy-descent view="chart">: a budget that is kept.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';

const folder = join(root, 'wasm', 'dist');

/** In bytes, compressed with gzip. The documentation names them. */
const budget = 49_000;
const workerBudget = 5_000;

/** A module and all that it imports at once, not on demand. */
function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(join(folder, file), 'utf8');
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g)) {
    reached(name, found);
  }
  return found;
}

const compressed = (file: string) =>
  gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
const documented = readFileSync(join(root, 'web/docs/reference/element.md'), 'utf8');

it('a chart with its client takes no more than is documented, and nothing of the playground', () => {
  const files = [...reached('element.js')];
  expect(files).toContain('index.js');
  expect(files).not.toContain('element-full.js');
  const sizes = files.map(compressed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const table = files.map((file, index) => `${sizes[index]} ${file}`).join('\n');
  expect(total, table).toBeLessThanOrEqual(budget);
  expect(documented).toContain(`at most ${budget / 1000} KB`);
});

it('the worker comes on top of that, and takes no more than is documented', () => {
  expect([...reached('element.js')]).not.toContain('worker.js');
  expect(compressed('worker.js')).toBeLessThanOrEqual(workerBudget);
  expect(documented).toContain(`the worker, at most ${workerBudget / 1000} KB`);
});
