// The landscape in a real browser: played, stepped and read, alone on a page with made-up runs.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';

let server: Awaited<ReturnType<typeof listen>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'landscape-'));
  const source = join(root, 'tests', 'browser', 'landscape-site');
  await build({ root: source, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true, target: 'es2022' } }); // prettier-ignore
  server = await listen(0);
  server.open(outDir);
  browser = await launchChromium();
});

afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Look {
  points?: number;
  repeats?: number;
  width?: number;
  scheme?: 'light' | 'dark';
  isCalm?: boolean;
}

/** Opens the page and waits for its ground. */
async function open({
  points = 41,
  repeats = 2,
  width = 1000,
  scheme = 'light',
  isCalm = true,
}: Look) {
  const context = await browser.newContext({
    viewport: { width, height: 812 },
    colorScheme: scheme,
    reducedMotion: isCalm ? 'reduce' : 'no-preference',
  });
  page = await context.newPage();
  await page.goto(`${server.address}?points=${points}&repeats=${repeats}`);
  await page.locator('nd-landscape .notes').getByText('The background is computed').waitFor();
}

const slider = () => page.getByRole('slider', { name: 'Point of the runs' });
const told = async () => (await slider().getAttribute('aria-valuetext')) ?? '';

/** How many pixels of a canvas are not empty. */
const painted = (canvas: string) =>
  page.locator(`nd-landscape canvas.${canvas}`).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length;
  });

describe('the landscape', () => {
  it('is led by the keyboard, and says where the runs are', async () => {
    await open({});
    // Where motion is unwelcome nothing moves by itself: the runs stand at their end.
    expect(await told()).toContain('Method 1, repeat 1: iteration 40 of 40');
    const atEnd = await painted('trails');
    await page.locator('nd-landscape .stage').focus();
    await page.keyboard.press('Home');
    await expect.poll(told).toContain('iteration 0 of 40');
    expect(await painted('trails')).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(told).toContain('Method 1, repeat 2: iteration 2 of 40');
    await slider().press('End');
    await expect.poll(told).toContain('iteration 40 of 40');
    await page.locator('nd-landscape .stage').press('ArrowUp');
    await expect.poll(told).toContain('Method 1, repeat 1');
    expect(await painted('trails')).toBe(atEnd);
    expect(await painted('ground')).toBeGreaterThan(100_000);
  });

  it('plays by itself, and stops when it is told to', async () => {
    await open({ isCalm: false });
    await page.getByRole('button', { name: 'Pause' }).click();
    const stood = await slider().inputValue();
    expect(Number(stood)).toBeLessThan(40);
    await page.waitForTimeout(100);
    expect(await slider().inputValue()).toBe(stood);
  });

  it('is a figure with its ground, its runs and what they are', async () => {
    await open({});
    const figure = await page
      .locator('valley-page')
      .evaluate((element) => (element as HTMLElement & { figure(): string }).figure());
    for (const words of [
      'A valley',
      'Method 1',
      'minimum',
      'runs up to iteration 40',
      'it is not private',
    ]) {
      // prettier-ignore
      expect(figure).toContain(words);
    }
    expect(figure.match(/<polygon/g)!.length).toBeGreaterThan(20);
  });

  it.each([
    { width: 375, scheme: 'dark' },
    { width: 1440, scheme: 'light' },
  ] as const)('fits at $width px, $scheme, and axe finds nothing to blame', async (look) => {
    await open(look);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const blamed = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`); // prettier-ignore
    expect(blamed).toEqual([]);
  });

  it(
    'draws twenty runs of five hundred points in less than a third of a frame',
    { retry: 3 },
    async () => {
      await open({ points: 500, repeats: 10 });
      const milliseconds = await slider().evaluate((input: HTMLInputElement) => {
        const times = Array.from({ length: 500 }, (_, at) => {
          const start = performance.now();
          input.value = String(at);
          input.dispatchEvent(new Event('input'));
          return performance.now() - start;
        });
        return times.sort((one, other) => one - other)[250];
      });
      expect(milliseconds).toBeLessThan(1000 / 60 / 3);
    },
  );
});
