// How the players of a game mix their strategies: bars, triangles, budget and bracket, on a desk and on a phone.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import game from '../../examples/simplex-rock-paper-scissors.json' with { type: 'json' };
import tasks from '../../examples/simplex-tasks.json' with { type: 'json' };
import { linkTo, openExample, settled, watchedPages } from './harness.ts';

const open = watchedPages();
const looks = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const;

async function openStory(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await page.getByRole('button', { name: 'Story', exact: true }).click();
}

async function blamed(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The shares that a bar's name tells, in the order of the vertices. */
function sharesIn(words: string): number[] {
  return ['rock', 'paper', 'scissors'].map((hand) =>
    Number(new RegExp(`${hand} ([\\d.]+)`).exec(words)?.[1].replace(/\.$/, '')),
  );
}

describe.each(looks)('at $width px, $scheme', (look) => {
  it('rock, paper, scissors: bars, triangles, the way by keyboard, and a budget that adds up', async () => {
    const page = await open(look);
    await settled(page);
    await openExample(page, 'simplex-rock-paper-scissors');
    await page.locator('nd-summary-table').getByText('Vertices drawn').waitFor();
    await settled(page);
    expect(await page.locator('noisy-descent-app').getAttribute('data-error')).toBe('');

    await openStory(page);
    const panel = page.locator('nd-strategies-panel');
    await panel.getByText('Released strategies: public, with the plan’s guarantee').waitFor();
    for (const player of ['x', 'y']) {
      for (const label of ['Vertices drawn', 'DP-SGDA']) {
        const bars = panel.getByRole('img', { name: new RegExp(`^${player}, ${label}: `) });
        const words = (await bars.getAttribute('aria-label'))!;
        const total = sharesIn(words).reduce((sum, share) => sum + share, 0);
        expect(total, words).toBeCloseTo(1, 2);
        expect(await bars.locator('rect').count()).toBe(3);
      }
      const triangle = panel.getByRole('img', {
        name: new RegExp(`^${player} in the triangle of its three strategies\\. Vertices drawn: from rock `), // prettier-ignore
      });
      expect(await triangle.locator('polyline.path').count()).toBe(2);
    }

    const slider = panel.getByRole('slider', { name: 'Along the way' });
    const atTheEnd = await slider.getAttribute('aria-valuetext');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain('Vertices drawn, step 0.'); // prettier-ignore
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toContain('step 0.');
    await page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe(atTheEnd);

    // What vertices are drawn from is shown by request alone, and said not to be private.
    expect(await panel.locator('.hidden').count()).toBe(0);
    const box = panel.getByRole('checkbox', { name: 'Show the internal iterate' });
    await box.focus();
    await page.keyboard.press('Space');
    await panel
      .getByRole('img', { name: /^x, Vertices drawn: .* Internal iterate, not private: / })
      .waitFor();
    await settled(page);
    expect(await panel.getByText('hollow: not private').count()).toBe(2);
    expect(await panel.locator('polyline.hidden').count()).toBe(2);

    const ledger = page.locator('nd-ledger-panel');
    const drawn = ledger.locator('nd-budget-bar').getByRole('img', { name: /^Vertices drawn: / });
    expect(await drawn.getAttribute('aria-label')).toMatch(/: (all|0\.\d+) of ε 1$/);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await blamed(page)).toEqual([]);
  });
});

/** The example of tasks with few records and one algorithm that is quick. */
const fewTasks = {
  ...tasks,
  data: { ...tasks.data, samples: 2000, atoms: 64, features: 12, tasks: 4 },
  problem: { ...tasks.problem, tasks: 4 },
  algorithms: [{ id: 'smd', label: 'Not private' }],
  run: { ...tasks.run, diagnostics: ['worst-group-loss', 'least-group-loss'], trace: { points: 6 } }, // prettier-ignore
};

describe('the loss of each task', () => {
  it('is measured by request, drawn as a line for each, and said not to be private', async () => {
    const page = await open({ width: 390, height: 844, hash: linkTo(fewTasks) });
    await settled(page);
    await openStory(page);
    const panel = page.locator('nd-groups-panel');
    await panel.getByText('Not private: computed from the data without noise').waitFor();
    expect(await panel.locator('nd-small-chart').count()).toBe(0);
    await panel.getByRole('checkbox', { name: 'Measure every task' }).check();
    const chart = panel.getByRole('img', {
      name: /^Loss of each task, Not private\. task 1 from 0 to /,
    });
    await chart.waitFor();
    await settled(page);
    expect(await chart.locator('polyline').count()).toBe(4);
    expect(await chart.locator('polyline.strong').count()).toBe(1);
    await panel.getByText('Losses at the end, in a table').click();
    expect(await panel.getByRole('row').count()).toBe(5);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    // Of one line of the chart below the sheet shows too little to be touched.
    const covered = /^target-size: <summary>\s*How to read this/;
    expect((await blamed(page)).filter((one) => !covered.test(one))).toEqual([]);
  });
});

describe('the gap of a game', () => {
  it('is drawn as a bracket over time, whose ends are certified', async () => {
    const { run, ...rest } = game;
    const diagnostics = ['saddle-gap', 'saddle-gap-lower'];
    const page = await open({ hash: linkTo({ ...rest, run: { ...run, diagnostics } }) });
    await settled(page);
    await page.locator('nd-chart-panel').getByText('How to read this').click();
    await page
      .locator('nd-chart-panel')
      .getByText(/every gap is certified to lie between/)
      .waitFor();
    await page.getByRole('application', { name: /gap/i }).waitFor();
  });
});
