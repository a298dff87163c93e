// Whatever a link, a hand or a file gives wrong: the page says the engine's code, the field, and what to do.
// The same list on the command line: tests/experiment/file/bad_inputs.h.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../wasm/client/index.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import {
  dataSay,
  drop,
  dropBlob,
  linkTo,
  medians,
  rows,
  settled,
  watchedPages,
} from './harness.ts';

const opening = JSON.parse(
  readFileSync(join(root, 'examples', 'quickstart.json'), 'utf8'),
) as Experiment;

const open = watchedPages();

/** Waits until the page shows this code, and these words at this place. */
async function refused(page: Page, code: string, place: string, words: RegExp): Promise<void> {
  await page.locator(`noisy-descent-app[data-error=${code}]`).waitFor();
  await page.locator(place).filter({ hasText: words }).first().waitFor();
}

const text = (content: string) => `#e=${Buffer.from(content).toString('base64url')}`;
const privacy = (fields: object) => linkTo({ ...opening, privacy: { notion: 'pure', ...fields } });
const first = (change: object) => {
  const [algorithm, ...others] = opening.algorithms;
  return linkTo({ ...opening, algorithms: [{ ...algorithm, ...change }, ...others] });
};

describe('a link that is no experiment keeps the opening one', () => {
  it.each([
    ['broken base64', '#e=%%%', 'invalid-link', /its text is not base64url/],
    ['text that is no JSON', text('{'), 'invalid-link', /The text is not JSON/],
    [
      'a wrong field',
      privacy({ epsilon: 1, epsilonn: 1 }),
      'unknown-field',
      /At privacy\.epsilonn: The format has no such field here/,
    ],
    [
      'another version',
      linkTo({ version: 99 }),
      'unsupported-version',
      /At version: The file has version 99/,
    ],
    [
      'epsilon 0',
      privacy({ epsilon: 0 }),
      'invalid-budget',
      /At privacy\.epsilon: Give a positive, finite number/,
    ],
    [
      'a negative epsilon',
      privacy({ epsilon: -0.5 }),
      'invalid-budget',
      /At privacy\.epsilon: Give a positive, finite number/,
    ],
    [
      'epsilon null, which stands for NaN',
      privacy({ epsilon: null }),
      'invalid-budget',
      /At privacy\.epsilon: Give a positive, finite number/,
    ],
    [
      'epsilon NaN',
      text(JSON.stringify(opening).replace('"epsilon":1', '"epsilon":NaN')),
      'invalid-link',
      /The text is not JSON/,
    ],
  ])('%s', async (_, hash, code, words) => {
    const page = await open({ hash });
    await refused(page, code, '[role=alert]', /The link was not opened/);
    await refused(page, code, '[role=alert]', words);
    await settled(page);
    expect((await medians(page)).size).toBe(3);
  });
});

describe('a link to an experiment that cannot run says so beside the field', () => {
  const field = 'nd-algorithm-card nd-number-field';

  it.each([
    [
      'an unknown algorithm',
      first({ id: 'dp-ngd' }),
      'unknown-algorithm',
      'nd-algorithm-card',
      /there is no algorithm "dp-ngd"/,
    ],
    [
      'T = 0',
      first({ parameters: { iterations: 0 } }),
      'invalid-value',
      field,
      /Iterations[\s\S]*is 0 but must be a whole number at least 1/,
    ],
  ])('%s', async (_, hash, code, place, words) => {
    const page = await open({ hash });
    await page.locator('noisy-descent-app[data-phase=failed]').waitFor();
    await refused(page, code, place, words);
  });

  it('m > n, which only the plan knows: the others run', async () => {
    const page = await open({ hash: first({ parameters: { batchSize: 570 } }) });
    await settled(page);
    expect((await medians(page)).size).toBe(opening.algorithms.length - 1);
    const card = page.locator('nd-algorithm-card').first();
    await card.filter({ hasText: /batch size must be between 1 and n = 456/ }).waitFor();
  });
});

it.each(['0', '-1'])('epsilon %s, typed, is refused beside its field', async (wrong) => {
  const page = await open();
  await settled(page);
  const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
  await field.fill(wrong);
  await field.press('Enter');
  const words = /Give a positive, finite number/;
  await refused(page, 'invalid-budget', 'nd-epsilon-control [role=alert]', words);
});

describe('a file', () => {
  it.each([
    [
      'with ragged rows',
      [...rows(), '1,2'].join('\n'),
      'ragged-data',
      /line 41: the row has 2 cells, the first row has 4/,
    ],
    ['without a byte', '', 'empty-data', /the file is empty/],
    ['without rows', 'a,b,label\n', 'empty-data', /the file has a header and no rows/],
  ])('%s is refused at the source, and the picture stays', async (_, content, code, words) => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    await drop(page, 'bad.csv', content);
    await refused(page, code, 'nd-data-panel .error', words);
    expect(await medians(page)).toEqual(before);
  });

  it.each([
    ['text in a number column', '1,abc,2,1', /“abc”/],
    ['an empty cell', '1,,2,1', /in line 41/],
    ['NaN', '1,nan,2,1', /“nan”/],
    ['infinity', '1,1e999,2,1', /“1e999”/],
  ])('with %s is read without that column, and says so', async (_, row, words) => {
    const page = await open();
    await settled(page);
    await drop(page, 'bad.csv', [...rows(), row].join('\n'));
    await dataSay(page, /41 records, .*left out: column 1\./);
    await page.locator('nd-file-fields summary').click();
    await dataSay(page, words);
    await dataSay(page, /41 rows × 2\s/);
  });

  it('with three classes puts one against the rest', async () => {
    const page = await open();
    await settled(page);
    await drop(page, 'bad.csv', rows((index) => index % 3).join('\n'));
    await dataSay(page, /“0” counts as yes, logistic loss/);
    await settled(page);
  });

  it('of 2 GB is refused before it is read whole', async () => {
    const page = await open();
    await settled(page);
    // Half a megabyte of rows again and again, by reference: the browser does not hold them all. After the first
    // 16 MB nothing is a number, which a reader that came so far would say instead.
    const blob = await page.evaluateHandle(() => {
      const twice = (one: Blob) => new Blob([one, one]);
      let good = new Blob(['0.25,-1,1\n'.repeat(50_000)]);
      while (good.size < 16_000_000) good = twice(good);
      let bad = new Blob(['x,x,x\n'.repeat(90_000)]);
      while (bad.size < 1_000_000_000) bad = twice(bad);
      return new Blob([good, bad, bad]);
    });
    expect(await blob.evaluate(({ size }) => size)).toBeGreaterThan(2e9);
    const start = performance.now();
    await dropBlob(page, 'large.csv', blob);
    await refused(page, 'file-too-large', 'nd-data-panel .error', /MB and the limit is \d+ MB/);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
