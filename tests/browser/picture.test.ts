import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { linkTo, settled, watchedPages } from './harness.ts';

// What only a real page shows of "what is drawn belongs to what ran".

const open = watchedPages();

const long = {
  version: 1,
  title: 'A long run',
  data: { kind: 'synthetic', name: 'logistic', samples: 100_000, features: 20, seed: 1 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 10 },
  algorithms: [
    { id: 'dp-gd', parameters: { iterations: 2000 } },
    { id: 'dp-nag', parameters: { iterations: 2000 } },
  ],
  run: {
    repeats: 8,
    randomness: { mode: 'reproducible', seed: 1 },
    diagnostics: ['suboptimality'],
  },
};

const sweep = {
  ...long,
  title: 'Swept',
  data: { kind: 'synthetic', name: 'logistic', samples: 400, features: 3, seed: 1 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 20 } }],
  sweep: [{ path: 'privacy.epsilon', values: [0.1, 1, 10] }],
};

/** Two powers of a problem under the KL condition, over the number of records. */
const underKl = {
  version: 1,
  title: 'Under the KL condition',
  data: { kind: 'synthetic', name: 'balanced-tilts', samples: 1e5, features: 2, bound: 1 },
  problem: {
    kind: 'gallery',
    name: 'tilted-power',
    power: 2,
    domain: { kind: 'l2-ball', radius: 4 },
  },
  privacy: { notion: 'zcdp', rho: 0.5 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 20, start: 0.5 } }],
  run: {
    repeats: 2,
    randomness: { mode: 'reproducible', seed: 1 },
    diagnostics: ['suboptimality'],
  },
  sweep: [
    { path: 'data.samples', values: [1e5, 1e6, 1e7] },
    { path: 'problem.power', values: [2, 3] },
  ],
};

/** The text of the figure that the page exports. */
async function exportedFigure(page: Page): Promise<string> {
  await page.locator('nd-page-header summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Figure as SVG' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** How much of an element is seen, with all that it stands in. */
const opacityOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      let opacity = 1;
      for (let node: Node | null = element; node !== null;) {
        if (node instanceof Element) opacity *= Number(getComputedStyle(node).opacity);
        node = node instanceof ShadowRoot ? node.host : node.parentNode;
      }
      return opacity;
    });

describe('a run that is paused before epsilon is changed', () => {
  it('stays what it was: named previous, faded whole, unranked, and so exported', async () => {
    const page = await open({ hash: linkTo(long) });
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('nd-summary-table table').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('3');
    await field.press('Enter');
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page.getByRole('heading', { name: 'Previous: A long run, ε = 10' }).waitFor();
    for (const part of ['nd-convergence-chart canvas', 'nd-legend li', 'nd-summary-table td']) {
      expect(await opacityOf(page, part), part).toBeLessThan(0.7);
    }
    expect(await page.locator('td.rank').allInnerTexts()).toEqual(['–', '–']);
    const cells = await page.locator('nd-summary-table tbody td:last-child').allInnerTexts();
    expect(cells.map((text) => text.trim())).toEqual(['10', '10']);
    await page.getByText('where the runs were stopped').waitFor();
    const figure = await exportedFigure(page);
    expect(figure).toContain('Previous: A long run, ε = 10');
    expect(figure).not.toContain('ε = 3');
  });
});

describe('a sweep over epsilon', () => {
  it('stands where the slider was, and gives it back', async () => {
    const page = await open({ hash: linkTo(sweep) });
    await settled(page);
    const control = page.locator('nd-privacy-panel nd-epsilon-control');
    await control.getByText('= 0.1, 1, 10').waitFor();
    expect(await control.getByRole('slider').count()).toBe(0);
    expect(await exportedFigure(page)).toContain('ε = 0.1, 1, 10;');
    await control.getByRole('button', { name: 'Use one value' }).click();
    await control.getByRole('slider').waitFor();
    await settled(page);
    expect(await page.locator('nd-summary-table tbody tr').count()).toBe(1);
  });
});

describe('the opening experiment', () => {
  it('shows the accuracy beside the gap, with what both are compared with', async () => {
    const page = await open();
    await settled(page);
    const beside = page.locator('nd-chart-panel figure');
    await beside.getByText('Accuracy on held-out rows', { exact: true }).waitFor();
    expect(await beside.textContent()).toMatch(
      /no privacy: 0\.\d+\.\s*always the majority: 0\.\d+/,
    );
    await page
      .locator('nd-legend .reference')
      .getByText(/^without noise \(/)
      .waitFor();
    await page.getByRole('button', { name: 'accuracy on held-out rows', exact: true }).click();
    await expect.poll(() => beside.count()).toBe(0);
  });
});

it('draws lower bounds under the ends of a KL problem, and says what they are, also in what goes out', async () => {
  const page = await open({ hash: linkTo(underKl) });
  await settled(page);
  const panel = page.locator('nd-chart-panel');
  await panel.getByLabel('panels').selectOption('ends');
  const legend = page.locator('nd-legend');
  expect(await legend.getByText('Lower rate').count()).toBe(0);
  await panel.getByRole('button', { name: 'bound', exact: true }).click();
  await legend.getByText('Lower rate x^κ, power 3').waitFor();
  const words = 'not for this one: here a curve may lie below them.';
  await panel.getByText('How to read this').click();
  expect(await panel.locator('.notes').innerText()).toContain(words);
  const figure = await exportedFigure(page);
  expect(figure).toContain('Lower rate x^κ, power 2');
  expect(figure.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ')).toContain(
    'Corollary 1 no ρ-zCDP',
  );
  await panel.getByRole('button', { name: 'bound', exact: true }).click();
  await legend.getByText('Lower rate').first().waitFor({ state: 'detached' });
});
