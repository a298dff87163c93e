// One experiment, the same bits: from every compiler, instruction set and wasm variant, in Node and in Chromium, with
// any number of threads, alone or in company.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { headers } from '../../wasm/toolchain/headers.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { ClientSite } from '../browser/client-site.ts';
import { queries as accountQueries } from '../wasm/account-queries.ts';
import { queries as theoryQueries } from '../wasm/theory-queries.ts';
import { type Result, answer, builds, run } from './builds.ts';

const file = join(root, 'tests', 'same-bits', 'experiment.json');
const experiment = JSON.parse(readFileSync(file, 'utf8')) as {
  algorithms: { id: string; label: string; parameters?: Record<string, unknown> }[];
  problem: Record<string, unknown>;
  run: { randomness: { mode: string; seed: number; release?: string } };
  privacy: Record<string, unknown>;
  data: Record<string, unknown>;
};

/** Discrete noise: Laplace in all algorithms, and Gaussian in the first. */
const hardenedRun = {
  ...experiment.run,
  randomness: { ...experiment.run.randomness, release: 'hardened' },
};
const svrg = { epochs: 2, innerIterations: 50, batchSize: 3, theory: 'none' };
const approximate = { notion: 'approximate', epsilon: 2, delta: 1e-5 };
const changes = [
  {
    name: 'drawn batches and a hidden minimization',
    change: {
      privacy: approximate,
      algorithms: [
        { id: 'dp-svrg', label: 'anchors', parameters: svrg },
        {
          id: 'dp-svrg',
          label: 'released anchors',
          parameters: { ...svrg, anchorNoise: 'per-epoch' },
        },
        { id: 'dp-svrg-pp', label: 'doubling epochs', parameters: svrg },
        { id: 'dp-sgd', label: 'single records', parameters: { iterations: 100 } },
        { id: 'objective-perturbation', label: 'linear term' },
        { id: 'output-perturbation-gd', label: 'solution', parameters: { iterations: 20 } },
      ],
    },
  },
  {
    name: 'choices and mirror steps',
    change: {
      privacy: approximate,
      problem: { loss: 'logistic', domain: { kind: 'l1-ball', radius: 2 } },
      algorithms: ['noisy-frank-wolfe', 'dp-accmd', 'noisy-mirror-descent'].map((id) => ({
        id,
        label: id,
        parameters: { iterations: 40 },
      })),
    },
  },
  { name: 'hardened, pure', change: { run: hardenedRun } },
  {
    name: 'hardened, zCDP',
    change: {
      run: hardenedRun,
      privacy: { notion: 'zcdp', rho: 0.5 },
      algorithms: experiment.algorithms.slice(0, 1),
    },
  },
  {
    name: 'hardened, queries and tables',
    change: {
      run: { ...hardenedRun, diagnostics: [] },
      privacy: approximate,
      data: { kind: 'synthetic', name: 'markov-bits', samples: 3001, features: 5, seed: 5 },
      problem: { kind: 'saddle', name: 'marginal-queries' },
      algorithms: ['synthetic-data', 'mwem'].map((id) => ({ id, label: id })),
    },
  },
  {
    name: 'hardened, vertices of games',
    change: {
      run: { ...hardenedRun, diagnostics: [] },
      privacy: approximate,
      data: { kind: 'synthetic', name: 'planted-game', samples: 3001, features: 64, seed: 5 },
      problem: { kind: 'saddle', name: 'matrix-game' },
      algorithms: ['one-pass', 'full-batch'].map((passes) => ({
        id: 'vertex-smd',
        label: passes,
        parameters: { passes, iterations: 60, output: 'fresh' },
      })),
    },
  },
  {
    name: 'hardened, vertices of averages',
    change: {
      run: { ...hardenedRun, diagnostics: [] },
      privacy: approximate,
      data: { kind: 'synthetic', name: 'planted-weights', samples: 3001, features: 16, seed: 5 },
      problem: { loss: 'squared', domain: { kind: 'l1-ball', radius: 1.3 } },
      algorithms: [1, 7].map((resamplePeriod) => ({
        id: 'vertex-sco',
        label: `every ${resamplePeriod}`,
        parameters: { iterations: 60, resamplePeriod, samplesPerStep: 20 },
      })),
    },
  },
  {
    name: 'hardened, vertices of averages in a hull',
    change: {
      run: { ...hardenedRun, diagnostics: [] },
      privacy: approximate,
      data: { kind: 'synthetic', name: 'planted-weights', samples: 3001, features: 3, seed: 5 },
      problem: {
        loss: 'squared',
        domain: {
          kind: 'hull',
          vertices: [
            [1, 0, 0.3],
            [0, 1, -0.5],
            [0.5, 0.1, 0],
            [-0.2, 0.4, 0.8],
          ],
        },
      },
      algorithms: [{ id: 'vertex-sco', label: 'hull', parameters: { iterations: 60 } }],
    },
  },
  {
    name: 'sparse records',
    change: {
      data: {
        kind: 'synthetic',
        name: 'a9a-like',
        samples: 3001,
        seed: 5,
        preprocess: [
          { kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'normalize' },
          { kind: 'add-intercept', value: 1 },
        ],
      },
    },
  },
];

let folder = '';
let reference: Result;

function runWith(change: Partial<typeof experiment>, build = builds[0]): Result {
  const changed = join(folder, 'changed.json');
  writeFileSync(changed, JSON.stringify({ ...experiment, ...change }));
  return run(build, changed, join(folder, 'changed-result.json'), 1);
}

const fingerprints = ({ runs }: Pick<Result, 'runs'>) => runs.map((one) => one.fingerprint);

/** What the runs of one label gave beside all others. */
const inCompany = (label: string) =>
  fingerprints({ runs: reference.runs.filter((one) => one.label === label) });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-same-bits-'));
  reference = run(builds[0], file, join(folder, 'reference.json'), 1);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('the reference ran every algorithm and has a fingerprint', () => {
  expect(reference.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(reference.runs.map(({ status }) => status)).not.toContain('failed');
  expect(new Set(reference.runs.map(({ label }) => label)).size).toBe(experiment.algorithms.length);
  expect(new Set(fingerprints(reference)).size).toBe(reference.runs.length);
});

describe.each(builds)('$name', (build) => {
  it.each([1, 2])('gives the reference fingerprint on %i thread(s)', (threads) => {
    const result = run(build, file, join(folder, 'result.json'), threads);
    expect(result.fingerprint).toBe(reference.fingerprint);
  });

  it.each(changes)('gives the reference fingerprint, $name', ({ change }) => {
    const { fingerprint, runs } = runWith(change, build);
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(fingerprint).toBe(runWith(change).fingerprint);
    expect(fingerprint).not.toBe(reference.fingerprint);
  });

  it.each([
    ['account', accountQueries],
    ['theory', theoryQueries],
  ] as const)('answers one %s query of each kind with the same text', (command, queries) => {
    for (const query of queries) {
      expect(answer(build, command, query)).toBe(answer(builds[0], command, query));
    }
  });
});

describe.each(['simd', 'simd-mt'] as const)('wasm in Chromium, %s', (variant) => {
  let site: ClientSite;
  let page: Page;

  beforeAll(async () => {
    site = await ClientSite.open();
    ({ page } = await site.visit(headers));
  });
  afterAll(() => site.close());

  function runHere(workers: number, chosen: object): Promise<Result> {
    return page.evaluate(
      async ([options, text]) => {
        const engine = await window.createEngine(options);
        const { fingerprint, runs } = await engine.run(text);
        engine.dispose();
        return { fingerprint, runs } as Result;
      },
      [{ variant, workers }, JSON.stringify(chosen)] as const,
    );
  }

  it.each([1, 2])('gives the reference fingerprint on %i worker(s)', async (workers) => {
    const result = await runHere(workers, experiment);
    expect(result.fingerprint).toBe(reference.fingerprint);
    expect(fingerprints(result)).toEqual(fingerprints(reference));
  });

  it.each(changes)('gives the reference fingerprint, $name', async ({ change }) => {
    const result = await runHere(2, { ...experiment, ...change });
    expect(result.fingerprint).toBe(runWith(change).fingerprint);
  });

  it.each(experiment.algorithms)('$label alone gives the bits of company', async (algorithm) => {
    const alone = await runHere(2, { ...experiment, algorithms: [algorithm] });
    expect(fingerprints(alone)).toEqual(inCompany(algorithm.label));
  });
});

it.each(experiment.algorithms)('$label alone gives the bits of company', (algorithm) => {
  expect(fingerprints(runWith({ algorithms: [algorithm] }))).toEqual(inCompany(algorithm.label));
});

it('another seed gives other bits', () => {
  const other = { ...experiment.run, randomness: { ...experiment.run.randomness, seed: 2 } };
  expect(runWith({ run: other }).fingerprint).not.toBe(reference.fingerprint);
});
