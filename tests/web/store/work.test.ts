import { beforeEach, describe, expect, it, vi } from 'vitest';

import { planColors } from '../../../web/src/results/slots.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { Runner } from '../../../web/src/store/runner.ts';
import { Store } from '../../../web/src/store/store.ts';
import {
  isBusy,
  isQuiet,
  planNow,
  plannedOf,
  problemOf,
  type Phase,
} from '../../../web/src/store/work.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 0));

let engine: FakeEngine;
let store: Store;
let runner: Runner;

const until = (phase: Phase) =>
  vi.waitFor(() => expect(store.state.work.phase).toBe(phase), { timeout: 4000 });

beforeEach(() => {
  engine = new FakeEngine();
  store = new Store(defaultExperiment);
  store.setCatalogue(fakeCatalogue);
  runner = new Runner(engine, store);
});

describe('What becomes of the experiment', () => {
  it('begins without a plan, and is neither busy nor quiet until the engine is there', () => {
    const { work } = store.state;
    expect(work).toEqual({ phase: 'loading' });
    expect([isBusy(work), isQuiet(work)]).toEqual([false, false]);
    expect([plannedOf(store.state), problemOf(store.state)]).toEqual([null, null]);
  });

  it('is planned with the experiment that the plan is of, where the forms are ahead', async () => {
    runner.start();
    await until('done');
    expect(isQuiet(store.state.work)).toBe(true);
    const { algorithms } = defaultExperiment;
    engine.planning = 60_000;
    store.edit('algorithms', algorithms.slice(2));
    const { experiment, plan } = plannedOf(store.state)!;
    expect(experiment.algorithms).toBe(algorithms);
    // Three plans in three colours, although one algorithm is left in the forms.
    expect(planColors(experiment, plan)).toEqual([0, 1, 2]);
    expect(store.state.work.phase).toBe('planning');
    expect(isQuiet(store.state.work)).toBe(false);
  });

  it('has a colour for each sweep point of an algorithm that is alone', async () => {
    const alone = { ...defaultExperiment, algorithms: defaultExperiment.algorithms.slice(0, 1) };
    const plan = await engine.plan(alone);
    const [first] = plan.plans;
    expect(planColors(alone, { ...plan, plans: [first, first, first] })).toEqual([0, 1, 2]);
  });

  it('promises nothing where it is wrong, until it is put right', async () => {
    runner.start();
    await until('done');
    store.edit('privacy.epsilon', 0);
    await until('failed');
    expect(planNow(store.state)).toBeNull();
    engine.planning = 300;
    store.edit('privacy.epsilon', 2);
    // Nobody knows yet whether this mends it.
    expect(problemOf(store.state)?.code).toBe('invalid-budget');
    await until('done');
    expect(problemOf(store.state)).toBeNull();
    expect(planNow(store.state)!.plans[0].privacy.epsilon).toBe(2);
  });

  it('lets the reader put away a notice first, then the problem', async () => {
    store.edit('privacy.epsilon', 0);
    await until('failed');
    store.patch({ notice: { tone: 'info', text: 'The file’s result is shown.' } });
    store.dismiss();
    expect(store.state.notice).toBeNull();
    expect(problemOf(store.state)?.code).toBe('invalid-budget');
    store.dismiss();
    expect(problemOf(store.state)).toBeNull();
    expect(store.state.work.phase).toBe('failed');
  });

  it('is as far after a pause as it was before', async () => {
    engine.milliseconds = 2000;
    runner.start();
    await until('running');
    await vi.waitFor(() => expect(store.state.work).toHaveProperty('progress.stage', 'running'));
    const before = store.state.work;
    runner.togglePause();
    expect(store.state.work).toEqual({ ...before, phase: 'paused' });
    runner.togglePause();
    expect(store.state.work).toEqual(before);
    runner.cancel();
    await until('cancelled');
    expect(plannedOf(store.state)).toBe(plannedOf({ work: before }));
  });
});
