import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EngineError } from '../../wasm/client/index.ts';
import { createEngine as createInNode } from '../../wasm/node/index.ts';
import { contentSecurityPolicy, headers as isolated } from '../../wasm/toolchain/headers.mjs';
import { endless, opening } from '../wasm/experiments.ts';
import { columns, csvOf, people } from '../wasm/people.ts';
import { ClientSite } from './client-site.ts';

declare global {
  interface Window {
    hasBegun: boolean;
  }
}

const ordinary = { 'Content-Security-Policy': contentSecurityPolicy };
const elsewhere = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

let site: ClientSite;

beforeAll(async () => {
  site = await ClientSite.open();
});
afterAll(() => site.close());

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
    ({ page, address, requests } = await site.visit(isolated));
  });

  it('every variant gives the bits that Node gives', async () => {
    const inNode = await createInNode({ variant: 'simd', workers: 1 });
    const { fingerprint } = await inNode.run(opening);
    inNode.dispose();
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    for (const kind of kinds) {
      const here = await page.evaluate(
        async ([options, experiment]) => {
          const engine = await window.createEngine(options);
          const result = await engine.run(experiment);
          engine.dispose();
          return result.fingerprint;
        },
        [kind, JSON.stringify(opening)] as const,
      );
      expect(here, JSON.stringify(kind)).toBe(fingerprint);
    }
  });

  it('makes a model of a table, which predicts', async () => {
    const options = { target: 'left', positive: 'yes', epsilon: 2, columns };
    const told = await page.evaluate(
      async ([table, fresh, asked]) => {
        const engine = await window.createEngine({ workers: 2 });
        const model = await engine.fit(new Blob([table]), asked);
        const { algorithms } = model.experiment;
        const shares = await model.predictProbability(fresh);
        engine.dispose();
        return { algorithms, shares };
      },
      [csvOf(people(1000)), csvOf(people(20, 3)), options] as const,
    );
    expect(told.algorithms).toHaveLength(1);
    expect(told.shares).toHaveLength(20);
    expect(told.shares.every((share) => Number(share) > 0 && Number(share) < 1)).toBe(true);
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
    const { page } = await site.visit(ordinary);
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
    const [{ page }, other] = [await site.visit({}), await site.serve(elsewhere)];
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
    const { page, address } = await site.visit({});
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
