// The client in a real Chromium, without the playground: what `npm install noisy-descent` brings.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { createEngine, EngineError, Experiment } from '../../wasm/client/index.ts';
import { createEngine as createInNode } from '../../wasm/node/index.ts';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { contentSecurityPolicy, headers as isolated } from '../../wasm/toolchain/headers.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';
import { endless, opening } from '../wasm/experiments.ts';

declare global {
  interface Window {
    createEngine: typeof createEngine;
    hasBegun: boolean;
  }
}

const ordinary = { 'Content-Security-Policy': contentSecurityPolicy };
const elsewhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

let folder = '';
let browser: Browser;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisy-descent-client-'));
  await cp(join(root, 'wasm', 'dist'), folder, { recursive: true });
  const script = "import { createEngine } from './index.js'; window.createEngine = createEngine;";
  await writeFile(join(folder, 'main.js'), script);
  const page = '<!doctype html><title>Client</title><script type="module" src="main.js"></script>';
  await writeFile(join(folder, 'index.html'), page);
  browser = await launchChromium();
});
afterAll(async () => {
  for (const close of closing) await close();
  await browser.close();
  await rm(folder, { recursive: true });
});

async function serve(headers: Record<string, string>): Promise<string> {
  const server = await listen(0, headers);
  server.open(folder);
  closing.push(() => server.close());
  return server.address;
}

/** A page with the client, and every address that it asks for. */
async function visit(headers: Record<string, string>) {
  const address = await serve(headers);
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  await page.waitForFunction(() => 'createEngine' in window);
  return { page, address, requests };
}

const kinds = [
  { variant: 'simd', workers: 1 },
  { variant: 'simd', workers: 2 },
  { variant: 'simd-mt', workers: 2 },
] as const;

describe('on an isolated page', () => {
  let page: Page;
  let address: string;
  let requests: string[];

  beforeAll(async () => {
    ({ page, address, requests } = await visit(isolated));
  });

  it('every variant gives the bits that Node gives', async () => {
    const sameBits = join(root, 'tests', 'same-bits', 'experiment.json');
    const experiments = [opening, JSON.parse(await readFile(sameBits, 'utf8')) as Experiment];
    const inNode = await createInNode({ variant: 'simd', workers: 1 });
    for (const experiment of experiments) {
      const { fingerprint } = await inNode.run(experiment);
      expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
      for (const kind of kinds) {
        const here = await page.evaluate(
          async ([options, chosen]) => {
            const engine = await window.createEngine(options);
            const result = await engine.run(chosen);
            engine.dispose();
            return result.fingerprint;
          },
          [kind, JSON.stringify(experiment)] as const,
        );
        expect(here, JSON.stringify(kind)).toBe(fingerprint);
      }
    }
    inNode.dispose();
  });

  it('takes the variant with threads by itself', async () => {
    const variant = await page.evaluate(async () => {
      const engine = await window.createEngine();
      engine.dispose();
      return engine.variant;
    });
    expect(variant).toBe('simd-mt');
  });

  it.each(kinds)('cancels within 100 ms: $variant, $workers', { retry: 3 }, async (kind) => {
    const { code, milliseconds } = await page.evaluate(
      async ([options, experiment]) => {
        const engine = await window.createEngine(options);
        const abort = new AbortController();
        let start = 0;
        const onTrace = () => {
          if (start > 0) return;
          start = Infinity;
          setTimeout(() => {
            start = performance.now();
            abort.abort();
          }, 50);
        };
        try {
          await engine.run(experiment, { signal: abort.signal, onTrace });
          return { code: 'none', milliseconds: 0 };
        } catch (error) {
          const milliseconds = performance.now() - start;
          return { code: (error as EngineError).code, milliseconds };
        } finally {
          engine.dispose();
        }
      },
      [kind, JSON.stringify(endless)] as const,
    );
    expect(code).toBe('cancelled');
    expect(milliseconds).toBeLessThan(100);
  });

  it('a worker that ends from outside is noticed, named and replaced', async () => {
    const story = page.evaluate(
      async ([long, short]) => {
        const engine = await window.createEngine({ variant: 'simd', workers: 1 });
        window.hasBegun = false;
        const onTrace = () => (window.hasBegun = true);
        const { code, message } = await engine.run(long, { onTrace }).then(
          () => ({ code: 'none', message: '' }),
          (error: unknown) => error as EngineError,
        );
        const { runs } = await engine.run(short);
        engine.dispose();
        return { code, message, runs: runs.length };
      },
      [JSON.stringify(endless), JSON.stringify(opening)] as const,
    );
    await page.waitForFunction(() => window.hasBegun);
    await page
      .workers()
      .at(-1)
      ?.evaluate(() => {
        close();
      });
    const { code, message, runs } = await story;
    expect(code).toBe('worker-died');
    expect(message).toContain('Runs 0 to 4 were lost');
    expect(runs).toBe(10);
  });

  it('asked for nothing outside its own origin', () => {
    expect(requests.length).toBeGreaterThan(3);
    for (const url of requests) expect(url.replace('blob:', '')).toContain(address);
  });
});

describe('on an ordinary page', () => {
  it('runs in plain workers, and says why threads cannot be had', async () => {
    const { page } = await visit(ordinary);
    const { variant, fingerprint, code } = await page.evaluate(async (experiment) => {
      const engine = await window.createEngine();
      const result = await engine.run(experiment);
      engine.dispose();
      const error = await window.createEngine({ variant: 'simd-mt' }).then(
        () => null,
        (reason: unknown) => reason as EngineError,
      );
      return { variant: engine.variant, fingerprint: result.fingerprint, code: error?.code };
    }, JSON.stringify(opening));
    expect(variant).toBe('simd');
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(code).toBe('unsupported-option');
  });

  it('runs workers whose files lie on another origin', async () => {
    const [{ page }, other] = [await visit({}), await serve(elsewhere)];
    const runs = await page.evaluate(
      async ([baseUrl, experiment]) => {
        const engine = await window.createEngine({ baseUrl });
        const result = await engine.run(experiment);
        engine.dispose();
        return result.runs.length;
      },
      [other, JSON.stringify(opening)] as const,
    );
    expect(runs).toBe(10);
  });

  it('says so when the files are not there', async () => {
    const { page, address } = await visit({});
    const error = await page.evaluate(async (baseUrl) => {
      const reason: unknown = await window
        .createEngine({ baseUrl })
        .catch((caught: unknown) => caught);
      const { code, message } = reason as EngineError;
      return { code, message };
    }, `${address}nowhere/`);
    expect(error.code).toBe('worker-died');
    expect(error.message).not.toBe('');
  });
});
