import { beforeEach, describe, expect, it, vi } from 'vitest';

import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { Interruption } from '../../../web/src/store/interruption.ts';
import { Runner } from '../../../web/src/store/runner.ts';
import type { DataFile } from '../../../web/src/store/state.ts';
import { Store } from '../../../web/src/store/store.ts';
import type { Phase } from '../../../web/src/store/work.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

// A run that was going when the page was left: the next load of the page asks about it.

let kept: Map<string, string>;

/** One life of the page: its engine takes long, and its runs wait for a click. */
function life(experiment: Experiment = defaultExperiment, seconds = 1) {
  const engine = new FakeEngine();
  engine.seconds = seconds;
  engine.milliseconds = 10_000;
  const store = new Store(experiment);
  store.setCatalogue(fakeCatalogue);
  new Interruption(store);
  const runner = new Runner(engine, store);
  const until = (phase: Phase) =>
    vi.waitFor(() => expect(store.state.work.phase).toBe(phase), { timeout: 10_000 });
  return { engine, store, runner, until };
}

/** Leaves the page in the middle of a run that was asked for. */
async function leftInRun(experiment?: Experiment): Promise<void> {
  const { runner, until, store, engine } = life(experiment);
  runner.run();
  await until('running');
  const before = new Map(kept);
  runner.stop();
  await vi.waitFor(() => expect(store.state.work.phase).not.toBe('running'));
  expect(engine.runs.length).toBeGreaterThan(0);
  // A page that is left ends nothing: what it kept stays as it was.
  kept = before;
}

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

describe('a run that was going when the page was left', () => {
  it('is asked about once, and not any more when it runs again', async () => {
    await leftInRun();
    const { runner, store, until } = life();
    runner.start();
    await until('waiting');
    expect(store.state.notice).toMatchObject({ interrupted: 'run', tone: 'info' });
    expect(store.state.notice!.text).toMatch(/Its progress is lost: it starts again/);
    runner.run();
    await until('running');
    expect(store.state.notice).toBeNull();
    runner.cancel();
    await until('cancelled');
    expect(kept.size).toBe(0);
  });

  it('is no question of another experiment, nor where it starts by itself', async () => {
    await leftInRun();
    const other = life({ ...defaultExperiment, privacy: { notion: 'pure', epsilon: 7 } });
    other.runner.start();
    await other.until('waiting');
    expect(other.store.state.notice).toBeNull();
    expect(kept.size).toBe(0);
    await leftInRun();
    const cheap = life(defaultExperiment, 0.01);
    cheap.runner.start();
    await cheap.until('running');
    expect(cheap.store.state.notice).toBeNull();
    cheap.runner.stop();
  });

  it('of a counted file says that the file is needed, and what is spent', async () => {
    const file: DataFile = { name: 'mine.csv', blob: new Blob(['1,2\n']) };
    const own: Experiment = {
      ...defaultExperiment,
      data: { kind: 'file', name: 'mine.csv', target: 'last' } as unknown as Experiment['data'],
      run: { ...defaultExperiment.run, randomness: { mode: 'secure' } },
    };
    const { store, runner, until } = life(own);
    store.patch({ file });
    runner.run();
    await until('running');
    const next = life(own);
    const problem = {
      code: 'missing-data',
      field: 'data',
      message: 'the file is missing',
    } as const;
    next.store.patch({ work: { phase: 'failed', problem } });
    expect(next.store.state.notice).toMatchObject({ interrupted: 'file' });
    expect(next.store.state.notice!.text).toMatch(/^A run on mine\.csv .*Its cost counts as spent/); // prettier-ignore
    runner.stop();
  });
});
