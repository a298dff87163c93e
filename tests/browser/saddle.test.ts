// A saddle problem from the menu of algorithms to its phases, on a desk and on a phone.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { decodeLink } from '../../wasm/client/link/index.ts';
import { openExample, settled, watchedPages } from './harness.ts';

const open = watchedPages();
const looks = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const;

/** Goes to a part of the forms, which is a sheet on a phone. */
async function goTo(page: Page, sheet: string): Promise<void> {
  const button = page.getByRole('button', { name: sheet, exact: true });
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await button.click();
}

async function leave(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await page.keyboard.press('Escape');
}

async function blamed(page: Page, without: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(without)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Wider than the screen, or than the panel that holds it. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(looks)('at $width px, $scheme', (look) => {
  it('phased minimax brings AUC maximization by one click, and shows its phases', async () => {
    const page = await open(look);
    await settled(page);
    await goTo(page, 'Algorithms');
    const panel = page.locator('nd-algorithms-panel');
    const misfits = panel.locator('nd-misfit-list');
    await panel.getByLabel('Add an algorithm').focus();
    await misfits.getByRole('button', { name: /not fit here/ }).click();
    const item = misfits.getByRole('listitem').filter({ hasText: 'Phased minimax' });
    await item.getByRole('button', { name: /^Set the problem to AUC maximization/ }).click();
    await leave(page);
    await settled(page);
    await page.locator('nd-summary-table').getByText('Phased minimax').waitFor();
    expect(await page.locator('noisy-descent-app').getAttribute('data-error')).toBe('');

    await goTo(page, 'Story');
    const phases = page.locator('nd-phases-panel');
    await phases.getByText('Released: you may publish it').waitFor();
    const released = phases.getByRole('region', { name: /released$/ });
    const names = await released.locator('tbody tr th').allInnerTexts();
    const count = names.length / 2;
    expect(count).toBeGreaterThan(4);
    expect(names).toEqual(
      Array.from({ length: count }, (_, k) => [`x ${k + 1}`, `y ${k + 1}`]).flat(),
    );
    expect(await released.innerText()).not.toContain('gradients');
    await phases.getByText(/^Not private: /).waitFor();
    await phases.getByRole('button', { name: 'Show certificates and gradients' }).click();
    const hidden = phases.getByRole('region', { name: /not private$/ });
    await hidden.waitFor();
    await expect.poll(() => hidden.locator('tbody tr').count()).toBe(2 * count);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await blamed(page)).toEqual([]);
    // The tables are reached and scrolled by keyboard.
    await hidden.focus();
    await page.keyboard.press('End');
    await expect.poll(() => hidden.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  });
});

describe.each(looks)('at $width px, $scheme', (look) => {
  it('x and y are seen side by side, and what is not private by request alone', async () => {
    const page = await open(look);
    await settled(page);
    await openExample(page, 'solver-auc');
    await page.locator('nd-summary-table').getByText('One release').waitFor();
    await settled(page);
    await goTo(page, 'Story');
    const paths = page.locator('nd-paths-panel');
    await paths.getByRole('button', { name: 'Keep them and run again' }).click();
    const x = paths.getByRole('img', {
      name: /^x, coordinates 1 and 2 of 33\. One release: from \(0, 0\) to \(/,
    });
    const y = paths.getByRole('img', {
      name: /^y against the step\. .* DP-SGDA: from 0 to .*, moved .* in 1 coordinate/,
    });
    await x.waitFor();
    await y.waitFor();
    await settled(page);
    const [left, right] = [(await x.boundingBox())!, (await y.boundingBox())!];
    expect(left.y).toBe(right.y);
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    await paths.getByText('Released points: public, with the plan’s guarantee').waitFor();
    expect(await paths.locator('.label').count()).toBe(0);
    // The coordinates are chosen by keyboard.
    await paths.getByLabel('Coordinate of x across, from 1 to 33').fill('33');
    await page.keyboard.press('Enter');
    await paths.getByRole('img', { name: /^x, coordinates 33 and 2 of 33/ }).waitFor();
    await paths.getByRole('button', { name: 'Mark the solution without privacy' }).click();
    await paths.getByText(/^Star: the saddle point of these data/).waitFor();
    expect(await paths.locator('.label').allTextContents()).toEqual(['not private', 'not private']);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await blamed(page)).toEqual([]);
  });
});

describe.each(looks)('at $width px, $scheme', (look) => {
  it('solvers race to the exact solution when they are asked to, and say that it is not private', async () => {
    const page = await open(look);
    await settled(page);
    await openExample(page, 'solver-race');
    await page.getByText('All curves end at the same height').waitFor();
    await settled(page);
    const panel = page.locator('nd-race-panel');
    expect(await panel.getByRole('table').count()).toBe(0);
    const start = panel.getByRole('button', { name: 'Race them' });
    await start.focus();
    await page.keyboard.press('Enter');
    await panel.getByText(/^Not private: /).waitFor();
    await start.waitFor();
    const rows = panel.getByRole('region', { name: 'Solver race, in numbers' }).locator('tbody tr');
    const counts = await rows.locator('td:nth-of-type(1)').allInnerTexts();
    const said = await panel.getByRole('heading', { name: /^Fewest gradients: / }).innerText();
    const gradients = counts.map((text) => Number(text.replace(/\D/g, '')));
    expect(gradients.length).toBeGreaterThan(2);
    expect(Number(said.replace(/^.*, |\D/g, ''))).toBe(Math.min(...gradients));
    await panel.getByRole('application', { name: /Certified distance/ }).waitFor();
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    // On a phone the bar with epsilon covers what is below, and one of its buttons in part.
    expect(await blamed(page, look.width < 600 ? ['target-size'] : [])).toEqual([]);
  });
});

describe('a saddle problem', () => {
  it('chosen from the menu says why nothing runs, and what does', async () => {
    const page = await open();
    await settled(page);
    const problem = page.locator('nd-problem-panel');
    await problem.getByLabel('Loss', { exact: true }).selectOption('auc');
    await page.getByRole('button', { name: 'Use Minimax output perturbation instead' }).click();
    await settled(page);
    await problem.getByLabel('Share of positives').waitFor();
    expect(await problem.getByLabel('Regularizer').count()).toBe(0);
    expect(await problem.getByLabel('Domain', { exact: true }).count()).toBe(0);
    await page.locator('nd-phases-panel').getByText('Minimax output perturbation').waitFor();
    // An axis of gradients asks for those of the unseen solver.
    await page.getByLabel('Horizontal axis').selectOption('gradientEvaluations');
    const asked = async () => (await decodeLink(page.url())).experiment.run?.diagnostics;
    await expect.poll(asked).toContain('solver-gradients');
  });
});

describe('gradients of unseen solvers', () => {
  it('tell solvers apart that release the same', async () => {
    const page = await open();
    await settled(page);
    await openExample(page, 'solver-many-records');
    await page.getByText('the curves cross').waitFor();
    await openExample(page, 'solver-race');
    await page.getByText('All curves end at the same height').waitFor();
    await settled(page);
    await page.getByRole('application', { name: /against gradient evaluations/ }).waitFor();
    const ranks = page.locator('nd-summary-table tbody td:nth-of-type(5)');
    expect(await ranks.allInnerTexts()).toEqual(['1', '1', '1', '1', '1', '1']);
  });

  it('and advice on few records stands beside the promise', async () => {
    const page = await open();
    await settled(page);
    await openExample(page, 'solver-one-release');
    await page.getByText('too few for phases').waitFor();
    await settled(page);
    const care = page.locator('nd-warnings-panel');
    await care.getByText(/proven bound of one release .* is lower: .* against/).waitFor();
    await page.getByLabel('Horizontal axis').selectOption('passes');
    await settled(page);
    await page.getByRole('application', { name: /against passes over the data/ }).waitFor();
  });
});
