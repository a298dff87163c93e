import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import {
  Odometer,
  mileageText,
  type Mileage,
  type Shelf,
} from '../../../web/src/store/odometer.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { sizeOf, waitsForPlan } from '../../../web/src/store/gate.ts';
import { Runner } from '../../../web/src/store/runner.ts';
import { planNow, type Phase } from '../../../web/src/store/work.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 0));

let engine: FakeEngine;
let store: Store;
let runner: Runner;
let shelf: Map<string, string>;
let odometer: Odometer;
/** Experiments that the engine was asked to plan. */
let planned: Experiment[];

const until = (phase: Phase) =>
  vi.waitFor(() => expect(store.state.work.phase).toBe(phase), { timeout: 4000 });
const privateRuns = () => engine.runs.filter(({ privacy }) => privacy.notion !== 'none');

function open(experiment: Experiment): void {
  store = new Store(experiment);
  store.setCatalogue(fakeCatalogue);
  runner = new Runner(engine, store, odometer);
}

beforeEach(() => {
  engine = new FakeEngine();
  planned = [];
  const plan = engine.plan.bind(engine);
  engine.plan = (experiment) => {
    planned.push(experiment);
    return plan(experiment);
  };
  shelf = new Map();
  const storage: Shelf = {
    getItem: (key) => shelf.get(key) ?? null,
    setItem: (key, value) => void shelf.set(key, value),
  };
  odometer = new Odometer(() => storage);
});

const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
const one = { ...defaultExperiment, algorithms: defaultExperiment.algorithms.slice(0, 1) };
const tiny = { ...one.run, repeats: 1 };

describe('what a link starts without a click', () => {
  it.each<[string, Partial<Experiment>]>([
    [
      'a grid of 100 epsilons and 100 numbers of steps',
      {
        run: tiny,
        sweep: [
          { path: 'privacy.epsilon', values: hundred },
          { path: 'algorithms.0.parameters.iterations', values: hundred },
        ],
      },
    ],
    [
      '8,000,000 records of 20 columns',
      {
        run: tiny,
        data: { kind: 'synthetic', name: 'logistic', samples: 8e6, features: 20, seed: 1 },
      },
    ],
    [
      'the default Covertype surrogate, whose columns no field says',
      { run: tiny, data: { kind: 'synthetic', name: 'covertype-surrogate', seed: 1 } },
    ],
  ])('is not %s: the engine is not even asked for a plan', async (_, part) => {
    open({ ...one, ...part });
    runner.start();
    await until('waiting');
    expect(planned).toHaveLength(0);
    expect(engine.runs).toHaveLength(0);
    runner.run();
    await until('done');
    expect(privateRuns()).toHaveLength(1);
  });

  it('is not a long run, even after a click on what was not planned: its estimate comes first', async () => {
    const data = {
      kind: 'synthetic',
      name: 'logistic',
      samples: 8e6,
      features: 20,
      seed: 1,
    } as const;
    engine.seconds = 100;
    open({ ...one, data });
    runner.start();
    await until('waiting');
    runner.run();
    await vi.waitFor(() => expect(planNow(store.state)).not.toBeNull());
    await until('waiting');
    expect(engine.runs).toHaveLength(0);
    runner.run();
    await until('done');
    expect(privateRuns()).toHaveLength(1);
  });

  it('is not more than 200 runs, however cheap each is', async () => {
    open({ ...one, run: { ...one.run, repeats: 201 } });
    runner.start();
    await until('waiting');
    expect(planNow(store.state)).not.toBeNull();
    expect(engine.runs).toHaveLength(0);
    store.edit('run.repeats', 200);
    await until('done');
  });

  it('may be 64 MB of data, and no more', () => {
    const rows = (samples: number) => ({
      experiment: {
        ...one,
        data: { kind: 'synthetic', name: 'linear', samples, features: 80, seed: 1 } as const,
      },
    });
    expect(waitsForPlan(sizeOf(rows(100_000)))).toBe(false);
    expect(waitsForPlan(sizeOf(rows(100_001)))).toBe(true);
  });
});

describe('secure runs on a file of the reader’s', () => {
  const secure: Experiment = {
    ...one,
    data: { kind: 'file', name: 'bank.csv', format: 'csv' },
    run: { ...tiny, randomness: { mode: 'secure' } },
  };
  const bank = { name: 'bank.csv', blob: new Blob(['1,2,0\n3,4,1\n']) };

  it('begin with a click, are counted before they start, and then follow the hand', async () => {
    open(secure);
    store.setFile(bank, secure);
    await until('waiting');
    expect(await odometer.read(bank.blob)).toBeNull();
    runner.run();
    await until('done');
    expect(await odometer.read(bank.blob)).toMatchObject({ runs: 1, epsilon: 1, delta: 0 });
    store.edit('privacy.epsilon', 2, true);
    await vi.waitFor(async () =>
      expect(await odometer.read(bank.blob)).toMatchObject({ runs: 2, epsilon: 3 }),
    );
  });

  it('of the same bytes under another name add to the same count', async () => {
    open(secure);
    store.setFile(bank, secure);
    await until('waiting');
    runner.run();
    await until('done');
    const copy = { name: 'copy.csv', blob: new Blob(['1,2,0\n3,4,1\n']) };
    const other = new Blob(['1,2,0\n3,4,0\n']);
    expect(await odometer.read(copy.blob)).toMatchObject({ runs: 1, name: 'bank.csv' });
    expect(await odometer.read(other)).toBeNull();
    // Another file asks again.
    store.setFile(copy, { ...secure, data: { kind: 'file', name: 'copy.csv', format: 'csv' } });
    await until('waiting');
  });

  it('are forgotten when the reader says so, for that file alone', async () => {
    const plan = await engine.plan(secure);
    const other = { name: 'b', blob: new Blob(['b']) };
    await odometer.count(bank, plan);
    await odometer.count(other, plan);
    await odometer.reset(bank.blob);
    expect(await odometer.read(bank.blob)).toBeNull();
    expect(await odometer.read(other.blob)).toMatchObject({ runs: 1 });
  });

  it('are counted where the browser keeps nothing, and beside what nobody can read', async () => {
    const plan = await engine.plan(secure);
    const refusing = new Odometer(() => {
      throw new DOMException('no storage', 'SecurityError');
    });
    await refusing.count(bank, plan);
    expect(await refusing.read(bank.blob)).toMatchObject({ runs: 1 });
    shelf.set('noisy-descent.odometer', '{"x": 1, "y": {"name": "y"}}');
    await odometer.count(bank, plan);
    expect(await odometer.read(bank.blob)).toMatchObject({ runs: 1 });
  });

  it('for a record that is emptied count four times their rho, as for one that is exchanged', async () => {
    const plan = await engine.plan(secure);
    const counted = {
      ...plan,
      total: { epsilon: null, delta: null, rho: 0.5, accountant: 'zcdp' },
    };
    const emptied = {
      ...counted,
      plans: plan.plans.map((one) => ({
        ...one,
        privacy: { ...one.privacy, neighbours: 'zero-out' as const },
      })),
    };
    await odometer.count(bank, counted);
    await odometer.count(bank, emptied);
    expect(await odometer.read(bank.blob)).toMatchObject({ runs: 2, rho: 2.5, unbounded: 0 });
    // An epsilon is not known to pass on so.
    await odometer.count(bank, { ...emptied, total: { epsilon: 1, delta: 0, accountant: 'pure' } });
    expect(await odometer.read(bank.blob)).toMatchObject({ rho: 2.5, unbounded: 1 });
  });

  it('with seeds of their own are not counted', async () => {
    const reproducible = { ...secure, run: tiny };
    open(reproducible);
    store.setFile(bank, reproducible);
    await until('done');
    expect(await odometer.read(bank.blob)).toBeNull();
  });
});

describe('what runs cost together', () => {
  const zero = { runs: 1, epsilon: 0, delta: 0, rho: 0, unbounded: 0 };
  it.each<[string, Partial<Mileage>, string]>([
    ['pure', { epsilon: 3 }, 'ε = 3'],
    ['approximate', { epsilon: 3, delta: 0.001 }, 'ε = 3, δ = 0.001'],
    ['in rho', { rho: 0.5 }, 'ρ = 0.5'],
    ['of both kinds', { epsilon: 1, rho: 0.5 }, 'ε = 1 and ρ = 0.5'],
    [
      'and once without a promise',
      { epsilon: 1, unbounded: 1 },
      'nothing bounds what they cost together',
    ],
  ])('is told %s', (_, part, text) => {
    expect(mileageText({ ...zero, ...part })).toBe(text);
  });
});
