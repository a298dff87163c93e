import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { createEngine, type ExperimentResult } from '../../wasm/node/index.ts';
import { addressed, dataSay, drop, linkTo, rows, settled, watchedPages } from './harness.ts';

const open = watchedPages();

/** Pure budgets add up, so that what runs cost together is known by heart. */
const pure = { ...quickstart, privacy: { notion: 'pure', epsilon: 1 } };
/** As the quickstart asks. */
const { privacy: approximate } = quickstart;

const phase = (page: Page, name: string) =>
  page.locator(`noisy-descent-app[data-phase=${name}]`).waitFor();

describe.each([
  [1440, 900],
  [1100, 600],
  [1920, 1080],
  [1280, 720],
])('a desk of %i x %i', (width, height) => {
  it.each(['#inside', '#lab='])('holds the whole page %s: nothing is below it', async (hash) => {
    const page = await open({ width, height, hash });
    if (hash === '#inside') await settled(page);
    else await page.locator('nd-lab nd-disclosure, nd-lab table, nd-lab canvas').first().waitFor();
    const sizes = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(sizes).toEqual([width, height]);
  });
});

describe('a link', () => {
  it('opens as it was looked at, and its address keeps the view', async () => {
    const page = await open({ hash: `${linkTo(quickstart)}&v=x:gradientEvaluations,y:accuracy` });
    await settled(page);
    expect(await page.getByLabel('Horizontal axis').inputValue()).toBe('gradientEvaluations');
    expect(await page.getByLabel('What is drawn').inputValue()).toBe('accuracy');
    await page.getByLabel('Horizontal axis').selectOption('passes');
    await addressed(page, 'passes', 'accuracy');
    await page.reload();
    await settled(page);
    expect(await page.getByLabel('Horizontal axis').inputValue()).toBe('passes');
  });

  it('of before opens still, and leaves the reader’s view alone', async () => {
    const page = await open({ hash: linkTo(quickstart) });
    await settled(page);
    expect(await page.getByLabel('Horizontal axis').inputValue()).toBe('iteration');
  });

  it('to a grid of 10,000 runs starts nothing, and says what it would be', async () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    const hash = linkTo({
      ...quickstart,
      algorithms: quickstart.algorithms.slice(0, 1),
      run: { ...quickstart.run, repeats: 1 },
      sweep: [
        { path: 'privacy.epsilon', values },
        { path: 'algorithms.0.parameters.iterations', values },
      ],
    });
    const page = await open({ hash });
    await phase(page, 'waiting');
    await page.getByText('10 000 runs: it starts when you click.').waitFor();
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    await page.locator('nd-lab').waitFor();
  });

  it('to a gigabyte of generated data generates nothing', async () => {
    const data = { kind: 'synthetic', name: 'logistic', samples: 8_000_000, features: 20, seed: 1 };
    const page = await open({ hash: linkTo({ ...quickstart, data }) });
    await phase(page, 'waiting');
    await page.getByText('60 runs, 1.28 GB of data: it starts when you click.').waitFor();
  });
});

describe('bags of words', () => {
  it('can be planned with their own defaults', async () => {
    const page = await open();
    await settled(page);
    await page.locator('nd-data-panel').getByLabel('Source').selectOption('synthetic:text-like');
    await phase(page, 'waiting');
    await page.locator('nd-data-panel').getByText('100 000 rows × 50 000').waitFor();
    expect(await page.locator('noisy-descent-app').getAttribute('data-error')).toBe('');
  });
});

describe('publishing', () => {
  it('hands out a file that may be published, and says so itself', async () => {
    const page = await open({ hash: linkTo(pure) });
    await settled(page);
    const panel = page.locator('nd-publish-panel');
    await panel.getByLabel('Method').selectOption({ index: 1 });
    await panel.getByRole('button', { name: 'Publish…' }).click();
    await panel.getByText('you set ε = 1, publishing costs ε = 1.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Run and download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.published\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    const result = JSON.parse(text) as ExperimentResult;
    expect(result.privacy).toMatchObject({ releasable: true, randomness: 'secure', reasons: [] });
    expect(result.privacy.release).toBe('hardened');
    expect(text).not.toContain('nonPrivate');
    expect(result.runs.map(({ algorithm }) => algorithm)).toEqual([pure.algorithms[1].id]);
    expect(result.privacy.total).toMatchObject({ epsilon: 1, delta: 0 });
    const engine = await createEngine({ variant: 'simd', workers: 1 });
    expect((await engine.checkStatement(result)).consistent).toBe(true);
    engine.dispose();
    await panel.getByText('may be published').waitFor();
  });

  it('leaves out what is not private', async () => {
    const algorithms = [...quickstart.algorithms.slice(0, 1), { id: 'nag', parameters: {} }];
    const page = await open({ hash: linkTo({ ...pure, algorithms }) });
    await settled(page);
    await page.locator('nd-publish-panel').getByRole('button', { name: 'Publish…' }).click();
    await page.locator('nd-publish-panel').getByText('you set ε = 1').waitFor();
    expect(await page.locator('nd-publish-panel').getByLabel('Method').count()).toBe(0);
  });

  it('speaks of epsilon and delta where these are set, and of what the file has cost before', async () => {
    const page = await open({ hash: linkTo({ ...pure, privacy: approximate }) });
    await settled(page);
    await drop(page, 'bank.csv', rows().join('\n'));
    await dataSay(page, /40 rows/);
    await settled(page);
    const panel = page.locator('nd-publish-panel');
    const spend = async (before: string, after: string) => {
      await panel.getByRole('button', { name: 'Publish…' }).click();
      await panel
        .getByText('you set ε = 1, δ = 1 × 10⁻⁵, publishing costs ε = 1, δ = 1 × 10⁻⁵.')
        .waitFor();
      await panel.getByText(`bank.csv: ${before} so far, ${after} after this one.`).waitFor();
      expect(await panel.innerText()).not.toContain('ρ');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel.getByRole('button', { name: 'Run and download' }).click(),
      ]);
      const text = await readFile(await download.path(), 'utf8');
      const { privacy } = JSON.parse(text) as ExperimentResult;
      expect(privacy.total).toMatchObject({ epsilon: 1, delta: 1e-5 });
      await panel.getByText('It costs ε = 1, δ = 1 × 10⁻⁵ in all.').waitFor();
    };
    await spend('nothing', 'ε = 1, δ = 1 × 10⁻⁵');
    // Two together are cheaper than twice one.
    await spend('ε = 1, δ = 1 × 10⁻⁵', 'ε = 1.46, δ = 1 × 10⁻⁵');
  });

  it('publishes nothing whose noise cannot be hardened, and says so', async () => {
    const algorithms = [{ id: 'dp-sgd', parameters: {} }];
    const page = await open({ hash: linkTo({ ...pure, privacy: approximate, algorithms }) });
    const panel = page.locator('nd-publish-panel');
    await panel.getByRole('button', { name: 'Publish…' }).click();
    await panel.getByText('choose another method').waitFor();
  });

  it('is the only way: other files say in their names that they hold exact figures', async () => {
    const page = await open();
    await settled(page);
    await page.locator('nd-page-header summary').click();
    await page.getByText('do not publish those of private').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Curves as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/exact\.csv$/);
  });
});

describe('secure runs on an own file', () => {
  it('wait for a click, are counted, and say so before they start', async () => {
    const page = await open({ hash: linkTo(pure) });
    await settled(page);
    await drop(page, 'bank.csv', rows().join('\n'));
    await dataSay(page, /40 rows/);
    await settled(page);
    await page.locator('nd-run-panel').getByLabel('Randomness').selectOption('secure');
    await phase(page, 'waiting');
    const line = page.locator('nd-odometer');
    await line
      .getByText('counted in this browser: none so far. The next one adds ε = 3.')
      .waitFor();
    await line.getByText('including each drag of ε').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await line.getByText('3 runs so far, together ε = 3.').waitFor();
    await settled(page);
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('2');
    await field.press('Enter');
    await line.getByText('6 runs so far, together ε = 9.').waitFor();
    await line.getByRole('button', { name: 'Reset the count' }).click();
    await line.getByText('none so far').waitFor();
  });
});
