// A rail hides what is wider than itself: no scroll bar of the page would show it. So boxes are compared.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { linkTo, settled, watchedPages } from './harness.ts';

const open = watchedPages();

/** Whatever is seen in a place and reaches beyond its sides, or is cut without a sign of it, in words. */
function strays(page: Page, place: string): Promise<string[]> {
  return page.locator(place).evaluate((rail) => {
    const found: string[] = [];
    const { left, right } = rail.getBoundingClientRect();
    const report = (what: string, box: DOMRect) => {
      const isOut = box.width > 0 && (box.left < left - 1 || box.right > right + 1);
      if (isOut)
        found.push(`${what}: ${Math.round(box.left - left)} to ${Math.round(box.right - right)}`);
    };
    const textBox = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect();
    };
    const visit = (node: Node): void => {
      if (node instanceof Text && node.data.trim()) report(node.data.trim(), textBox(node));
      if (!(node instanceof Element) || !node.checkVisibility()) return;
      report(node.tagName.toLowerCase(), node.getBoundingClientRect());
      const { clipPath, overflowX, textOverflow } = getComputedStyle(node);
      // Texts for screen readers have no place on the screen.
      if (clipPath !== 'none') return;
      if (overflowX !== 'visible' && node !== rail && node.tagName !== 'svg') {
        const isCut = overflowX === 'hidden' && textOverflow !== 'ellipsis';
        const excess = node.scrollWidth - node.clientWidth;
        if (isCut && excess > 1) found.push(`${node.tagName.toLowerCase()} cuts ${excess}`);
        // What scrolls or says that it goes on may hold more than is seen.
        if (overflowX !== 'hidden' || textOverflow === 'ellipsis') return;
      }
      if (node.tagName === 'svg' || node.tagName === 'SELECT') return;
      for (const child of node.shadowRoot?.childNodes ?? []) visit(child);
      for (const child of node.childNodes) visit(child);
    };
    visit(rail);
    return found;
  });
}

/** Shows what is folded, the lists of what does not fit included; what unfolds may hold more of it. */
async function unfold(page: Page, place: string): Promise<void> {
  const folded = page
    .locator(place)
    .locator('nd-disclosure button[aria-expanded=false], details:not([open]) > summary');
  for (let left = 60; left > 0 && (await folded.count()) > 0; left -= 1) {
    await folded.first().dispatchEvent('click');
    await page.waitForTimeout(20);
  }
  expect(await folded.count()).toBe(0);
}

const crowded = linkTo({
  ...quickstart,
  title: 'A title that is longer than a phone is wide, and longer than a rail',
  problem: { ...quickstart.problem, regularizer: { kind: 'none' } },
  algorithms: [...quickstart.algorithms, { id: 'dp-svrg', parameters: { batchSize: 600 } }],
});

const pages = { 'the opening page': '', 'a page with lists of what does not fit': crowded };

describe.each(Object.entries(pages))('%s', (_, hash) => {
  it('keeps its rails on a desk', async () => {
    const page = await open({ hash });
    await settled(page);
    await page.locator('nd-misfit-list nd-disclosure').first().waitFor({ timeout: 60_000 });
    for (const place of ['.rail.left', '.rail.right', 'main']) {
      await unfold(page, place);
      expect(await strays(page, `noisy-descent-app ${place}`), place).toEqual([]);
    }
  });

  it('keeps its sheets on a phone', async () => {
    const page = await open({ hash, width: 375, height: 812 });
    await settled(page);
    expect(await strays(page, 'noisy-descent-app main')).toEqual([]);
    expect(await strays(page, 'nd-page-header')).toEqual([]);
    for (const name of ['Data', 'Privacy', 'Algorithms', 'Story']) {
      await page.locator('nd-sheets nav').getByRole('button', { name }).click();
      await unfold(page, 'nd-sheets dialog');
      expect(await strays(page, 'nd-sheets dialog'), name).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
    }
  });
});

it('the comparison sees a heading that does not wrap, and a box that is too wide', async () => {
  const page = await open();
  await settled(page);
  const heading = page.locator('nd-misfit-list [slot=head]').first();
  await heading.waitFor({ timeout: 60_000 });
  await heading.evaluate((one: HTMLElement) => {
    one.style.whiteSpace = 'nowrap';
    one.textContent += ' and so on'.repeat(9);
  });
  const rail = 'noisy-descent-app .rail.left';
  expect((await strays(page, rail)).join()).toContain('span cuts');
  const list = page.locator('nd-misfit-list').first();
  await list.evaluate((one: HTMLElement) => (one.style.width = '400px'));
  expect((await strays(page, rail)).join()).toContain('nd-misfit-list:');
});
