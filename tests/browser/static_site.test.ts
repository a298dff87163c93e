// The built site on a file server that knows nothing of it: no headers, below a path.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { changed, medians, settled } from './harness.ts';
import { PlainHost } from './plain-host.ts';
import { nextRelease } from './releases.ts';

const site = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const path = '/some/folder/';

let browser: Browser;
let host: PlainHost;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  host = await PlainHost.open(site, path);
  context = await browser.newContext();
  context.setDefaultTimeout(15_000);
});
afterEach(async () => {
  await context.close();
  await host.close();
});

interface Visit {
  page: Page;
  /** How often it was loaded. */
  loads: () => number;
}

async function visit(prepare: (page: Page) => unknown = () => undefined): Promise<Visit> {
  const page = await context.newPage();
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await prepare(page);
  await page.goto(`${host.address}#inside`);
  await settled(page);
  return { page, loads: () => loads };
}

const note = (page: Page) => page.locator('nd-engine-note p').innerText();
const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);

/** Waits until the page says that it needs its host no more. */
const kept = (page: Page) =>
  page.locator('nd-engine-note').getByText('opens without a network').waitFor();

const patience = { timeout: 15_000 };

const shelves = (page: Page) => page.evaluate(() => caches.keys());

/** Runs something for which neither data nor code were loaded at first. */
async function useEverything(page: Page): Promise<void> {
  const before = await medians(page);
  await page
    .locator('nd-data-panel')
    .getByLabel('Source', { exact: true })
    .selectOption('builtin:digits');
  await changed(page, before);
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await page.locator('nd-lab .verdict').first().waitFor();
}

describe('the first visit', () => {
  it('isolates the page by loading it once more, and asks nobody but its host', async () => {
    const foreign: string[] = [];
    const { origin } = new URL(host.address);
    context.on('request', (request) => {
      if (!request.url().replace('blob:', '').startsWith(origin)) foreign.push(request.url());
    });
    const { page, loads } = await visit();
    expect(await isIsolated(page)).toBe(true);
    expect(loads()).toBe(2);
    expect(await note(page)).toMatch(/^Engine [\d.]+, \d+ threads?\./);
    await kept(page);
    expect(foreign).toEqual([]);
    expect(host.asked.filter((one) => !one.path.startsWith(path))).toEqual([]);
  });

  it('is enough: the whole page opens when its host is gone', async () => {
    const { page, loads } = await visit();
    await kept(page);
    await host.close();
    await page.reload();
    await settled(page);
    expect(await isIsolated(page)).toBe(true);
    expect(loads()).toBe(3);
    await useEverything(page);
  });
});

describe('a new release', () => {
  let next: string;

  beforeAll(async () => {
    next = await nextRelease(site);
  });
  afterAll(() => rm(next, { recursive: true }));

  const release = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset['release'] ?? 'first');
  /** The releases of the files that the present page has loaded. */
  const loaded = (page: Page) =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      const assets = files.filter((name) => name.includes('/assets/'));
      return [...new Set(assets.map((name) => (/next\.\w+$/.test(name) ? 'next' : 'first')))];
    });

  it('is never mixed with the one before, which is dropped when no page is from it', async () => {
    const { page: old } = await visit();
    await kept(old);
    host.show(next);
    host.missing = (name) => name.includes('diabetes');
    const { page } = await visit();
    expect([await release(page), await loaded(page)]).toEqual(['next', ['next']]);

    // While its files are still arriving at the host, it is not what opens without one.
    await expect
      .poll(() => host.asked.some((one) => /diabetes.*next/.test(one.path)), patience)
      .toBe(true);
    const { port } = host;
    await host.close();
    await page.reload();
    await settled(page);
    expect([await release(page), await loaded(page)]).toEqual(['first', ['first']]);
    await host.start(port);
    host.missing = () => false;

    await page.reload();
    await expect.poll(() => shelves(page), patience).toHaveLength(2);
    await kept(page);
    expect(await release(old)).toBe('first');
    await useEverything(old);
    expect(await loaded(old)).toEqual(['first']);

    await old.close();
    await page.reload();
    await expect.poll(() => shelves(page), patience).toHaveLength(1);
    await host.close();
    await page.reload();
    await settled(page);
    expect([await release(page), await loaded(page)]).toEqual(['next', ['next']]);
  });
});

describe('the page stays without threads, loads once, and says why', () => {
  it('where there is no service worker', async () => {
    host.missing = (name) => name === 'service-worker.js';
    const { page, loads } = await visit();
    expect(loads()).toBe(1);
    expect(await note(page)).toMatch(
      /^Engine [\d.]+, \d+ workers?, without threads: the page is not isolated, and its service worker is refused\.$/,
    );
  });

  it('or twice, where the service worker is of no use', async () => {
    const { page, loads } = await visit((early) =>
      early.addInitScript(() => {
        Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
      }),
    );
    expect(loads()).toBe(2);
    expect(await note(page)).toContain('reloading it did not help');
    await page.reload();
    await settled(page);
    expect(loads()).toBe(3);
  });
});

describe('a host with headers of its own', () => {
  it('keeps them, and its page is loaded once', async () => {
    host.headers = {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'credentialless',
    };
    const { page, loads } = await visit();
    expect(await isIsolated(page)).toBe(true);
    expect(loads()).toBe(1);
    await kept(page);
    const answer = (await page.reload())!;
    expect(answer.fromServiceWorker()).toBe(true);
    const headers = answer.headers();
    expect(headers['cross-origin-embedder-policy']).toBe('credentialless');
    expect(headers['content-security-policy']).toBeUndefined();
  });
});

describe('another site at the same address', () => {
  it('is left alone, and nothing of this one stays', async () => {
    const { page } = await visit();
    await kept(page);
    const other = await mkdtemp(join(tmpdir(), 'noisy-descent-other-'));
    await writeFile(join(other, 'index.html'), '<!doctype html><title>Another site</title>');
    host.show(other);
    await page.goto('about:blank');
    await page.goto(host.address);
    expect(await page.title()).toBe('Another site');
    expect(await isIsolated(page)).toBe(false);
    await expect.poll(() => shelves(page), patience).toEqual([]);
    const workers = () => navigator.serviceWorker.getRegistrations().then((all) => all.length);
    expect(await page.evaluate(workers)).toBe(0);
    await rm(other, { recursive: true });
  });
});
