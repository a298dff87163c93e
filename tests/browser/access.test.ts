import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { linkTo, Playground, settled } from './harness.ts';

let playground: Playground;

beforeAll(async () => {
  playground = await Playground.open();
});
afterAll(() => playground.close());

/** Each width and each scheme once: colours follow the scheme alone, and sizes the width. */
const looks = [
  { width: 375, height: 812, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
] as const;

/** By how much the page is wider than the screen. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe blames, with the elements. */
async function blamed(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

describe.each(looks)('at $width px, $scheme', (look) => {
  it('nothing is wider than the screen, and axe finds nothing to blame', async () => {
    const { page, close } = await playground.visit(look);
    await settled(page);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await blamed(page)).toEqual([]);
    await close();
  });
});

/** Every part of the lab; the figures wait for their panels. */
const places = [
  ['quadratic', 'nd-stability-map'],
  ['quadratic,quadratic.step:3.9', '.verdict.bad'],
  ['certificate', 'nd-certificate-view table >> nth=1'],
  ['figures', 'nd-panel-grid'],
  ['horizon', 'nd-horizon-view nd-lab-chart >> nth=2'],
  ['bounds', 'nd-bounds-view nd-lab-chart'],
  ['releases', 'nd-solver-costs-view table'],
  ['epoch', 'nd-epoch-view nd-lab-chart >> nth=1'],
  ['batch', 'nd-batch-view tbody tr >> nth=3'],
  ['tables', 'nd-tables-view table >> nth=4'],
  ['widths', 'nd-widths-view tbody tr >> nth=5'],
  ['vertices', 'nd-levels-view nd-lab-chart >> nth=2'],
] as const;

describe('the lab', () => {
  it.each(places)('%s fits in every look, and axe finds nothing to blame', async (place, sign) => {
    // axe is slow: it looks at one place on the phone and at the next one in the dark.
    const audited = looks[places.findIndex(([other]) => other === place) % looks.length];
    const { page, complaints, close } = await playground.visit({ hash: `#lab=${place}` });
    await page.locator(sign).waitFor();
    for (const each of looks) {
      const { width, height, scheme } = each;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))); // prettier-ignore
      const look = `${width} px, ${scheme}`;
      expect(await tooWide(page), look).toBeLessThanOrEqual(0);
      if (each === audited) expect(await blamed(page), look).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each(looks)('the story of a weak promise at $width px, $scheme', (look) => {
  it('fits with all its warnings and answers, and axe finds nothing to blame', async () => {
    const privacy = { notion: 'approximate', epsilon: 12, delta: 0.01 };
    const hash = linkTo({ ...quickstart, privacy });
    const { page, close } = await playground.visit({ ...look, hash });
    await settled(page);
    const inverse = page.locator('nd-inverse-panel');
    await inverse.getByRole('button', { name: 'Find it' }).click();
    await inverse.getByRole('button', { name: 'Try in practice' }).click();
    await inverse.getByText('On generated data').waitFor();
    if (look.width < 600) await page.getByRole('button', { name: 'Story', exact: true }).click();
    await page.locator('nd-risk-panel').getByText('This delta is too large').waitFor();
    await page.locator('nd-accounting-panel table').waitFor();
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(await blamed(page)).toEqual([]);
    await close();
  });
});

describe('the sheets of a small screen', () => {
  it.each(['Data', 'Privacy', 'Algorithms', 'Story'])(
    '%s opens, is sound, and closes with Escape',
    async (name) => {
      const { page, close } = await playground.visit(looks[0]);
      await settled(page);
      await page.getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await close();
    },
  );
});

describe('the data', () => {
  it('cannot leave: the browser refuses every other address', async () => {
    const { page, foreign, close } = await playground.visit();
    await settled(page);
    const answer = await page.evaluate(() =>
      fetch('https://example.org/').then(
        () => 'sent',
        () => 'refused',
      ),
    );
    expect(answer).toBe('refused');
    expect(foreign).toEqual([]);
    await close();
  });
});

/** Presses Tab until the page is left; every stop has to show that it has the focus. */
async function tabThrough(page: Page): Promise<string[]> {
  const seen: string[] = [];
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return {
        what: `${element.localName} ${element.id} ${name.trim().slice(0, 30)}`,
        visible: outlineStyle !== 'none' && outlineWidth !== '0px',
      };
    });
    if (focused === null) break;
    expect(focused.visible, focused.what).toBe(true);
    seen.push(focused.what);
  }
  return seen;
}

describe('the keyboard', () => {
  it('reaches every control, shows where it is, and is never trapped', async () => {
    const { page, close } = await playground.visit({ reducedMotion: 'reduce' });
    await settled(page);
    const seen = await tabThrough(page);
    expect(seen.join('\n')).toMatch(
      /Gallery[\s\S]*Export[\s\S]*slider[\s\S]*DP-GD[\s\S]*application|Gap to optimum/,
    );
    expect(new Set(seen).size).toBeGreaterThan(25);
    await close();
  });

  it('reaches every control of the lab', async () => {
    const { page, close } = await playground.visit({ reducedMotion: 'reduce', hash: '#lab=' });
    await page.locator('nd-stability-map').waitFor();
    const seen = (await tabThrough(page)).join('\n');
    expect(seen).toMatch(/Lab[\s\S]*Horizon[\s\S]*Speed[\s\S]*Step against momentum/);
    expect(seen).toMatch(/Momentum[\s\S]*Back to the defaults/);
    await close();
  });

  it('moves the crosshair, and a screen reader hears the values', async () => {
    const privacy = { notion: 'pure', epsilon: 1 };
    const { page, close } = await playground.visit({ hash: linkTo({ ...quickstart, privacy }) });
    await settled(page);
    const chart = page.getByRole('application');
    await chart.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
    const status = page.locator('nd-chart-panel [role=status]');
    expect(await status.innerText()).toMatch(
      /^At iteration 2\. DP-GD: \d.*, epsilon 0\.1 spent\. DP-HB/,
    );
    await page.keyboard.press('End');
    expect(await status.innerText()).toMatch(/epsilon 1 spent/);
    await page.keyboard.press('Escape');
    expect(await page.locator('nd-legend .at').innerText()).toContain('At the end');
    await close();
  });

  it('fades and isolates a curve from the legend', async () => {
    const { page, close } = await playground.visit();
    await settled(page);
    const entries = page.locator('nd-legend button');
    await entries.nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await entries.nth(1).getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Shift+Enter');
    expect(
      await entries.evaluateAll((list) => list.map((one) => one.getAttribute('aria-pressed'))),
    ).toEqual(['false', 'true', 'false']);
    await entries.nth(1).dblclick();
    expect(
      await entries.evaluateAll((list) => list.map((one) => one.getAttribute('aria-pressed'))),
    ).toEqual(['true', 'true', 'true']);
    await close();
  });
});
