// Sites that keep the client from starting: each failure says what the site must allow, and none keeps waiting.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EngineError, EngineOptions, ErrorBody } from '../../wasm/client/index.ts';
import { isolation } from '../../wasm/toolchain/headers.mjs';
import { endless, opening } from '../wasm/experiments.ts';
import { ClientSite } from './client-site.ts';

/** All of these come after files were looked for, and long before a reader gives up. */
const patience = 8000;

const policy = (words: string) => ({ 'Content-Security-Policy': words });
const shared = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

let site: ClientSite;

beforeAll(async () => {
  site = await ClientSite.open();
});
afterAll(() => site.close());

interface Start {
  /** What the engine is, where it started. */
  variant?: string;
  error?: ErrorBody & { name: string };
  /** What nobody caught. */
  loose: string[];
}

async function start(page: Page, options: EngineOptions = {}): Promise<Start> {
  const story = page.evaluate(async (given): Promise<Start> => {
    const loose: string[] = [];
    window.addEventListener('unhandledrejection', ({ reason }) => loose.push(String(reason)));
    try {
      const engine = await window.createEngine(given);
      engine.dispose();
      return { variant: engine.variant, loose };
    } catch (caught) {
      const { name, code, field, message } = caught as ErrorBody & { name: string };
      // What is rejected is reported after the present task.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      return { error: { name, code, field, message }, loose };
    }
  }, options);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('It neither started nor failed.')), patience).unref();
  });
  return Promise.race([story, late]);
}

interface Failure {
  code?: string;
  field: string;
  words: string | RegExp;
}

async function fails(
  page: Page,
  { code = 'worker-died', field, words }: Failure,
  options?: EngineOptions,
) {
  const { error, loose } = await start(page, options);
  expect(error).toMatchObject({ name: 'EngineError', code, field });
  expect(error?.message).toMatch(words);
  expect(error?.message).toMatch(/[^.]\.$/);
  expect(loose).toEqual([]);
}

describe('a policy', () => {
  it.each([
    [
      "without 'wasm-unsafe-eval'",
      "script-src 'self'",
      { field: '', words: "Content-Security-Policy must allow 'wasm-unsafe-eval' in script-src" },
    ],
    [
      'that wants Trusted Types and allows no policy of them',
      "require-trusted-types-for 'script'; trusted-types 'none'",
      { field: '', words: /must allow noisy-descent in trusted-types, or the page needs a policy/ },
    ],
    [
      'that forbids workers',
      "worker-src 'none'",
      { field: '', words: "Content-Security-Policy must allow 'self' in worker-src" },
    ],
    [
      'that forbids to fetch',
      "connect-src 'none'",
      {
        field: 'baseUrl',
        words:
          /\.wasm cannot be read: .* must allow 'self' in worker-src, script-src and connect-src/,
      },
    ],
  ])('%s', async (_, words, failure) => {
    for (const headers of [policy(words), { ...isolation, ...policy(words) }]) {
      const { page } = await site.visit(headers);
      await fails(page, failure);
      await page.close();
    }
  });

  it('with a default policy of Trusted Types in the page lets the engine start, without threads', async () => {
    const { page } = await site.visit({
      ...isolation,
      ...policy("require-trusted-types-for 'script'; trusted-types default"),
    });
    await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): void };
      };
      trustedTypes.createPolicy('default', { createScriptURL: (address: string) => address });
    });
    expect(await start(page)).toEqual({ variant: 'simd', loose: [] });
  });
});

describe('files on another origin', () => {
  it('that does not share them', async () => {
    const [{ page }, baseUrl] = [await site.visit({}), await site.serve({})];
    const words = /worker\.js cannot be read: its server must send Access-Control-Allow-Origin/;
    await fails(page, { field: 'baseUrl', words }, { baseUrl });
  });

  it('that the policy does not name', async () => {
    const baseUrl = await site.serve(shared);
    const { origin } = new URL(baseUrl);
    const named = {
      field: 'baseUrl',
      words: `must allow ${origin} in script-src and connect-src`,
    };
    const policies: [string, Failure][] = [
      ["worker-src 'self'", { field: '', words: 'must allow blob: in worker-src' }],
      ["script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", named],
      [
        `script-src 'self' 'wasm-unsafe-eval' ${origin}; worker-src blob:; connect-src 'self'`,
        named,
      ],
    ];
    for (const [words, failure] of policies) {
      const { page } = await site.visit(policy(words));
      await fails(page, failure, { baseUrl });
      await page.close();
    }
    const allowed = `script-src 'self' 'wasm-unsafe-eval' ${origin}; worker-src blob:; connect-src ${origin}`;
    const { page } = await site.visit(policy(allowed));
    expect(await start(page, { baseUrl })).toEqual({ variant: 'simd', loose: [] });
  });

  it('run with threads on an isolated page', async () => {
    const [{ page }, baseUrl] = [await site.visit(isolation), await site.serve(shared)];
    expect(await start(page, { baseUrl })).toEqual({ variant: 'simd-mt', loose: [] });
  });
});

it('a worker whose file lacks a header of isolation is told so', async () => {
  const headersOf = (file: string) => (file === 'worker.js' ? {} : isolation);
  const { page } = await site.visitEach(headersOf);
  const words = /its file must be .* with the header Cross-Origin-Embedder-Policy/;
  await fails(page, { field: 'baseUrl', words });
});

describe('a file', () => {
  const together = 'the engine’s files must be together, as they were built';
  const places = [
    ['noisy-descent-core-simd.js', 'simd'],
    ['noisy-descent-core-simd.wasm', 'simd'],
    ['noisy-descent-core-simd-mt.wasm', 'simd-mt'],
  ] as const;

  it.each(places)('%s that is not there, or is a page of HTML', async (file, variant) => {
    const faults = { nothing: 'answers with status 404', html: 'is an HTML page' } as const;
    for (const instead of ['nothing', 'html'] as const) {
      const { page, address } = await site.visit(isolation, await site.without(file, instead));
      const words = `${address}${file} ${faults[instead]}: ${together}`;
      await fails(page, { field: 'baseUrl', words }, { variant });
      await page.close();
    }
  });

  it.each(['nothing', 'html'] as const)(
    'of a data set with %s in its place fails what asks for it, by name',
    async (instead) => {
      const folder = await site.without('breast_cancer.csv', instead);
      const { page } = await site.visit(isolation, folder);
      const [failed, other] = await page.evaluate(
        async ([experiment, generated]) => {
          const engine = await window.createEngine({ variant: 'simd', workers: 1 });
          const failure = await engine.plan(experiment).then(
            () => null,
            (error: unknown) => {
              const { code, field, message } = error as EngineError;
              return { code, field, message };
            },
          );
          const { plans } = await engine.plan(generated);
          engine.dispose();
          return [failure, plans.length] as const;
        },
        [JSON.stringify(opening), JSON.stringify(endless)] as const,
      );
      expect(failed).toMatchObject({ code: 'io-failed', field: 'data.name' });
      expect(failed?.message).toContain('breast_cancer.csv');
      if (instead === 'nothing') expect(failed?.message).toContain('answers with status 404');
      expect(other).toBe(1);
    },
  );

  it('of the whole engine that is not there fails the question, by name, and nothing else', async () => {
    const file = 'noisy-descent-simd.wasm';
    const { page } = await site.visit(isolation, await site.without(file, 'nothing'));
    const [failed, plans] = await page.evaluate(async (experiment) => {
      const engine = await window.createEngine({ variant: 'simd', workers: 1 });
      const query = { query: 'gaussian-epsilon', noiseMultiplier: 1, delta: 1e-5 } as const;
      const failure = await engine.account(JSON.stringify(query)).then(
        () => null,
        (error: unknown) => {
          const { code, field, message } = error as EngineError;
          return { code, field, message };
        },
      );
      const plan = await engine.plan(experiment);
      engine.dispose();
      return [failure, plan.plans.length] as const;
    }, JSON.stringify(opening));
    expect(failed).toMatchObject({ code: 'worker-died', field: 'baseUrl' });
    expect(failed?.message).toContain(`${file} answers with status 404`);
    expect(plans).toBe(2);
  });

  it.each(['nothing', 'html'] as const)('worker.js with %s in its place', async (instead) => {
    const { page, address } = await site.visit({}, await site.without('worker.js', instead));
    const fault = instead === 'html' ? 'is an HTML page' : 'answers with status 404';
    const named = { field: 'baseUrl', words: `${address}worker.js ${fault}: ${together}` };
    await fails(page, named);
    await fails(page, named, { baseUrl: address });
  });
});

it('a browser without WebAssembly is told so', async () => {
  const { page } = await site.visit({});
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'WebAssembly'));
  const words = 'This browser has no WebAssembly, or a setting forbids it';
  await fails(page, { code: 'unsupported-option', field: 'variant', words });
});
