// A rail hides what is wider than itself: no scroll bar of the page would show it. So boxes are compared.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import wiggly from '../../examples/kl-wiggly.json' with { type: 'json' };
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

/** Shows what is folded, the lists of what does not fit included; what unfolds may hold more of it, and some arrives late. */
async function unfold(page: Page, place: string): Promise<void> {
  const folded = page
    .locator(place)
    .locator('nd-disclosure button[aria-expanded=false], details:not([open]) > summary');
  for (let left = 90, calm = 0; left > 0 && calm < 5; left -= 1) {
    const isOpen = (await folded.count()) === 0;
    calm = isOpen ? calm + 1 : 0;
    if (!isOpen) await folded.first().dispatchEvent('click');
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

const pages = { 'the opening page': '#inside', 'a page with lists of what does not fit': crowded };

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
      // The lists of what does not fit come together, when the engine has looked at everything.
      if (name === 'Data') await page.locator('nd-sheets dialog nd-misfit-list nd-disclosure').first().waitFor({ timeout: 60_000 }); // prettier-ignore
      await unfold(page, 'nd-sheets dialog');
      expect(await strays(page, 'nd-sheets dialog'), name).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
    }
  });
});

describe('a trial as a KL problem', () => {
  const tried = 'nd-kl-trial-panel [role=status]';

  it('is one key press on a desk, keeps the rail, and is undone', async () => {
    const page = await open();
    await settled(page);
    await page.getByRole('button', { name: 'Try as a KL problem' }).press('Enter');
    await page.locator(tried).getByText('6 certified facts, no assumptions').waitFor();
    await settled(page);
    for (const head of ['What was changed', 'Certified', 'What each method does']) {
      await page.locator('nd-kl-trial-panel').getByRole('button', { name: head }).waitFor();
    }
    const panel = page.locator('nd-kl-trial-panel');
    await panel.getByText('KL Spider is left out: budget too small').waitFor();
    expect(await strays(page, 'noisy-descent-app .rail.left')).toEqual([]);
    await page.locator('nd-epsilon-control').getByRole('textbox').fill('2000');
    await page.locator('nd-epsilon-control').getByRole('textbox').press('Enter');
    await panel.getByText('KL Spider: By its bound it ends at most').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('KL Spider is left out: budget too small').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(tried).getByText('Tried').waitFor({ state: 'detached' });
    await settled(page);
    expect(await page.locator('nd-summary-table').getByText('DP-HB').count()).toBeGreaterThan(0);
  });

  it('keeps its sheet on a phone, and says what is assumed', async () => {
    const hash = linkTo({ ...quickstart, problem: { loss: 'sigmoid' } });
    const page = await open({ hash, width: 375, height: 812, scheme: 'dark' });
    await page.locator('nd-sheets nav').getByRole('button', { name: 'Data' }).click();
    await page.getByRole('button', { name: 'Try as a KL problem' }).click();
    await page.locator(tried).getByText('5 certified facts, 1 assumption').waitFor();
    await page.getByText('The KL condition with').waitFor();
    expect(await strays(page, 'nd-sheets dialog')).toEqual([]);
  });

  it('is not for problems of the gallery', async () => {
    const page = await open();
    await settled(page);
    await page.locator('nd-kl-trial-panel').waitFor();
    await page.getByLabel('Loss').selectOption({ index: 12 });
    await page.locator('nd-kl-trial-panel').waitFor({ state: 'detached' });
  });
});

describe('a probe of the KL condition', () => {
  it('waits on data of one’s own, finds strong convexity, and keeps the rail', async () => {
    const page = await open();
    await settled(page);
    const panel = page.locator('nd-probe-panel');
    expect(await panel.locator('nd-probe-chart').count()).toBe(0);
    await panel.getByRole('button', { name: 'Probe it' }).press('Enter');
    await panel.getByText('Over 512 points the gap goes like').waitFor();
    await panel.getByText(/κ = 2, γ = .* no point lies above its line/).waitFor();
    const dots = () => panel.locator('circle').count();
    expect(await dots()).toBe(512);
    expect(await strays(page, 'noisy-descent-app .rail.right')).toEqual([]);
    const before = await panel.locator('.told p').nth(1).innerText();
    await panel.getByRole('textbox', { name: 'Within distance' }).fill('0.01');
    await panel.getByRole('textbox', { name: 'Within distance' }).press('Enter');
    const told = () => panel.locator('.told p').nth(1).innerText();
    await expect.poll(told, { timeout: 15_000 }).not.toBe(before);
    await panel.getByRole('textbox', { name: 'Exponent κ' }).fill('1.5');
    await panel.getByRole('textbox', { name: 'Exponent κ' }).press('Enter');
    await panel.getByText('With κ = 1.5, as asked for,').waitFor();
  });

  it('of the gallery comes by itself, also on a phone', async () => {
    const page = await open({ hash: linkTo(wiggly), width: 375, height: 812, scheme: 'dark' });
    await page.locator('nd-sheets nav').getByRole('button', { name: 'Story' }).click();
    await page.locator('nd-probe-panel').getByText('Over 512 points').waitFor();
    expect(await strays(page, 'nd-sheets dialog')).toEqual([]);
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
