// The client in a real Chromium, without the playground: what `npm install noisy-descent` brings.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { createEngine } from '../../wasm/client/index.ts';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';
import { serveEach } from './serve-each.ts';

declare global {
  interface Window {
    createEngine: typeof createEngine;
  }
}

export interface ClientPage {
  page: Page;
  address: string;
  /** Every address that the page asked for. */
  requests: string[];
}

/** Pages whose one script puts `createEngine` into their window. */
export class ClientSite {
  private readonly folder: string;
  private readonly browser: Browser;
  private readonly closing: (() => Promise<void>)[] = [];

  private constructor(folder: string, browser: Browser) {
    this.folder = folder;
    this.browser = browser;
  }

  static async open(): Promise<ClientSite> {
    const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-client-'));
    await cp(join(root, 'wasm', 'dist'), folder, { recursive: true });
    const script = "import { createEngine } from './index.js'; window.createEngine = createEngine;";
    await writeFile(join(folder, 'main.js'), script);
    const page =
      '<!doctype html><title>Client</title><script type="module" src="main.js"></script>';
    await writeFile(join(folder, 'index.html'), page);
    return new ClientSite(folder, await launchChromium());
  }

  /** Serves the files with these headers from an origin of their own. */
  async serve(headers: Record<string, string>, folder = this.folder): Promise<string> {
    const server = await listen(0, headers);
    server.open(folder);
    this.closing.push(() => server.close());
    return server.address;
  }

  /** A folder with the files but one, in whose place stands a page of HTML, or nothing. */
  async without(file: string, instead: 'nothing' | 'html'): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-client-'));
    this.closing.push(() => rm(folder, { recursive: true }));
    await cp(this.folder, folder, { recursive: true });
    if (instead === 'nothing') await rm(join(folder, file));
    else await writeFile(join(folder, file), '<!doctype html><h1>Not here</h1>');
    return folder;
  }

  async visit(headers: Record<string, string>, folder = this.folder): Promise<ClientPage> {
    return this.arrive(await this.serve(headers, folder));
  }

  /** Every file with headers of its own. */
  async visitEach(headersOf: (file: string) => Record<string, string>): Promise<ClientPage> {
    const server = await serveEach(this.folder, headersOf);
    this.closing.push(() => server.close());
    return this.arrive(server.address);
  }

  private async arrive(address: string): Promise<ClientPage> {
    const page = await this.browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address);
    await page.waitForFunction(() => 'createEngine' in window);
    return { page, address, requests };
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
    await this.browser.close();
    await rm(this.folder, { recursive: true });
  }
}
