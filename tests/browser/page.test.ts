import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import {
  changed,
  linkTo,
  medians,
  openExample,
  readNumber,
  settled,
  watchedPages,
} from './harness.ts';

const open = watchedPages();

const costly = {
  version: 1,
  title: 'A long run',
  data: { kind: 'synthetic', name: 'logistic', samples: 100_000, features: 20, seed: 1 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 2000 } }],
  run: {
    repeats: 8,
    randomness: { mode: 'reproducible', seed: 1 },
    diagnostics: ['suboptimality'],
  },
};

describe('the first ten seconds', () => {
  it('show a chart of three private algorithms that nobody asked for', async () => {
    const page = await open();
    await settled(page);
    expect([...(await medians(page)).keys()]).toEqual(['DP-GD', 'DP-HB', 'DP-NAG-opt']);
    const inked = await page.locator('nd-convergence-chart canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
    expect(inked).toBeGreaterThan(5000);
  });

  it('promise what the plan promises', async () => {
    const page = await open();
    await settled(page);
    const promise = page.locator('nd-promise-panel');
    await expect.poll(() => promise.getByText('certified', { exact: true }).count()).toBe(3);
  });
});

describe('epsilon', () => {
  it('runs everything again while it is dragged, and the gap grows as it shrinks', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    const slider = page.locator('nd-privacy-panel').getByRole('slider');
    // Scrolls to it and waits until notes that arrive above it no longer move it.
    await slider.hover();
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    for (let step = 1; step <= 12; step += 1) {
      await page.mouse.move(box.x + box.width * (0.5 - step / 40), box.y + box.height / 2);
    }
    // Still held down: the curves follow the hand.
    const during = await changed(page, before);
    await page.mouse.up();
    await settled(page);
    const after = await medians(page);
    for (const [label, value] of after) expect(value, label).toBeGreaterThan(before.get(label)!);
    expect(during).not.toEqual(before);
    const measured = await page.evaluate(() =>
      performance.getEntriesByName('noisy-descent:rerun').map((entry) => entry.duration),
    );
    expect(measured.length).toBeGreaterThan(0);
  });

  it('can be typed, and is undone and redone', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('10');
    await field.press('Enter');
    const after = await changed(page, before);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await changed(page, after)).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    expect(await changed(page, before)).toEqual(after);
  });

  it('that is not a budget is refused beside its field, and the picture stays', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    for (const wrong of ['0', '-1', 'NaN', 'abc']) {
      await field.fill(wrong);
      await field.press('Enter');
      const alert = page.locator('nd-epsilon-control').getByRole('alert');
      await alert.waitFor();
      expect(await field.getAttribute('aria-invalid'), wrong).toBe('true');
      expect(await medians(page)).toEqual(before);
    }
    await field.fill('1');
    await field.press('Enter');
    await settled(page);
    expect(await field.getAttribute('aria-invalid')).toBe('false');
  });
});

describe('the address', () => {
  it('holds the experiment: a reload loses nothing', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('4');
    await field.press('Enter');
    const after = await changed(page, before);
    await page.waitForURL(/#v4\./);
    await page.reload();
    await settled(page);
    expect(await medians(page)).toEqual(after);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await changed(page, after)).toEqual(before);
  });

  it('cannot start something costly by itself', async () => {
    const page = await open({ hash: linkTo(costly) });
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page
      .locator('nd-run-bar')
      .getByText(/gradients, about/)
      .waitFor();
    // No chart comes, and the panels of the plan do not wait for one.
    await page.locator('nd-ledger-panel').waitFor({ timeout: 5000 });
  });

  it('that takes long to plan says so, and is cancelled there', async () => {
    // Each is calibrated anew: together they are still planned when the page has been looked at.
    const algorithms = [8, 9, 10, 11, 12, 13].map((batchSize) => ({
      id: 'dp-svrg',
      label: `batches of ${batchSize}`,
      parameters: { batchSize },
    }));
    const run = { ...quickstart.run, repeats: 1 };
    const page = await open({ hash: linkTo({ ...quickstart, algorithms, run }) });
    const bar = page.locator('nd-run-bar');
    await bar.getByText('Planning…').waitFor();
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('noisy-descent-app[data-phase=cancelled]').waitFor();
    await bar.getByText('Cancelled').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await settled(page);
  });

  it('of a long run can be cancelled', async () => {
    // It would take longer than anything here waits.
    const page = await open({ hash: linkTo(costly) });
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('noisy-descent-app[data-phase=cancelled]').waitFor();
  });
});

describe('data', () => {
  it('of another kind come with a preparation and a loss that run at once', async () => {
    const page = await open();
    await settled(page);
    for (const source of ['builtin:diabetes', 'builtin:digits', 'builtin:breast-cancer']) {
      const before = await medians(page);
      await page.locator('nd-data-panel').getByLabel('Source').selectOption(source);
      await changed(page, before);
      await settled(page);
    }
  });

  it('are generated with the sizes that the form shows', async () => {
    const page = await open();
    await settled(page);
    await page.locator('nd-data-panel').getByLabel('Source').selectOption('synthetic:logistic');
    const records = page.locator('nd-data-panel').getByLabel('Records');
    await records.fill('500');
    await records.press('Enter');
    await page
      .locator('nd-data-panel')
      .getByText(/^\s*500 rows/)
      .waitFor();
  });
});

describe('the figures of the paper', () => {
  it('wait for a click, and say when the published noise cost more than it claimed', async () => {
    const page = await open();
    await settled(page);
    await openExample(page, 'figures-fast-published');
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page.getByRole('button', { name: 'Run it' }).waitFor();
    await page.getByText('Its noise alone costs ε 14.1, although you asked for 10.').waitFor();
  });
});

describe('a sweep', () => {
  const sweep = {
    version: 1,
    data: { kind: 'synthetic', name: 'logistic', samples: 400, features: 3, seed: 1 },
    problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.1 } },
    privacy: { notion: 'pure', epsilon: 1 },
    algorithms: [{ id: 'dp-gd' }, { id: 'dp-nag' }],
    run: {
      repeats: 4,
      randomness: { mode: 'reproducible', seed: 1 },
      diagnostics: ['suboptimality'],
    },
    sweep: [
      { path: 'privacy.epsilon', values: [0.1, 1, 10] },
      { path: 'algorithms.*.parameters.iterations', values: [20, 40] },
    ],
  };

  it('is drawn in panels, for each setting or each algorithm, and one panel opens alone', async () => {
    const page = await open({ hash: linkTo(sweep) });
    await settled(page);
    const panels = page.locator('nd-panel-grid .panels > li');
    const layout = page.locator('nd-chart-panel').getByLabel('panels');
    await layout.selectOption('points');
    await expect.poll(() => panels.count()).toBe(6);
    await layout.selectOption('algorithms');
    await expect.poll(() => panels.count()).toBe(4);
    expect(await panels.first().locator('[role=img]').getAttribute('aria-label')).toMatch(
      /: Gap to optimum at the end\. epsilon 0\.1 [\d.]+, epsilon 1 /,
    );
    await layout.selectOption('points');
    await page.getByRole('button', { name: 'epsilon 10, iterations 40' }).click();
    await expect.poll(() => panels.count()).toBe(0);
    expect(await layout.inputValue()).toBe('single');
    expect([...(await medians(page)).keys()]).toEqual(['DP-GD', 'DP-NAG']);
    expect(await page.locator('nd-chart-panel').getByLabel('epsilon').inputValue()).toBe('2');
  });
});

describe('algorithms', () => {
  it('are added, given parameters of the catalogue, and removed', async () => {
    const page = await open();
    await settled(page);
    const panel = page.locator('nd-algorithms-panel');
    await panel.getByLabel('Add an algorithm').selectOption('dp-nag');
    await expect.poll(async () => (await medians(page)).size).toBe(4);
    const card = page.locator('nd-algorithm-card').nth(3);
    await card.locator('button[aria-expanded]').click();
    const before = await medians(page);
    await card.getByLabel('Iterations').fill('33');
    await card.getByLabel('Iterations').press('Enter');
    const after = await changed(page, before);
    const [label] = [...after.keys()].slice(-1);
    await card.getByRole('button', { name: `Remove ${label}` }).click();
    await expect.poll(async () => (await medians(page)).size).toBe(3);
  });

  it('show an error beside the parameter that caused it', async () => {
    const page = await open();
    await settled(page);
    const card = page.locator('nd-algorithm-card').first();
    await card.locator('button[aria-expanded]').click();
    await card.getByLabel('Iterations').fill('0');
    await card.getByLabel('Iterations').press('Enter');
    await page.locator('noisy-descent-app[data-phase=failed]').waitFor();
    expect(await card.getByLabel('Iterations').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.banner').count()).toBe(0);
    // Mended, the form stays as the reader opened it.
    await card.getByLabel('Iterations').fill('50');
    await card.getByLabel('Iterations').press('Enter');
    await settled(page);
    expect(await card.getByLabel('Iterations').isVisible()).toBe(true);
  });
});

describe('exports', () => {
  it.each([
    ['Figure as SVG', /\.svg$/, '<svg'],
    ['Figure as PNG', /\.png$/, '\u0089PNG'],
    ['Curves as CSV', /\.csv$/, 'label,iteration'],
    ['Traces as CSV', /traces\.csv$/, 'algorithm,label,repeat,iteration'],
    ['Summary as CSV', /summary\.csv$/, 'algorithm,label,nonPrivate.repeats'],
    ['Result as JSON', /\.result\.json$/, '{'],
    ['Experiment as JSON', /\.experiment\.json$/, '{'],
  ])('%s hands out a file', async (title, name, beginning) => {
    const page = await open();
    await settled(page);
    await page.locator('nd-page-header summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: title }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(name);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('latin1').startsWith(beginning)).toBe(true);
  });
});

describe('the risk for one person', () => {
  const risk = (page: Page) => page.locator('nd-risk-panel');

  it('is told in words and dots that follow epsilon', async () => {
    const page = await open();
    await settled(page);
    await risk(page).getByText('at most 73 in 100 instead of 50 in 100').waitFor();
    await page.locator('nd-epsilon-control').getByRole('textbox').fill('3');
    await page.keyboard.press('Enter');
    await risk(page).getByText('at most 95 in 100').waitFor();
    await risk(page).getByRole('button', { name: '1 in 1000' }).click();
    await risk(page).getByText('at most 20 in 1000 instead of 1 in 1000').waitFor();
    await risk(page)
      .getByRole('img', { name: /1000 suspicions as dots: at most 20/ })
      .waitFor();
  });

  it('warns of an epsilon that promises nearly nothing', async () => {
    const page = await open();
    await settled(page);
    await page.locator('nd-epsilon-control').getByRole('textbox').fill('20');
    await page.keyboard.press('Enter');
    await risk(page).getByText('Epsilon is 20: above 10').waitFor();
  });
});

describe('the same noise, counted differently', () => {
  const counted = (page: Page) => page.locator('nd-accounting-panel');

  /** The opening experiment under another notion. */
  function under(privacy: object): string {
    return linkTo({ ...quickstart, privacy });
  }

  it('is a sum and a Rényi divergence for pure budgets', async () => {
    const page = await open({ hash: under({ notion: 'pure', epsilon: 1 }) });
    await settled(page);
    await counted(page)
      .getByRole('row', { name: /Sum of the steps.* 1 0$/ })
      .first()
      .waitFor();
    await counted(page).getByRole('row', { name: /Rényi/ }).first().waitFor();
  });

  it.each([
    ['rho', { notion: 'zcdp', rho: 0.5 }],
    ['epsilon', { notion: 'approximate', epsilon: 1, delta: 1e-6 }],
  ])('is three conversions for Gaussian noise, spent in %s', async (currency, privacy) => {
    const page = await open({ hash: under(privacy) });
    await settled(page);
    const cells = counted(page).locator('tbody td:nth-of-type(1)');
    await cells.nth(2).waitFor();
    const [byHand, best, exact] = (await cells.allInnerTexts()).map(readNumber);
    expect(byHand).toBeGreaterThan(best);
    expect(best).toBeGreaterThan(exact);
    expect(await page.locator('nd-legend .at').innerText()).toContain(`${currency} spent`);
  });
});

describe('the way back from a wish to a budget', () => {
  it('finds what the theorem needs and what runs need, and sets it', async () => {
    const page = await open();
    await settled(page);
    const inverse = page.locator('nd-inverse-panel');
    await inverse.getByRole('textbox', { name: 'Gap at most' }).fill('0.5');
    await page.keyboard.press('Enter');
    await inverse.getByRole('combobox', { name: 'Algorithm' }).selectOption('DP-NAG-opt');
    await inverse.getByRole('button', { name: 'Find it' }).click();
    await inverse.getByText(/The theorem proves a gap of at most 0\.5 with 456 rows/).waitFor();
    await inverse.getByRole('button', { name: 'Try in practice' }).click();
    await inverse.getByText(/On generated data DP-NAG-opt reached it/).waitFor();
    const use = inverse.getByRole('button', { name: 'Use this epsilon' });
    const [proven, reached] = (await use.allInnerTexts()).map((text) =>
      readNumber(text.split('ε ')[1]),
    );
    expect(reached).toBeLessThanOrEqual(proven);
    await use.first().click();
    const epsilon = page.locator('nd-epsilon-control').getByRole('textbox');
    await expect.poll(() => epsilon.inputValue()).toBe(String(proven));
  });

  it('says what is wrong with a wish beside its field', async () => {
    const page = await open();
    await settled(page);
    const inverse = page.locator('nd-inverse-panel');
    await inverse.getByRole('textbox', { name: 'Rows' }).fill('1.5');
    await page.keyboard.press('Enter');
    await inverse.getByText('Give a whole number of rows').waitFor();
    expect(await inverse.getByRole('button', { name: 'Find it' }).isDisabled()).toBe(true);
  });
});
