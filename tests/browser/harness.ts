import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext, JSHandle, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { decodeLink } from '../../wasm/client/link/index.ts';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';

/** The built playground. */
export const sitePath = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** The titles of all panels that fold. */
function foldedTitles(): string[] {
  const source = fileURLToPath(new URL('../../web/src/feature/', import.meta.url));
  return globSync('*/registration.ts', { cwd: source }).flatMap((name) => {
    const text = readFileSync(source + name, 'utf8');
    return text.includes('  fold: ') ? [/ title: '(.*)'/.exec(text)![1]] : [];
  });
}

export interface Visit {
  page: Page;
  /** Addresses outside the page's origin that something asked for. */
  foreign: string[];
  /** What the page or the browser complained about. */
  complaints: string[];
  close: () => Promise<void>;
}

export interface VisitOptions {
  /** What stands behind the address; without it the page opens behind the first screen. */
  hash?: string;
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  /** Folded as for a new reader; else every panel is open, as a reader left it who opened them all. */
  panels?: 'folded';
  /** Called before anything is loaded. */
  prepare?: (page: Page) => Promise<void>;
}

/** The built playground behind its own server and headers, and a real Chromium. */
export class Playground {
  private readonly browser: Browser;
  private readonly server: Awaited<ReturnType<typeof listen>>;

  private constructor(browser: Browser, server: Awaited<ReturnType<typeof listen>>) {
    this.browser = browser;
    this.server = server;
  }

  static async open(): Promise<Playground> {
    if (!existsSync(sitePath)) throw new Error('web/dist is missing: npm run build');
    const server = await listen(0);
    server.open(sitePath);
    return new Playground(await launchChromium(), server);
  }

  get address(): string {
    return this.server.address;
  }

  async visit(options: VisitOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      colorScheme: options.scheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      hasTouch: (options.width ?? 1440) < 600,
      acceptDownloads: true,
      // What it keeps is for a next visit, which no visit here has: static_site.test.ts has them.
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(15_000);
    if (options.panels !== 'folded') {
      const kept = JSON.stringify({ open: foldedTitles() });
      await context.addInitScript((text) => {
        // An empty page has no storage.
        if (location.protocol !== 'about:') localStorage.setItem('noisy-descent.panels', text);
      }, kept);
    }
    const visit = await this.watch(context);
    await options.prepare?.(visit.page);
    await visit.page.goto(this.address + (options.hash ?? '#inside'));
    return visit;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  private async watch(context: BrowserContext): Promise<Visit> {
    const foreign: string[] = [];
    const complaints: string[] = [];
    const { origin } = new URL(this.address);
    context.on('request', (request) => {
      const { protocol, origin: from } = new URL(request.url());
      const isInside = protocol === 'blob:' || protocol === 'data:' || from === origin;
      if (!isInside) foreign.push(request.url());
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    return { page, foreign, complaints, close: () => context.close() };
  }
}

/**
 * One playground for the tests of a file, and a way to open it once in each. Whatever a test does, the page stays in
 * itself and complains of nothing.
 */
export function watchedPages(): (options?: VisitOptions) => Promise<Page> {
  let playground: Playground;
  let visit: Visit;
  beforeAll(async () => {
    playground = await Playground.open();
  });
  afterAll(() => playground.close());
  afterEach(async () => {
    const { foreign, complaints } = visit;
    await visit.close();
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
  return async (options) => {
    visit = await playground.visit(options);
    return visit.page;
  };
}

/** Waits until the present experiment has run and its chart is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.locator('nd-summary-table table').waitFor();
  await page.locator('noisy-descent-app[data-phase=done]:not([data-stale])').waitFor();
}

/** Opens an example from the gallery, and waits until it is there. */
export async function openExample(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: 'Gallery' })
    .click();
  await page.locator(`nd-gallery button#${name}`).click();
  await page.locator('main .title h2').waitFor();
}

/** The median at the end of every algorithm, as the summary shows it. */
export async function medians(page: Page): Promise<Map<string, number>> {
  const rows = page.locator('nd-summary-table tbody tr');
  const labels = await rows.locator('th').allInnerTexts();
  const values = await rows.locator('td:nth-of-type(1)').allInnerTexts();
  return new Map(labels.map((label, index) => [label.trim(), readNumber(values[index])]));
}

/** Waits until a run has ended whose medians are others than before, and gives them. */
export async function changed(
  page: Page,
  before: Map<string, number>,
): Promise<Map<string, number>> {
  const text = (values: Map<string, number>) => JSON.stringify([...values]);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await settled(page);
    const now = await medians(page);
    if (text(now) !== text(before)) return now;
    await page.waitForTimeout(50);
  }
  throw new Error('the medians did not change');
}

/** A number as the page writes it: thin spaces between thousands, powers of ten in superscript. */
export function readNumber(text: string): number {
  const plain = text.replace(/\u2212/g, '-').replace(/\u2009/g, '');
  const [mantissa, power] = plain.split(' × 10');
  if (!plain.includes(' × 10')) return Number(mantissa);
  const digits = Array.from(power, (digit) => (digit === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)));
  return Number(mantissa) * 10 ** Number(digits.join(''));
}

/** The fragment of a link that holds this experiment. */
export function linkTo(experiment: unknown): string {
  return `#e=${Buffer.from(JSON.stringify(experiment), 'utf8').toString('base64url')}`;
}

/** Waits until the page's address says what is drawn against what. */
export async function addressed(page: Page, axis: string, measure: string): Promise<void> {
  const view = async () => (await decodeLink(page.url()).catch(() => null))?.view;
  await expect.poll(view, { timeout: 15_000 }).toMatchObject({ axis, measure });
}

/** Lines of a CSV file: two separable classes, 40 rows of three numbers and a label. */
export function rows(label: (index: number) => number = (index) => index % 2): string[] {
  return Array.from({ length: 40 }, (_, index) => {
    const side = index % 2 ? 1 : -1;
    return [side * 0.5 + index / 100, 0.1 * (index % 7), -side * 0.3, label(index)].join(',');
  });
}

/** Drops a file made of text somewhere on the page, as a hand would. */
export async function drop(
  page: Page,
  name: string,
  text: string,
  where = 'nd-chart-panel',
): Promise<void> {
  const blob = await page.evaluateHandle((content) => new Blob([content]), text);
  await dropBlob(page, name, blob, where);
}

/** Waits until the data panel says so. */
export async function dataSay(page: Page, words: RegExp): Promise<void> {
  await page.locator('nd-data-panel').getByText(words).last().waitFor();
}

/** Drops a file whose bytes were made inside the page. */
export async function dropBlob(
  page: Page,
  name: string,
  blob: JSHandle<Blob>,
  where = 'nd-chart-panel',
): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([content, fileName]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [blob, name] as const,
  );
  await page.dispatchEvent(where, 'drop', { dataTransfer });
}
