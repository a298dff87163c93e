import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { drop, linkTo, medians, settled, watchedPages } from './harness.ts';

const open = watchedPages();

/** Figure 1 of Wang, Ye and Xu in small: one record per step and a constant that nobody proves. */
const asPublished = {
  version: 1,
  title: 'As published',
  data: { kind: 'synthetic', name: 'covertype-surrogate', samples: 2000, seed: 150 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.01 } },
  privacy: {
    notion: 'approximate',
    epsilon: 1,
    delta: 1e-6,
    calibration: 'paper',
    noiseConstant: 8,
  },
  algorithms: [
    {
      id: 'dp-svrg',
      parameters: { epochs: 2, innerIterations: 50, batchSize: 1, stepSize: 1, theory: 'none' },
    },
    { id: 'dp-gd', parameters: { iterations: 20 } },
  ],
  run: { repeats: 3, randomness: { mode: 'reproducible', seed: 1 } },
};

async function visit(experiment: object): Promise<Page> {
  const page = await open({ hash: linkTo(experiment) });
  await settled(page);
  return page;
}

const svrg = (page: Page) =>
  page.locator('nd-promise-panel li').filter({ hasText: 'DP-SVRG' }).first();

describe('noise outside the theorem', () => {
  it('says so, with the epsilon that is certified beside the one that was asked for', async () => {
    const page = await visit(asPublished);
    await svrg(page).getByText('outside the theorem’s range').waitFor();
    await svrg(page).getByText('not certified', { exact: true }).waitFor();
    await svrg(page)
      .getByText(/^True ε .*, although you asked for 1/)
      .waitFor();
    const row = page.locator('nd-summary-table tbody tr').filter({ hasText: 'DP-SVRG' });
    await row.getByText('not certified').waitFor({ state: 'attached' });
  });

  it('is mended by the calibration that the accountant proves', async () => {
    const page = await visit(asPublished);
    const panel = page.locator('nd-privacy-panel');
    const constant = panel.getByLabel('Noise constant c');
    await panel.getByText('Neighbours, mechanism, calibration').click();
    expect(await constant.inputValue()).toBe('8');
    await panel.getByLabel('Calibration', { exact: true }).selectOption('tight');
    await settled(page);
    expect(await constant.count()).toBe(0);
    await svrg(page).getByText('certified', { exact: true }).waitFor();
    expect(await svrg(page).getByText('outside the theorem’s range').count()).toBe(0);
  });
});

describe('the chart', () => {
  it('counts passes over the data', async () => {
    const page = await visit(asPublished);
    await page.getByLabel('Horizontal axis').selectOption('passes');
    await page.getByRole('application', { name: /against passes over the data/ }).waitFor();
    const chart = page.getByRole('application', { name: /against passes over the data/ });
    await chart.focus();
    await page.keyboard.press('End');
    // 20 full gradients are 20 passes; two anchors and 100 steps on one record are 2.1.
    await page.getByText(/^At 20\.?0* passes over the data\./).waitFor({ state: 'attached' });
  });

  it('draws the gap at the end by epsilon', async () => {
    const page = await visit({
      ...asPublished,
      privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
      sweep: [{ path: 'privacy.epsilon', values: [0.2, 1, 5] }],
    });
    await page.getByLabel('panels').selectOption({ label: 'ends by epsilon' });
    const chart = page.getByRole('application', {
      name: /Gap to optimum at the end against epsilon/,
    });
    await chart.focus();
    await page.keyboard.press('Home');
    await page.getByText(/^Epsilon: 0\.2\. DP-SVRG: /).waitFor({ state: 'attached' });
    // The summary still lists every setting.
    expect((await medians(page)).size).toBe(6);
  });
});

describe('a field', () => {
  it('is varied by one click beside its meaning, and takes one value again', async () => {
    const page = await visit(asPublished);
    await page.locator('nd-privacy-panel nd-epsilon-control #number').focus();
    const why = page.locator('nd-why-panel');
    await why.getByRole('button', { name: 'Vary this' }).click();
    const chart = page.getByRole('application', { name: /at the end against epsilon/ });
    await chart.waitFor();
    await settled(page);
    // Eight budgets of two methods.
    expect((await medians(page)).size).toBe(16);
    await why.getByRole('button', { name: 'Use one value' }).click();
    await chart.waitFor({ state: 'detached' });
    await settled(page);
    expect((await medians(page)).size).toBe(2);
  });
});

describe('a domain', () => {
  it('brings its own fields, is undone, and says how wide it is', async () => {
    const experiment = {
      ...asPublished,
      privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
      problem: { loss: 'logistic' },
      algorithms: [{ id: 'dp-svrg-pp', parameters: { epochs: 2 } }],
    };
    // The plan is enough: an optimum without a regularizer is dear to find.
    const page = await open({ hash: linkTo(experiment) });
    const panel = page.locator('nd-problem-panel');
    await panel.getByText(/L = \d/).waitFor({ state: 'attached' });
    await panel.getByLabel('Domain', { exact: true }).selectOption('l1-ball');
    await panel.getByLabel('Radius', { exact: true }).fill('2');
    await panel.getByLabel('Radius', { exact: true }).press('Enter');
    await panel.getByText(/Gaussian width\s+5\.07\s+in\s+54\s+dimensions/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => panel.getByLabel('Domain', { exact: true }).inputValue()).toBe('all');
  });
});

describe('a file of the Covertype data', () => {
  it('is set up with one click', async () => {
    const page = await open();
    await settled(page);
    const row = (kind: number) =>
      [
        2596,
        51,
        3,
        258,
        0,
        510,
        221,
        232,
        148,
        6279,
        ...Array.from({ length: 44 }, (_, at) => (at === 0 || at === 30 ? 1 : 0)),
        kind,
      ].join(',');
    await drop(
      page,
      'covtype.data',
      Array.from({ length: 60 }, (_, at) => row(1 + (at % 3))).join('\n'),
    );
    await page.getByText('This looks like the Covertype data').waitFor();
    await page.getByRole('button', { name: 'Set it up with public ranges' }).click();
    await expect.poll(() => page.title()).toContain('Covertype');
    expect(await page.locator('nd-data-panel').getByText('sample rows').count()).toBeGreaterThan(0);
  });
});
