// What is fetched before the first chart stands, as it is sent: a budget that is kept.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';
import { settled, watchedPages } from './harness.ts';

/** In bytes, compressed. README names both. */
const budget = { module: 450_000, everything: 600_000 };

const site = join(root, 'web', 'dist');
const open = watchedPages();

/** What a file of the site takes on its way: its compressed twin where there is one. */
function sent(path: string): number {
  const file = join(site, path);
  const twin = statSync(`${file}.br`, { throwIfNoEntry: false });
  if (twin) return twin.size;
  const { size } = statSync(file);
  // The build leaves only what is short uncompressed; without its twins nothing could be said.
  expect(size, `${path} has no compressed twin: npm run build`).toBeLessThan(1024);
  return size;
}

/** The files that a visitor fetches until the opening experiment has run. */
async function fetchedFirst(): Promise<string[]> {
  const paths = new Set<string>();
  const page = await open({
    prepare: (early) => {
      early.context().on('request', (request) => {
        const { protocol, pathname } = new URL(request.url());
        if (protocol === 'http:') paths.add(pathname === '/' ? 'index.html' : pathname.slice(1));
      });
      return Promise.resolve();
    },
  });
  await settled(page);
  return [...paths];
}

function report(paths: string[]): string {
  const lines = paths
    .map((path) => ({ path, bytes: sent(path) }))
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ path, bytes }) => `${(bytes / 1000).toFixed(1).padStart(8)} KB  ${path}`);
  const total = paths.reduce((sum, path) => sum + sent(path), 0);
  return [...lines, `${(total / 1000).toFixed(1).padStart(8)} KB  in all`].join('\n');
}

describe('the first screen', () => {
  it('loads the core of the engine and the data it opens with, within the budget', async () => {
    const paths = await fetchedFirst();
    const text = report(paths);
    mkdirSync(join(root, 'build', 'reports'), { recursive: true });
    writeFileSync(join(root, 'build', 'reports', 'first-screen.txt'), `${text}\n`);
    const modules = paths.filter((path) => path.endsWith('.wasm'));
    expect(modules, text).toHaveLength(1);
    expect(basename(modules[0])).toMatch(/^noisy-descent-core-simd(-mt)?-/);
    const data = paths.filter((path) => path.endsWith('.csv'));
    expect(
      data.map((path) => basename(path)),
      text,
    ).toEqual([expect.stringMatching(/^breast_cancer-/)]);
    const total = paths.reduce((sum, path) => sum + sent(path), 0);
    expect(total, text).toBeLessThanOrEqual(budget.everything);
  });

  it('has a module within its budget in every variant', () => {
    const folder = join(site, 'assets');
    const cores = readdirSync(folder).filter((file) => /^noisy-descent-core-.*\.wasm$/.test(file));
    expect(cores.length).toBeGreaterThanOrEqual(2);
    for (const file of cores) {
      expect(sent(join('assets', file)), file).toBeLessThanOrEqual(budget.module);
    }
  });

  it('takes no more than README says', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, module, everything] = /at most (\d+) KB of WebAssembly, (\d+) KB in all/.exec(readme)!;
    expect([Number(module), Number(everything)]).toEqual([
      budget.module / 1000,
      budget.everything / 1000,
    ]);
  });
});
