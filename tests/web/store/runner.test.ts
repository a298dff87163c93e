import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { isPrevious } from '../../../web/src/store/picture.ts';
import { Runner } from '../../../web/src/store/runner.ts';
import { isBusy, planNow, problemOf, type Phase } from '../../../web/src/store/work.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 0));

let engine: FakeEngine;
let store: Store;
let runner: Runner;

const until = (phase: Phase) =>
  vi.waitFor(() => expect(store.state.work.phase).toBe(phase), { timeout: 4000 });
const shown = () => store.state.picture?.result?.experiment.privacy.epsilon;
const progressNow = () => {
  const { work } = store.state;
  return isBusy(work) ? work.progress : null;
};
/** Private runs: those of the reference curve left out. */
const privateRuns = (): Experiment[] =>
  engine.runs.filter((experiment) => experiment.privacy.notion !== 'none');

beforeEach(() => {
  engine = new FakeEngine();
  store = new Store(defaultExperiment);
  store.setCatalogue(fakeCatalogue);
  runner = new Runner(engine, store);
});

describe('Runner', () => {
  it('runs a cheap experiment at once, then its non-private reference', async () => {
    runner.start();
    await until('done');
    expect(store.state.picture!.collection.curves).toHaveLength(3);
    expect(planNow(store.state)!.plans).toHaveLength(3);
    await vi.waitFor(() => expect(store.state.picture!.reference).not.toBeNull());
    expect(store.state.picture!.reference!.curves).toHaveLength(1);
  });

  it('runs again on every edit', async () => {
    runner.start();
    await until('done');
    store.edit('privacy.epsilon', 3);
    await vi.waitFor(() => expect(shown()).toBe(3));
  });

  it('runs an edit that is asked to run once, costly or not', async () => {
    runner.start();
    await until('done');
    engine.milliseconds = 30;
    for (const [seconds, epsilon] of [
      [0.1, 3],
      [60, 4],
    ]) {
      // prettier-ignore
      engine.seconds = seconds;
      store.edit('privacy.epsilon', epsilon);
      runner.run();
      await vi.waitFor(() => expect(shown()).toBe(epsilon));
      await until('done');
    }
    expect(privateRuns().map((run) => run.privacy.epsilon)).toEqual([1, 3, 4]);
    runner.run();
    await vi.waitFor(() => expect(privateRuns()).toHaveLength(4));
  });

  it('waits for a click when the plan is costly', async () => {
    engine.seconds = 60;
    runner.start();
    await until('waiting');
    expect(engine.runs).toHaveLength(0);
    expect(planNow(store.state)).not.toBeNull();
    runner.run();
    await until('done');
    expect(privateRuns()).toHaveLength(1);
  });

  it('does not let a costly link start because a cheap one ran before', async () => {
    runner.start();
    await until('done');
    engine.seconds = 60;
    store.edit('algorithms.0.parameters.iterations', 1_000_000);
    await until('waiting');
    expect(privateRuns()).toHaveLength(1);
    expect(isPrevious(store.state)).toBe(true);
  });

  it('shows the last of many quick edits and skips those between', async () => {
    runner.start();
    await until('done');
    engine.milliseconds = 30;
    for (const epsilon of [2, 3, 4, 5, 6]) store.edit('privacy.epsilon', epsilon);
    await vi.waitFor(() => expect(shown()).toBe(6));
    expect(privateRuns().map((run) => run.privacy.epsilon)).toEqual([1, 2, 6]);
  });

  it('follows a dragged control with a few repeats, and runs all when it rests', async () => {
    runner.start();
    await until('done');
    engine.milliseconds = 30;
    const told = () => privateRuns().map(({ privacy, run }) => [privacy.epsilon, run?.repeats]);
    for (const epsilon of [2, 3, 4, 5, 6]) store.edit('privacy.epsilon', epsilon, true);
    const { experiment } = store.state;
    await vi.waitFor(() => expect(store.state.picture?.experiment).toBe(experiment));
    expect(store.state.picture).toMatchObject({ status: 'running', result: null });
    expect(isPrevious(store.state)).toBe(false);
    await vi.waitFor(() => expect(shown()).toBe(6));
    expect(told()).toEqual([
      [1, 20],
      [2, 4],
      [6, 4],
      [6, 20],
    ]);
  });

  it('gives up what nobody looks at when the hand moves on, and glances at nothing that is secure', async () => {
    runner.start();
    await until('done');
    engine.milliseconds = 200;
    const told = () => privateRuns().map(({ privacy, run }) => [privacy.epsilon, run?.repeats]);
    store.edit('privacy.epsilon', 2, true);
    await vi.waitFor(() => expect(told().at(-1)).toEqual([2, 20]));
    store.edit('privacy.epsilon', 3, true);
    await vi.waitFor(() => expect(told().at(-1)).toEqual([3, 20]));
    await vi.waitFor(() => expect(shown()).toBe(3));
    expect(told().slice(1)).toEqual([
      [2, 4],
      [2, 20],
      [3, 4],
      [3, 20],
    ]);
    store.edit('run.randomness', { mode: 'secure' }, true);
    await vi.waitFor(() => expect(told()).toHaveLength(6));
    expect(told().at(-1)).toEqual([3, 20]);
  });

  it('gives up a long run when the experiment changes', async () => {
    engine.milliseconds = 5000;
    runner.start();
    await until('running');
    await new Promise((resolve) => setTimeout(resolve, 300));
    engine.milliseconds = 0;
    store.edit('privacy.epsilon', 2);
    await vi.waitFor(() => expect(shown()).toBe(2));
  });

  it('cancels, and keeps what had come', async () => {
    engine.milliseconds = 3000;
    runner.start();
    await vi.waitFor(() => expect(store.state.picture).not.toBeNull());
    runner.cancel();
    await until('cancelled');
    expect(store.state.picture!.collection.isEmpty).toBe(false);
    expect(problemOf(store.state)).toBeNull();
  });

  it('says that it plans, and can be cancelled there', async () => {
    engine.planning = 60_000;
    runner.start();
    await until('planning');
    await vi.waitFor(() => expect(progressNow()?.stage).toBe('planning'));
    runner.cancel();
    await until('cancelled');
    expect(engine.runs).toHaveLength(0);
  });

  it('says what a run does before its first point, and shows no empty picture meanwhile', async () => {
    runner.start();
    await until('done');
    const before = store.state.picture;
    [engine.planning, engine.milliseconds] = [300, 300];
    store.edit('privacy.epsilon', 3);
    await until('running');
    await vi.waitFor(() => expect(progressNow()?.stage).toBe('planning'));
    expect(store.state.picture).toBe(before);
    await vi.waitFor(() => expect(progressNow()?.stage).toBe('running'));
    await vi.waitFor(() => expect(shown()).toBe(3));
  });

  it('pauses and resumes', async () => {
    engine.milliseconds = 200;
    runner.start();
    await until('running');
    runner.togglePause();
    expect(store.state.work.phase).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(store.state.work.phase).toBe('paused');
    runner.togglePause();
    await until('done');
  });

  it('keeps the last picture when the experiment is wrong, and says which field', async () => {
    runner.start();
    await until('done');
    const before = store.state.picture;
    store.edit('privacy.epsilon', 0);
    await until('failed');
    expect(problemOf(store.state)).toMatchObject({
      code: 'invalid-budget',
      field: 'privacy.epsilon',
    });
    expect(store.state.picture).toBe(before);
    store.edit('privacy.epsilon', 1);
    await until('done');
    expect(problemOf(store.state)).toBeNull();
  });

  it('shows the whole picture before the result is put together', async () => {
    runner.start();
    await until('done');
    runner.drawn();
    performance.clearMeasures();
    engine.assembling = 400;
    store.edit('privacy.epsilon', 3);
    await vi.waitFor(() => expect(store.state.picture!.experiment.privacy.epsilon).toBe(3));
    expect(store.state.work.phase).toBe('running');
    runner.drawn();
    await until('done');
    runner.drawn();
    expect(performance.getEntriesByName('noisy-descent:rerun')).toHaveLength(1);
    expect(performance.getEntriesByName('noisy-descent:rerun')[0].duration).toBeLessThan(300);
  });

  it('measures the way from an edit to its picture', async () => {
    runner.start();
    await until('done');
    runner.drawn();
    performance.clearMeasures();
    store.edit('privacy.epsilon', 3);
    await vi.waitFor(() => expect(shown()).toBe(3));
    runner.drawn();
    runner.drawn();
    const measures = performance.getEntriesByName('noisy-descent:rerun');
    expect(measures).toHaveLength(1);
    expect(measures[0].duration).toBeGreaterThan(0);
  });
});
