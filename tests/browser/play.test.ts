// The first screen: one slider, what it does, and nothing that has to be scrolled for or that moves.
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { watchedPages } from './harness.ts';

const open = watchedPages();

/** 720 x 450 is a desk of 1440 x 900 at 200%. */
const sizes = [
  [320, 640],
  [390, 844],
  [720, 450],
  [768, 1024],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

/** What has to be seen without scrolling. */
const parts = (page: Page): Record<string, Locator> => ({
  lead: page.locator('nd-play .lead'),
  slider: page.locator('nd-play nd-epsilon-control #slider'),
  chart: page.locator('nd-play nd-convergence-chart'),
  risk: page.locator('nd-play nd-risk-panel svg.dots'),
  sentence: page.locator('nd-play .sentence'),
});

async function boxes(page: Page): Promise<Record<string, { x: number; y: number }>> {
  const entries = Object.entries(parts(page)).map(async ([name, part]) => {
    const { x, y, width, height } = (await part.boundingBox())!;
    return [name, { x, y, width, height, right: x + width, bottom: y + height }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const done = (page: Page) =>
  page.locator('noisy-descent-app[data-phase=done]:not([data-stale])').waitFor();

const sentence = (page: Page) => page.locator('nd-play .sentence').innerText();

describe.each(sizes)('the first screen at %d x %d', (width, height) => {
  it('shows slider, accuracy and risk at once, and moves nothing that stands', async () => {
    const page = await open({ hash: '', width, height });
    await page.locator('nd-play nd-convergence-chart').waitFor();
    const early = await boxes(page);
    await done(page);
    await page.waitForLoadState('networkidle');
    const late = await boxes(page);
    expect(late).toEqual(early);
    for (const [name, box] of Object.entries(late)) {
      const { x, y, right, bottom } = box as {
        x: number;
        y: number;
        right: number;
        bottom: number;
      };
      expect(Math.min(x, y), name).toBeGreaterThanOrEqual(0);
      expect(right, name).toBeLessThanOrEqual(width);
      expect(bottom, name).toBeLessThanOrEqual(height);
    }
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);
  });
});

describe('the first screen', () => {
  it('has at most eight controls, and epsilon within three stops of the Tab key', async () => {
    const page = await open({ hash: '' });
    await done(page);
    const controls = page.locator(
      'noisy-descent-app :is(button, input, select, summary, a, [tabindex="0"]):visible',
    );
    expect(await controls.count()).toBeLessThanOrEqual(8);
    const focused = () =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.id ?? '';
      });
    const stops: string[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused());
    }
    expect(stops).toContain('slider');
  });

  it('says what is drawn, and follows the hand', async () => {
    const page = await open({ hash: '' });
    await done(page);
    const said = /^At epsilon 1 .* is right for (\d+) of 100 records that it has not seen; without privacy (\d+), always the majority (\d+)\.$/; // prettier-ignore
    const [, own, free, blind] = said.exec(await sentence(page))!.map(Number);
    expect(blind).toBeLessThan(own);
    expect(own).toBeLessThanOrEqual(free);
    const risk = page.locator('nd-play nd-risk-panel').getByText(/^Of guesses/);
    expect(await risk.innerText()).toContain('at most 73 in 100 instead of 50 in 100');
    await page.locator('nd-epsilon-control #number').fill('0.02');
    await page.keyboard.press('Enter');
    await expect.poll(() => sentence(page)).toMatch(/^At epsilon 0\.02 /);
    expect(await risk.innerText()).toContain('at most 51 in 100');
    const worse = Number(/right for (\d+) of/.exec(await sentence(page))![1]);
    expect(worse).toBeLessThan(own);
  });

  it('draws the same over epsilon, and what the slider moves there is a mark', async () => {
    const page = await open({ hash: '' });
    await done(page);
    await page.getByRole('button', { name: 'Over epsilon' }).click();
    const drawn = () =>
      page.evaluate(() => {
        const play = document
          .querySelector('noisy-descent')!
          .shadowRoot!.querySelector('noisy-descent-app')!
          .shadowRoot!.querySelector('nd-play')!;
        const { model } = play.shadowRoot!.querySelector('nd-convergence-chart') as unknown as {
          model: {
            axis: string;
            mark?: number;
            series: { x: number[]; median: number[] }[];
            levels: unknown[];
          };
        };
        return model;
      });
    await expect.poll(async () => (await drawn()).axis, { timeout: 15_000 }).toBe('other');
    const { levels, mark, series } = await drawn();
    expect(mark).toBe(1);
    expect(levels).toHaveLength(2);
    for (const { x, median } of series) {
      expect(x).toEqual([0.03, 0.1, 0.3, 0.6, 1, 2, 4, 10]);
      expect(median.at(-1)).toBeGreaterThan(median[0]);
    }
    await page.locator('nd-epsilon-control #number').fill('5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await drawn()).mark).toBe(5);
  });

  it('opens what is behind it, and comes back to the same experiment', async () => {
    const page = await open({ hash: '' });
    await done(page);
    await page.locator('nd-epsilon-control #number').fill('3');
    await page.keyboard.press('Enter');
    await expect.poll(() => sentence(page)).toMatch(/^At epsilon 3 /);
    await page.getByRole('button', { name: 'Look inside' }).click();
    await page.locator('nd-summary-table table').waitFor();
    expect(await page.locator('nd-privacy-panel nd-epsilon-control #number').inputValue()).toBe(
      '3',
    );
    await page.goBack();
    await expect.poll(() => sentence(page)).toMatch(/^At epsilon 3 /);
    await page.reload();
    await done(page);
    expect(await sentence(page)).toMatch(/^At epsilon 3 /);
  });

  it.each(['light', 'dark'] as const)('gives axe nothing to blame, %s', async (scheme) => {
    for (const [width, height] of [
      [375, 812],
      [1440, 900],
    ]) {
      const page = await open({ hash: '', scheme, width, height });
      await done(page);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });
});
