// The built documentation: in any folder of a host that knows nothing of it, and under the site's own headers.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { sitePath, watchedPages } from './harness.ts';
import { PlainHost } from './plain-host.ts';

const open = watchedPages();

/** A page of the documentation, behind the site's headers. */
async function openDocs(path: string, options: Parameters<typeof open>[0] = {}): Promise<Page> {
  // Not the playground: what it would do is for other tests.
  const page = await open({ ...options, hash: `docs/${path}` });
  await page.locator('main h1').waitFor();
  return page;
}

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(255, 255, 255)';

it('stands behind a link in the header of the playground', async () => {
  const page = await open({ hash: '#inside' });
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.waitForURL(/\/docs\/$/);
  await page.getByRole('heading', { name: 'Noisy Descent documentation' }).waitFor();
});

describe('a page of the documentation', () => {
  it('is found by the search, which needs no server', async () => {
    const page = await openDocs('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('neighbours zero-out');
    const hit = page.getByRole('link', { name: /^What is proven and what is not: Neighbours/ });
    await hit.waitFor();
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('dialog li:first-child a:focus');
    await focused.waitFor();
    await hit.click();
    await page.waitForURL(/docs\/explanation\/what-is-proven\.html#neighbours$/);
  });

  it('follows the theme of the system, until another one is chosen, which stays', async () => {
    const page = await openDocs('index.html', { scheme: 'dark' });
    expect(await paper(page)).not.toBe(light);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    expect(await paper(page)).toBe(light);
    await page.getByRole('link', { name: 'Errata of the five papers' }).first().click();
    await page.getByRole('button', { name: 'Theme: light' }).waitFor();
    expect(await paper(page)).toBe(light);
  });

  it.each([
    ['light', 1366],
    ['dark', 390],
  ] as const)('is accessible, %s at a width of %i', async (scheme, width) => {
    for (const path of ['explanation/errata.html', 'tutorials/epsilon-in-the-page.html']) {
      const page = await openDocs(path, { scheme, width });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
      const overflow = () => document.documentElement.scrollWidth - innerWidth;
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    }
  });

  it('on a phone has its pages behind a button', async () => {
    const page = await openDocs('index.html', { width: 390 });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Choose a method' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Pages' }).click();
    expect(await link.isVisible()).toBe(true);
  });
});

describe('a live example', () => {
  it('shows its poster, loads no engine, and runs when it is asked to', async () => {
    const modules: string[] = [];
    const page = await openDocs('tutorials/embed-a-chart.html', {
      prepare: (early) => {
        early.on('request', (request) => {
          if (request.url().endsWith('.wasm')) modules.push(request.url());
        });
        return Promise.resolve();
      },
    });
    await page.locator('noisy-descent > img').waitFor();
    const run = page.locator('noisy-descent').getByRole('button', { name: 'Run' });
    await run.waitFor();
    expect(modules).toEqual([]);
    await run.click();
    await page.locator('noisy-descent').getByText('certified').waitFor();
    const drawn = () =>
      page.evaluate(() => {
        const element = document.querySelector<HTMLElement & { drawPoster(): Promise<string> }>(
          'noisy-descent',
        )!;
        return element.drawPoster();
      });
    const poster = await page.evaluate(async () => {
      const { src } = document.querySelector<HTMLImageElement>('noisy-descent > img')!;
      return (await fetch(src)).text();
    });
    // The poster is the picture of what runs: its bits are the same everywhere.
    await expect.poll(drawn).toBe(poster);
  });
});

describe('on a host that knows nothing of it', () => {
  it('opens from any folder, states its policy, and leads from page to page', async () => {
    const browser = await launchChromium();
    const host = await PlainHost.open(sitePath, '/some/folder/');
    const complaints: string[] = [];
    try {
      const page = await browser.newPage();
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${host.address}docs/`);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'Use words and categories' })
        .click();
      await page.getByRole('link', { name: /^Next/ }).click();
      await page.waitForURL(/some\/folder\/docs\/how-to\/large-and-sparse-data\.html$/);
      const asked = host.asked.map(({ path }) => path);
      expect(asked.filter((path) => !path.startsWith('/some/folder/docs/'))).toEqual([]);
      expect(complaints).toEqual([]);
      // An address elsewhere is refused by the page itself.
      const reached = await page.evaluate(() =>
        fetch('https://example.org/').then(
          () => true,
          () => false,
        ),
      );
      expect(reached).toBe(false);
      expect(complaints.join()).toContain('Content Security Policy');
    } finally {
      await browser.close();
      await host.close();
    }
  });
});
