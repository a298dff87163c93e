// A file of the size that people have: it is read in the tab, its numbers are held once, and the page says how far it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Experiment } from '../../wasm/client/index.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import { dropBlob, linkTo, medians, Playground, settled } from './harness.ts';

const samples = 200_000;
const features = 54;
const overhead = 64 * 2 ** 20;

const opening = JSON.parse(
  readFileSync(join(root, 'examples', 'quickstart.json'), 'utf8'),
) as Experiment;
const experiment = {
  ...opening,
  algorithms: ['dp-gd', 'dp-nag-opt'].map((id) => ({ id, parameters: { iterations: 60 } })),
  run: { ...opening.run, repeats: 10 },
};

let playground: Playground;

beforeAll(async () => {
  playground = await Playground.open();
});
afterAll(() => playground.close());

/** Runs in a worker before its own script: `takenBytes` says how much memory its wasm instances have. */
const watch = `
  const memories = new Set();
  const Memory = WebAssembly.Memory;
  WebAssembly.Memory = class extends Memory {
    constructor(size) { super(size); memories.add(this); }
  };
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const make = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...given) => {
      const made = await make(...given);
      for (const value of Object.values((made.instance ?? made).exports)) {
        if (value instanceof Memory) memories.add(value);
      }
      return made;
    };
  }
  globalThis.takenBytes = () => [...memories].reduce((sum, one) => sum + one.buffer.byteLength, 0);
`;

async function watchWorkers(page: Page): Promise<void> {
  await page.route(/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['content-encoding'];
    delete headers['content-length'];
    await route.fulfill({ headers, body: watch + (await response.text()) });
  });
}

/** The most that one instance has taken. Its threads share its memory; asleep, they answer nothing. */
async function takenBytes(page: Page): Promise<number> {
  const all = page.workers().map((worker) => {
    const asked = worker.evaluate(
      () => (globalThis as { takenBytes?: () => number }).takenBytes?.() ?? 0,
    );
    const asleep = new Promise<number>((resolve) => setTimeout(() => resolve(0), 2000));
    return Promise.race([asked, asleep]);
  });
  return Math.max(...(await Promise.all(all)));
}

/** Short decimals and a label in the last column, made in the page. */
function makeFile(page: Page) {
  return page.evaluateHandle(
    ([rows, columns]) => {
      const pieces: string[] = [];
      for (let row = 0; row < rows; ++row) {
        let line = '';
        for (let column = 0; column < columns; ++column) {
          line += `0.${(row * 31 + column * 17) % 997},`;
        }
        pieces.push(`${line}${row % 3 === 0 ? 1 : -1}\n`);
      }
      return new Blob(pieces);
    },
    [samples, features] as const,
  );
}

it('a file of 200,000 x 54 loads and runs in a tab', async () => {
  const { page, complaints, close } = await playground.visit({
    hash: linkTo(experiment),
    prepare: watchWorkers,
  });
  await settled(page);
  const before = await medians(page);
  await dropBlob(page, 'large.csv', await makeFile(page));
  await page.locator('noisy-descent-app[data-phase=waiting]').waitFor({ timeout: 30_000 });
  await page
    .locator('nd-data-panel')
    .getByText(/200\s000 rows × 54\s/)
    .waitFor();

  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const share = () =>
    page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value);
  await expect.poll(share, { timeout: 15_000 }).toBeGreaterThan(0.05);
  const early = await share();
  await expect.poll(share, { timeout: 15_000, interval: 20 }).toBeGreaterThan(early);
  await page.getByText(/Running, .* left/).waitFor();

  await page
    .locator('noisy-descent-app[data-phase=done]:not([data-stale])')
    .waitFor({ timeout: 60_000 });
  expect(await medians(page)).not.toEqual(before);
  // Also when the menus were judged by what is there: no other loss reads the file once more.
  await page.locator('nd-misfit-list nd-disclosure').first().waitFor({ state: 'attached' });
  const taken = await takenBytes(page);
  expect(taken).toBeGreaterThan(samples * features * 8);
  expect(taken).toBeLessThan(samples * features * 8 + overhead);
  expect(complaints).toEqual([]);
  await close();
});
