// Look inside as a new reader finds it: what is open, what is seen at once, where answers land, what a finger meets.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { linkTo, settled, watchedPages } from './harness.ts';

const open = watchedPages();

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

const boxOf = async (part: Locator): Promise<Box> => (await part.boundingBox())!;

const fold = (page: Page, title: string) => page.locator('nd-fold', { hasText: title });

/** The place of everything that a reader looks at first. */
async function standing(page: Page): Promise<Record<string, Box>> {
  const parts = {
    title: '.title h2',
    chart: 'nd-chart-panel nd-convergence-chart',
    legend: 'nd-legend',
    table: 'nd-summary-table',
    data: 'nd-data-panel',
    epsilon: 'nd-privacy-panel nd-epsilon-control',
    methods: 'nd-algorithms-panel',
    risk: 'nd-risk-panel',
  };
  const boxes = Object.entries(parts).map(async ([name, where]) => {
    return [name, await boxOf(page.locator(where).first())] as const;
  });
  return Object.fromEntries(await Promise.all(boxes));
}

describe('a desk', () => {
  it.each([
    [1440, 900],
    [1366, 650],
  ])(
    'shows epsilon, chart and table at once at %d x %d, and moves nothing',
    async (width, height) => {
      const page = await open({ width, height, panels: 'folded' });
      await page.locator('nd-summary-table table').waitFor();
      const early = await standing(page);
      await settled(page);
      await page.waitForLoadState('networkidle');
      await page.locator('nd-legend li.reference:not(.awaited)').waitFor();
      const late = await standing(page);
      expect(late).toEqual(early);
      for (const name of ['epsilon', 'chart', 'table']) {
        const { y, height: own } = late[name];
        expect(y + own, name).toBeLessThanOrEqual(height);
      }
    },
  );

  it('opens with data, privacy, methods and risk; a problem opens its panel, and it is kept open', async () => {
    const page = await open({ panels: 'folded' });
    await settled(page);
    const folds = page.locator('nd-fold');
    expect(await folds.count()).toBeGreaterThanOrEqual(10);
    expect(await page.locator('nd-fold[open]').count()).toBe(0);
    const shown = page.locator(':is(.rail, main) section[aria-labelledby]:visible header');
    expect(await shown.allInnerTexts()).toEqual([
      'Data',
      'Privacy',
      'Algorithms',
      'Risk for one person',
      'Why?',
    ]);
    await fold(page, 'Problem')
      .getByRole('button', { name: /Logistic, L2 0\.05/ })
      .click();
    await page.getByLabel('Loss').waitFor();
    await page.reload();
    await settled(page);
    await page.getByLabel('Loss').waitFor();
    await page.getByLabel('Strength').fill('-1');
    await page.keyboard.press('Enter');
    await page.locator('nd-problem-panel [aria-invalid=true]').waitFor();
    await fold(page, 'Problem').getByRole('heading').getByRole('button').first().click();
    await page.waitForTimeout(100);
    expect(await page.getByLabel('Strength').isVisible()).toBe(true);
  });

  it.each([900, 1100, 1280])(
    'covers no control with what a field means, %d wide',
    async (width) => {
      const page = await open({ width, height: 800 });
      await settled(page);
      const isWide = width >= 1100;
      const place = isWide ? '.rail.right .scroll' : 'nd-sheets dialog > .body';
      if (!isWide)
        await page.locator('nd-sheets nav').getByRole('button', { name: 'Privacy' }).click();
      await page
        .locator(`${isWide ? '.rail.left' : 'nd-sheets'} nd-epsilon-control #number`)
        .focus();
      const why = page.locator(isWide ? 'nd-why-panel' : 'nd-sheets .why');
      await why.getByText('How much the result may reveal').waitFor();
      const [meaning, panels] = [await boxOf(why), await boxOf(page.locator(place))];
      expect(panels.y + panels.height).toBeLessThanOrEqual(meaning.y + 0.5);
      const last = page.locator(`${place} :is(button, select, input):visible`).last();
      await last.scrollIntoViewIfNeeded();
      const { y, height } = await boxOf(last);
      expect(y + height).toBeLessThanOrEqual(meaning.y + 0.5);
    },
  );
});

describe('a question below the chart', () => {
  it.each([
    ['Which budget do I need?', 'Find it', '.told'],
    ['Solver race', 'Race them', '.winner'],
    ['Audit', 'Audit', '.verdict'],
  ])('%s is answered wide, and in view', async (title, act, answer) => {
    const page = await open({ panels: 'folded' });
    await settled(page);
    const asked = fold(page, title);
    await asked.getByRole('heading').getByRole('button').click();
    const doIt = asked.locator('section').getByRole('button', { name: act, exact: true });
    await doIt.click();
    const told = page.locator(`main nd-fold ${answer}`);
    await told.waitFor({ timeout: 60_000 });
    await doIt.waitFor({ timeout: 60_000 });
    expect((await boxOf(told)).width).toBeGreaterThan(400);
    const isSeen = async () => {
      const { y, height } = await boxOf(told);
      return y >= 0 && y + height <= 900;
    };
    await expect.poll(isSeen).toBe(true);
  });
});

/** What a finger would miss: visible controls lower than 44 px, with their heights. */
function low(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const visit = (node: Element): void => {
      for (const one of [...(node.shadowRoot?.children ?? []), ...node.children]) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        if (one.matches('button, select, summary, textarea, input:not([type=file])')) {
          // A box to tick is as high as what is written beside it.
          const target = one.matches('[type=checkbox]') ? (one.closest('label') ?? one) : one;
          const { height } = target.getBoundingClientRect();
          if (height < 43.9) found.push(`${one.outerHTML.slice(0, 90)}: ${height}`);
        }
        visit(one);
      }
    };
    visit(document.querySelector('noisy-descent')!);
    return found;
  });
}

describe('a phone', () => {
  it('has no control lower than 44 px in Play and Look inside, and its name in every place', async () => {
    const page = await open({ hash: '', width: 390, height: 844 });
    const name = page.locator('nd-page-header h1');
    await page.locator('noisy-descent-app[data-phase=done]').waitFor();
    expect(await low(page)).toEqual([]);
    expect((await boxOf(name)).width).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Look inside' }).click();
    await settled(page);
    expect(await low(page)).toEqual([]);
    for (const sheet of ['Data', 'Privacy', 'Algorithms', 'Story']) {
      await page.locator('nd-sheets nav').getByRole('button', { name: sheet }).click();
      expect(await low(page), sheet).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
    }
    for (const place of ['Your table', 'Gallery', 'Lab', 'Look inside']) {
      await page.locator('nd-page-header nav').getByRole('button', { name: place }).click();
      const { width, x } = await boxOf(name);
      expect(width, place).toBeGreaterThan(60);
      expect(x, place).toBeGreaterThanOrEqual(0);
    }
  });

  it.each([
    [390, 844],
    [844, 390],
  ])('shows the whole landscape between its bars, %d x %d', async (width, height) => {
    const run = { ...quickstart.run, trace: { iterates: true } };
    const page = await open({ hash: linkTo({ ...quickstart, run }), width, height });
    await settled(page);
    await page.getByLabel('What is drawn').selectOption('landscape');
    const stage = page.locator('nd-landscape .stage');
    await stage.waitFor();
    await page.locator('nd-landscape nd-playback-bar').waitFor();
    await stage.evaluate((one) => one.scrollIntoView({ block: 'start' }));
    const [drawn, bar] = [await boxOf(stage), await boxOf(page.locator('.thumb'))];
    expect(drawn.y).toBeGreaterThanOrEqual(-0.5);
    expect(drawn.y + drawn.height).toBeLessThanOrEqual(bar.y);
    expect(drawn.x + drawn.width).toBeLessThanOrEqual(width);
    const canvas = await boxOf(page.locator('nd-landscape-canvas'));
    expect(canvas.height).toBeLessThanOrEqual(drawn.height + 0.5);
    expect(canvas.height).toBeGreaterThan(160);
  });
});
