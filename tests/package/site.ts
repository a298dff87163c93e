// Pages that use the installed package, in one Chromium, and what they say they did.
import type { Browser, Frame, Page } from 'playwright-core';

import type { EngineOptions, ErrorBody } from '../../wasm/client/index.ts';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';
import { serveEach } from '../browser/serve-each.ts';
import { opening } from '../wasm/experiments.ts';

export interface Outcome {
  variant?: string;
  fingerprint?: string;
  /** What the whole engine, which is loaded for it, says to a question. */
  value?: number;
  error?: ErrorBody & { name: string };
}

declare global {
  interface Window {
    outcome: Promise<Outcome>;
  }
}

/** The text of an expression that runs an experiment and asks a question, wherever `createEngine` is. */
export function program(options: EngineOptions = {}): string {
  return `(async () => {
  try {
    const engine = await createEngine(${JSON.stringify(options)});
    const { fingerprint } = await engine.run(${JSON.stringify(opening)});
    const query = { query: 'gaussian-epsilon', noiseMultiplier: 1, delta: 1e-5 };
    const { value } = await engine.account(query);
    engine.dispose();
    return { variant: engine.variant, fingerprint, value };
  } catch ({ name, code, field, message }) {
    return { error: { name, code, field, message } };
  }
})()`;
}

/** A module that keeps its outcome for the test. */
export function application(from: string, options?: EngineOptions): string {
  return `import { createEngine } from ${JSON.stringify(from)};
window.outcome = ${program(options)};
`;
}

export const html = (script = 'main.js') =>
  `<!doctype html><title>Application</title><script type="module" src="${script}"></script>\n`;

export class Site {
  private readonly browser: Browser;
  private readonly closing: (() => Promise<void>)[] = [];

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  static async open(): Promise<Site> {
    return new Site(await launchChromium());
  }

  /** Serves a folder from an origin of its own. */
  async serve(folder: string, headers: Record<string, string> = {}): Promise<string> {
    const server = await listen(0, headers);
    server.open(folder);
    this.closing.push(() => server.close());
    return server.address;
  }

  /** The same with headers of its own for every file. */
  async serveEach(folder: string, headersOf: (file: string) => Record<string, string>) {
    const server = await serveEach(folder, headersOf);
    this.closing.push(() => server.close());
    return server.address;
  }

  /** What the page at an address came to, and what it complained about. */
  async visit(address: string): Promise<Outcome & { complaints: string[] }> {
    const page = await this.browser.newPage();
    const complaints = complaintsOf(page);
    await page.goto(address);
    const outcome = await outcomeIn(page);
    await page.close();
    return { ...outcome, complaints };
  }

  /** The same of the first frame inside a page. */
  async visitFrame(address: string): Promise<Outcome> {
    const page = await this.browser.newPage();
    await page.goto(address);
    const outcome = await outcomeIn(page.frames()[1]);
    await page.close();
    return outcome;
  }

  /** What a page shows, in whatever it shows it, once it shows anything, or what is waited for. */
  async look(address: string, until = /./): Promise<{ words: string; complaints: string[] }> {
    const page = await this.browser.newPage();
    const complaints = complaintsOf(page);
    await page.goto(address);
    const shown = await page.waitForFunction((expected) => {
      const inside = (root: ParentNode): string =>
        [...root.querySelectorAll('*')]
          .flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []))
          .map((shadow) => shadow.textContent + inside(shadow))
          .join('');
      const words = (document.body.innerText + inside(document)).trim();
      return new RegExp(expected).test(words) ? words : '';
    }, until.source);
    const words = await shown.jsonValue();
    await page.close();
    return { words, complaints };
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
    await this.browser.close();
  }
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) {
      complaints.push(message.text());
    }
  });
  return complaints;
}

async function outcomeIn(frame: Page | Frame): Promise<Outcome> {
  await frame.waitForFunction(() => 'outcome' in window);
  return frame.evaluate(() => window.outcome);
}
