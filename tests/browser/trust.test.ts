// What a user opens does not leave the page, whatever a script in it tries.
import { fileURLToPath } from 'node:url';

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { anywhere, askForPeer, inPage, leaving, opening, type Channel } from './channels.ts';
import { dataSay, drop, rows, settled } from './harness.ts';
import { PlainHost } from './plain-host.ts';
import { Spy } from './spy.ts';

const site = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const bare = fileURLToPath(new URL('../../examples/', import.meta.url));

/** It stands in the file that is opened, and in the address of everything that is tried. */
const marker = 'marker6174';
/** Milliseconds after which everything has come, where nothing keeps it. */
const arrival = 700;
const patience = { timeout: 15_000 };

let browser: Browser;
let spy: Spy;

beforeAll(async () => {
  [browser, spy] = await Promise.all([launchChromium(), Spy.open()]);
});
afterAll(async () => {
  await browser.close();
  await spy.close();
});

/** A page in a browser of its own, with the data of a file that were run. */
async function openWithData(host: PlainHost): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(`${host.address}#inside`);
  await settled(page);
  await drop(page, `${marker}.csv`, [`${marker},b,c,label`, ...rows()].join('\n'));
  await dataSay(page, /40 rows/);
  await settled(page);
  return { context, page };
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Tries them one after the other; each may end as it likes. */
async function tryAll(
  place: Pick<Page, 'evaluate'>,
  channels: Record<string, Channel>,
): Promise<void> {
  for (const [name, channel] of Object.entries(channels)) {
    const address = JSON.stringify(`${spy.address}${name}?${marker}`);
    const attempt = `Promise.resolve(${address}).then(${String(channel)}).catch(() => null)`;
    await place.evaluate(`void ${attempt}`);
  }
}

/** The names of the channels through which something came. */
const arrived = () =>
  [...new Set(spy.paths.map((path) => path.slice(1, path.indexOf('?'))))].sort();

const names = (...channels: object[]) => channels.flatMap((some) => Object.keys(some)).sort();

describe('without a policy', () => {
  it('every channel is one', async () => {
    const host = await PlainHost.open(bare, '/');
    const context = await browser.newContext();
    const open = async () => {
      const page = await context.newPage();
      await page.goto(`${host.address}quickstart.json`);
      spy.forget();
      return page;
    };
    const page = await open();
    await tryAll(page, { ...anywhere, ...inPage });
    await expect.poll(arrived, patience).toEqual(names(anywhere, inPage));
    await page.evaluate(askForPeer, spy.packetPort);
    await expect.poll(() => spy.packets, patience).toBeGreaterThan(0);
    for (const [name, channel] of Object.entries({ ...leaving, ...opening })) {
      const other = await open();
      await tryAll(other, { [name]: channel }).catch(() => undefined);
      await expect.poll(arrived, patience).toContain(name);
    }
    await context.close();
    await host.close();
  });
});

/** Opens the data and tries everything that leaves the page where it is, from the page and from its engine. */
async function nothingCame(host: PlainHost): Promise<{ context: BrowserContext; page: Page }> {
  spy.forget();
  const { context, page } = await openWithData(host);
  for (const { whole } of host.asked) {
    expect(whole).toMatch(/^GET\n/);
    expect(whole).not.toContain(marker);
  }
  const [engine] = page.workers();
  await tryAll(engine, anywhere);
  await tryAll(page, { ...anywhere, ...inPage });
  expect(await page.evaluate(askForPeer, spy.packetPort)).not.toBe('asked');
  await tryAll(page, leaving);
  await pause(arrival);
  // Still the same page, with the data in it.
  expect(await page.evaluate(() => document.title)).toContain('Noisy Descent');
  expect(arrived()).toEqual([]);
  expect(spy.packets).toBe(0);
  return { context, page };
}

describe('on a host that sends no headers', () => {
  let host: PlainHost;

  beforeAll(async () => {
    host = await PlainHost.open(site, '/site/');
  });
  afterAll(() => host.close());

  it('nothing leaves a page under its service worker, not even a connection', async () => {
    const { context, page } = await nothingCame(host);
    await tryAll(page, opening);
    await pause(arrival);
    expect(arrived()).toEqual([]);
    expect(spy.connections).toBe(0);
    await context.close();
  });

  it('nothing leaves a page without one that stays alone', async () => {
    host.missing = (name) => name === 'service-worker.js';
    const { context, page } = await nothingCame(host);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await context.close();
  });
});
