// The gallery: every example with its picture, one step of the browser away and one step back.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { addressed, linkTo, openExample, settled, watchedPages } from './harness.ts';

const open = watchedPages();

const card = (page: Page, name: string) => page.locator(`nd-gallery button#${name}`);
const title = (page: Page) => page.locator('main .title h2');
const stored = (page: Page) => page.locator('nd-stored-stage').getByText('Stored picture');

describe('an example', () => {
  it('opens as it is meant to be seen, and says what to look at', async () => {
    const page = await open({ hash: '#gallery' });
    await card(page, 'erm-trade-off').click();
    await page.locator('noisy-descent-app[data-phase=waiting]').waitFor();
    await page.getByText('see which curve is lowest').waitFor();
    await addressed(page, 'gradientEvaluations', 'suboptimality');
  });

  it('is a step of the browser: Back and Forward walk through gallery and experiments', async () => {
    const page = await open();
    await settled(page);
    await openExample(page, 'linear-regression');
    const one = await title(page).innerText();
    expect(one).toBe('Linear regression on diabetes, clipped gradients');
    await settled(page);
    await openExample(page, 'kl-hyperbola');
    const two = 'Two layers, one minimum too many: private paths on a hyperbola';
    await expect.poll(() => title(page).innerText()).toBe(two);
    await page.goBack();
    // Whoever comes back finds what was opened.
    await expect.poll(() => card(page, 'kl-hyperbola').evaluate(hasFocus)).toBe(true);
    await page.goBack();
    await expect.poll(() => title(page).innerText()).toBe(one);
    await page.goBack();
    await card(page, 'linear-regression').waitFor();
    await page.goBack();
    await expect.poll(() => title(page).innerText()).toBe('What does epsilon cost?');
    for (let step = 0; step < 4; step += 1) await page.goForward();
    await expect.poll(() => title(page).innerText()).toBe(two);
  });

  it('from the first screen leads back to the gallery and to that', async () => {
    const page = await open({ hash: '' });
    await page.locator('nd-play nd-convergence-chart').waitFor();
    await page.getByRole('button', { name: 'Gallery' }).click();
    await card(page, 'kl-wiggly').click();
    await title(page).waitFor();
    await page.goBack();
    await card(page, 'kl-wiggly').waitFor();
    expect(new URL(page.url()).hash).toMatch(/gallery$/);
    await page.goBack();
    await page.locator('nd-play .lead').waitFor();
  });
});

describe('what is too dear to run unasked', () => {
  it.each([
    ['figure-3', 12],
    ['simplex-arm-dimension', 1],
  ])('%s stands on the stage as it was stored', async (name, pictures) => {
    const page = await open({ hash: '#gallery' });
    await card(page, name).click();
    await stored(page).waitFor();
    expect(await page.locator('nd-stored-stage nd-svg-chart svg polyline').count()).toBeGreaterThan(0); // prettier-ignore
    expect(await page.locator('nd-stored-stage nd-stored-picture').count()).toBe(pictures);
    await page.getByRole('button', { name: 'Run it' }).waitFor();
    await page.reload();
    await stored(page).waitFor();
  });

  it('gives way to the run that is asked for', async () => {
    const page = await open({ hash: '#gallery' });
    await card(page, 'a9a-like').click();
    await page.getByRole('button', { name: 'Run it' }).click();
    await page.locator('nd-convergence-chart').waitFor({ timeout: 60_000 });
    expect(await page.locator('nd-stored-stage').count()).toBe(0);
  }, 120_000);

  it('says so of its picture when something is changed before the run', async () => {
    const page = await open({ hash: '#gallery' });
    await card(page, 'simplex-tasks').click();
    await stored(page).waitFor();
    const epsilon = page.locator('nd-privacy-panel nd-epsilon-control #number');
    await epsilon.fill('2');
    await page.keyboard.press('Enter');
    await page.getByText('before your changes').waitFor();
  });
});

describe('an example on a file of the reader', () => {
  it('says which and where to get it, and takes it in the place of the picture', async () => {
    const page = await open({ hash: '#gallery' });
    await card(page, 'covertype-file').click();
    const target = page.locator('nd-file-target');
    await target.getByText('This experiment reads covtype.data.').waitFor();
    expect(await target.getByRole('link').getAttribute('href')).toBe(
      'https://archive.ics.uci.edu/dataset/31/covertype',
    );
    const row = (index: number) => [2000 + index, ...Array<number>(53).fill(1), 1 + (index % 7)];
    const text = Array.from({ length: 40 }, (_, index) => row(index).join(',')).join('\n');
    await target.locator('input').setInputFiles({
      name: 'mine.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await target.waitFor({ state: 'detached' });
    const app = page.locator('noisy-descent-app');
    await expect.poll(() => app.getAttribute('data-error')).not.toBe('missing-data');
    expect(await title(page).innerText()).toMatch(/^Covertype/);
  });

  it('is asked for once where a link brings it', async () => {
    const { default: covertype } = await import('../../examples/covertype-file.json');
    const page = await open({ hash: linkTo(covertype) });
    await page.getByText('Choose your copy').waitFor();
    await page.getByRole('link', { name: 'the UCI repository, data set 31' }).waitFor();
    expect(await page.locator('nd-file-target label').count()).toBe(0);
  });
});

describe('the gallery', () => {
  it('is found through by words, and opened by keyboard', async () => {
    const page = await open({ hash: '#gallery' });
    const find = page.getByRole('searchbox', { name: 'Find' });
    await find.fill('katyusha');
    await expect.poll(() => page.locator('nd-gallery article').count()).toBe(1);
    await page.getByText(/^\s*1 of \d+ examples\s*$/).waitFor();
    await card(page, 'solver-race').focus();
    await page.keyboard.press('Enter');
    await page.getByText('All curves end at the same height').waitFor();
  });

  it('is one column on a phone, and no wider than it', async () => {
    const page = await open({ hash: '#gallery', width: 320, height: 640 });
    await card(page, 'quickstart').waitFor();
    const { columns, excess } = await page.locator('nd-gallery').evaluate((gallery) => {
      const list = gallery.shadowRoot!.querySelector('ul')!;
      const root = document.documentElement;
      return {
        columns: getComputedStyle(list).gridTemplateColumns.split(' ').length,
        excess: root.scrollWidth - root.clientWidth,
      };
    });
    expect({ columns, excess }).toEqual({ columns: 1, excess: 0 });
  });

  it.each([
    ['light', 1440],
    ['dark', 375],
  ] as const)('gives axe nothing to blame, %s, %d px', async (scheme, width) => {
    const page = await open({ hash: '#gallery', scheme, width, height: 900 });
    await page.locator('nd-gallery nd-svg-chart svg').first().waitFor();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});

function hasFocus(element: Element): boolean {
  return (element.getRootNode() as ShadowRoot).activeElement === element;
}
