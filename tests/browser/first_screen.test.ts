// What is fetched before the first chart stands, as it is sent: a budget that is kept.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../wasm/client/index.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import { linkTo, medians, settled, watchedPages } from './harness.ts';

/** In bytes, compressed. The documentation names both. */
const budget = { module: 436_000, everything: 600_000 };

/** A method of the KL condition on a problem of the gallery. */
const beyond: Experiment = {
  version: 1,
  data: { kind: 'synthetic', name: 'balanced-values', samples: 100_000 },
  problem: { kind: 'gallery', name: 'hyperbola' },
  privacy: { notion: 'zcdp', rho: 0.5 },
  algorithms: [{ id: 'adaptive-noisy-gd' }, { id: 'dp-gd', parameters: { iterations: 20 } }],
  run: { repeats: 2, randomness: { mode: 'reproducible', seed: 3 }, trace: { points: 5 } },
};

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

/** Opens the page and notes the files that a visitor fetches, and which of them before the first chart. */
async function visited(hash = ''): Promise<{ page: Page; paths: () => string[]; first: string[] }> {
  const requests: Request[] = [];
  const page = await open({
    hash,
    prepare: async (early) => {
      early.context().on('request', (request) => requests.push(request));
      await early.addInitScript(() => {
        performance.setResourceTimingBufferSize(1000);
        addEventListener('nd-drawn', () => performance.mark('first chart'), { once: true });
      });
    },
  });
  await page.locator('noisy-descent-app[data-phase=done]:not([data-stale])').waitFor();
  // What is still on its way has no time yet.
  const begun = [...requests];
  await Promise.all(begun.map(async (request) => (await request.response())?.finished()));
  const late = await page.evaluate(() => {
    const [{ startTime: drawn }] = performance.getEntriesByName('first chart');
    const entries = performance.getEntriesByType('resource');
    return entries.filter(({ startTime }) => startTime > drawn).map(({ name }) => name);
  });
  // Chart and files are compared by one clock, the page's. What workers fetched counts all the same.
  const first = pathsOf(begun.filter((request) => !late.includes(request.url())));
  return { page, paths: () => pathsOf(requests), first };
}

function pathsOf(requests: Request[]): string[] {
  const addresses = requests.map((request) => new URL(request.url()));
  const files = addresses.filter(({ protocol }) => protocol === 'http:');
  return [
    ...new Set(files.map(({ pathname }) => (pathname === '/' ? 'index.html' : pathname.slice(1)))),
  ];
}

const modulesOf = (paths: string[]) =>
  paths.filter((path) => path.endsWith('.wasm')).map((path) => basename(path));
const aCore = /^noisy-descent-core-simd(-mt)?-/;
const aWhole = /^noisy-descent-simd(-mt)?-/;

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
    const { page, paths: fetched, first: paths } = await visited();
    const text = report(paths);
    mkdirSync(join(root, 'build', 'reports'), { recursive: true });
    writeFileSync(join(root, 'build', 'reports', 'first-screen.txt'), `${text}\n`);
    expect(modulesOf(paths), text).toEqual([expect.stringMatching(aCore)]);
    const data = paths.filter((path) => path.endsWith('.csv'));
    expect(
      data.map((path) => basename(path)),
      text,
    ).toEqual([expect.stringMatching(/^breast_cancer-/)]);
    const total = paths.reduce((sum, path) => sum + sent(path), 0);
    expect(total, text).toBeLessThanOrEqual(budget.everything);
    await page.getByRole('button', { name: 'Look inside' }).click();
    // The menus are judged by what is there, until somebody goes to one.
    const judged = page.locator('nd-misfit-list nd-disclosure').first();
    await judged.waitFor({ state: 'attached' });
    expect(modulesOf(fetched())).toHaveLength(1);
    await page.locator('nd-privacy-panel select').first().focus();
    await expect.poll(() => modulesOf(fetched())).toContainEqual(expect.stringMatching(aWhole));
  });

  it('runs what a link names beyond the core', async () => {
    const { page, paths } = await visited(linkTo(beyond));
    await settled(page);
    expect([...(await medians(page)).keys()]).toEqual(['Adaptive noisy GD', 'DP-GD']);
    expect(modulesOf(paths())).toContainEqual(expect.stringMatching(aWhole));
  });

  it('has a module within its budget in every variant', () => {
    const folder = join(site, 'assets');
    const cores = readdirSync(folder).filter((file) => /^noisy-descent-core-.*\.wasm$/.test(file));
    expect(cores.length).toBeGreaterThanOrEqual(2);
    for (const file of cores) {
      expect(sent(join('assets', file)), file).toBeLessThanOrEqual(budget.module);
    }
  });

  it('takes no more than is documented', () => {
    const page = readFileSync(join(root, 'web/docs/explanation/architecture.md'), 'utf8');
    const [, module, everything] = /at most (\d+) KB of WebAssembly and (\d+) KB in all/.exec(
      page,
    )!;
    expect([Number(module), Number(everything)]).toEqual([
      budget.module / 1000,
      budget.everything / 1000,
    ]);
  });
});
