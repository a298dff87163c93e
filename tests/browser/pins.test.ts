// Pinned runs behind the next ones, and a run that was going when the page was left.
import { readFileSync } from 'node:fs';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { linkTo, settled, watchedPages } from './harness.ts';

const open = watchedPages();

async function setEpsilon(page: Page, epsilon: string): Promise<void> {
  const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
  await field.fill(epsilon);
  await field.press('Enter');
  const told = page.locator('nd-summary-table tbody tr:first-child td:last-child');
  await expect.poll(async () => (await told.innerText()).trim(), { timeout: 15_000 }).toBe(epsilon);
  await settled(page);
}

async function exported(page: Page, name: string): Promise<string> {
  await page.locator('nd-page-header summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

describe('a pinned run', () => {
  it('stays behind the next one until it is removed, under its name, in all exports', async () => {
    const page = await open();
    await settled(page);
    await page.getByRole('button', { name: 'Pin this run' }).click();
    await page.getByText('This run is pinned').waitFor();
    await setEpsilon(page, '3');
    const list = page.locator('nd-pin-list');
    const name = list.getByLabel('Name of this pinned run');
    expect(await name.inputValue()).toBe('epsilon 1');
    expect(await list.locator('.promise').innerText()).toMatch(/^ε 1, .*certified$/);
    expect(await list.locator('nd-pin-legend li').count()).toBe(3);
    await name.fill('before');
    await name.press('Enter');
    await page.locator('nd-summary-table').getByText('(before)').first().waitFor();
    await setEpsilon(page, '5');
    expect(await name.inputValue()).toBe('before');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);

    const figure = await exported(page, 'Figure as SVG');
    for (const words of ['Gap to optimum', 'Accuracy', '(before)', 'Pinned, before: ε 1']) {
      expect(figure).toContain(words);
    }
    const [header, ...lines] = (await exported(page, 'Curves as CSV')).split('\n');
    expect(header).toMatch(/^label,pinned,promise,iteration,/);
    expect(header).toMatch(/nonPrivate\.heldOutAccuracy\.median/);
    expect(lines.some((line) => line.includes(',before,"ε 1'))).toBe(true);

    await list.getByRole('button', { name: 'Remove the pinned run before' }).click();
    await page.getByRole('button', { name: 'Pin this run' }).waitFor();
    expect(await list.locator('section').count()).toBe(0);
    expect(await exported(page, 'Curves as CSV')).not.toContain('before');
  });
});

const long = {
  version: 1,
  title: 'A long run',
  data: { kind: 'synthetic', name: 'logistic', samples: 100_000, features: 20, seed: 1 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 10 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 2000 } }],
  run: {
    repeats: 8,
    randomness: { mode: 'reproducible', seed: 1 },
    diagnostics: ['suboptimality'],
  },
};

describe('a run that was going when the page was loaded anew', () => {
  it('is asked about, begins anew with one click, and is forgotten when it is cancelled', async () => {
    const page = await open({ hash: linkTo(long) });
    const phase = (name: string) =>
      page.locator(`noisy-descent-app[data-phase=${name}]`).waitFor({ timeout: 30_000 });
    await phase('waiting');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await phase('running');
    await page.reload();
    await page
      .getByText('A run was in progress when you left this page')
      .waitFor({ timeout: 30_000 });
    await page.getByRole('heading', { name: 'A long run' }).waitFor();
    await page.getByRole('button', { name: 'Run it again' }).click();
    await phase('running');
    expect(await page.getByText('was in progress when you left this page').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await phase('cancelled');
    await page.reload();
    await phase('waiting');
    expect(await page.getByText('was in progress when you left this page').count()).toBe(0);
  });
});
