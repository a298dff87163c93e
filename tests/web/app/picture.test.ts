import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Drawing } from '../../../web/src/app/drawing.ts';
import { figureOf } from '../../../web/src/app/exports.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import { countRepeats, repeatsText } from '../../../web/src/results/repeats.ts';
import { shownCurves } from '../../../web/src/results/panels.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { isPrevious, pictureTitle, storedPicture } from '../../../web/src/store/picture.ts';
import { Runner } from '../../../web/src/store/runner.ts';
import type { DataFile } from '../../../web/src/store/state.ts';
import { planNow, type Phase } from '../../../web/src/store/work.ts';
import { describeFile } from '../../../web/src/store/sources.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

// What is drawn, told and exported belongs to the experiment that ran.

const opening: Experiment = {
  ...defaultExperiment,
  title: 'Opening',
  privacy: { notion: 'pure', epsilon: 10 },
};

let engine: FakeEngine;
let store: Store;
let runner: Runner;

/** However busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const until = (phase: Phase) => eventually(() => expect(store.state.work.phase).toBe(phase));
const title = () => pictureTitle(store.state.picture!, isPrevious(store.state));

const shownTitle = () => store.state.picture!.experiment.title;

function rows() {
  const { collection, plan, status } = store.state.picture!;
  const curves = shownCurves(collection, {}, 'single');
  return summaryRows(curves, plan, { measure: 'suboptimality', isWhole: status === 'done' });
}

function drawing(): Drawing {
  const drawn = new Drawing();
  drawn.refresh(store.state.picture, store.state.view);
  return drawn;
}

function exportedText(): string {
  const drawn = drawing();
  const { model, panels } = drawn;
  return svgFigure(figureOf(store.state.picture!, store.state, { model: model!, panels }));
}

/** Runs the opening experiment, then pauses it and edits the epsilon, as a reader may. */
async function pauseAndEdit(): Promise<void> {
  engine.seconds = 60;
  engine.milliseconds = 3000;
  runner.run();
  await eventually(() => expect(store.state.picture).not.toBeNull());
  runner.togglePause();
  expect(store.state.work.phase).toBe('paused');
  store.edit('privacy.epsilon', 3);
  await until('waiting');
}

beforeEach(() => {
  engine = new FakeEngine();
  store = new Store(opening);
  store.setCatalogue(fakeCatalogue);
  runner = new Runner(engine, store);
});

afterEach(() => vi.useRealTimers());

describe('A run that is paused, and another epsilon', () => {
  it('leaves its own name, epsilon, plan and repeats to what had been drawn', async () => {
    await pauseAndEdit();
    const { picture } = store.state;
    expect(title()).toBe('Previous: Opening, ε = 10');
    expect(picture!.status).toBe('stopped');
    expect(picture!.plan!.plans[0].privacy.epsilon).toBe(10);
    expect(planNow(store.state)!.plans[0].privacy.epsilon).toBe(3);
    expect(rows().every(({ epsilon }) => epsilon === 10)).toBe(true);
  });

  it('ranks nothing, and counts the repeats that are there', async () => {
    await pauseAndEdit();
    const { collection } = store.state.picture!;
    expect(rows().every(({ rank }) => rank === null)).toBe(true);
    const present = collection.curves[0].runs.size;
    expect(present).toBeLessThan(20);
    expect(repeatsText(countRepeats(collection))).toBe(`${present} of 20 repeats`);
  });

  it('draws the floors of the epsilon that ran', async () => {
    await pauseAndEdit();
    const floor = drawing().model!.series[0].floor!.y[0];
    store.edit('privacy.epsilon', 10);
    runner.cancel();
    const own = (await engine.plan(opening)).plans[0].curves.noiseFloor!.value[0];
    expect(floor).toBe(own);
  });

  it('exports say what ran, and that it is the previous one', async () => {
    await pauseAndEdit();
    const text = exportedText();
    expect(text).toContain('Previous: Opening, ε = 10');
    expect(text).not.toContain('ε = 3');
    expect(text).toMatch(/\d+ of 20 repeats/);
    expect(text).toContain('The runs had not ended.');
  });
});

describe('A file that needs a click', () => {
  it('lends its name and its plan to no older curves', async () => {
    runner.start();
    await until('done');
    engine.seconds = 60;
    const file: DataFile = { name: 'mine.csv', blob: new Blob(['1,2\n']) };
    store.setFile(file, describeFile(opening, file));
    await until('waiting');
    expect(store.state.experiment.title).toBe('mine.csv');
    expect(title()).toBe('Previous: Opening, ε = 10');
    expect(exportedText()).not.toContain('mine.csv');
    expect(store.state.picture!.result!.experiment.title).toBe('Opening');
    expect(store.state.picture!.plan).not.toBe(planNow(store.state));
  });

  it('is another one although it has the same name', async () => {
    const file: DataFile = { name: 'mine.csv', blob: new Blob(['1,2\n']) };
    store.setFile(file, describeFile(opening, file));
    await until('done');
    engine.seconds = 60;
    store.setFile({ ...file, blob: new Blob(['3,4\n']) }, describeFile(opening, file));
    await until('waiting');
    expect(isPrevious(store.state)).toBe(true);
  });
});

describe('A run that ends otherwise', () => {
  it('is counted as far as it came when it is cancelled', async () => {
    engine.milliseconds = 3000;
    runner.start();
    await eventually(() => expect(store.state.picture).not.toBeNull());
    runner.cancel();
    await until('cancelled');
    expect(isPrevious(store.state)).toBe(false);
    expect(store.state.picture!.status).toBe('stopped');
    expect(repeatsText(countRepeats(store.state.picture!.collection))).toMatch(
      /^\d+ of 20 repeats/,
    );
    expect(rows().every(({ rank }) => rank === null)).toBe(true);
  });

  it('gives way to the last whole picture when it fails', async () => {
    runner.start();
    await until('done');
    const whole = store.state.picture;
    engine.milliseconds = 2000;
    engine.failsAfter = 10;
    store.edit('privacy.epsilon', 3);
    await until('failed');
    expect(store.state.picture).toBe(whole);
    expect(title()).toBe('Previous: Opening, ε = 10');
  });
});

describe('A result that came as a file', () => {
  it('is drawn as itself, with the plan of its own experiment', async () => {
    const result = await engine.run(opening);
    engine.seconds = 60;
    store.patch({ picture: storedPicture(result, null) });
    store.replace(structuredClone(opening));
    await until('done');
    expect(title()).toBe('Opening');
    expect(store.state.picture!.plan!.plans[0].privacy.epsilon).toBe(10);
    expect(rows().map(({ rank }) => rank)).toContain(1);
    expect(store.state.picture!.result).toBe(result);
  });

  it('is previous as soon as the forms say something else', async () => {
    const result = await engine.run(opening);
    engine.seconds = 60;
    store.patch({ picture: storedPicture(result, null) });
    store.replace({ ...opening, privacy: { notion: 'pure', epsilon: 3 } });
    await until('waiting');
    expect(title()).toBe('Previous: Opening, ε = 10');
    expect(store.state.picture!.plan).toBeNull();
  });
});

describe('Undo', () => {
  it('makes the picture of what is undone to the present one again, without a run', async () => {
    runner.start();
    await until('done');
    const { picture } = store.state;
    engine.seconds = 60;
    store.edit('algorithms.0.parameters.iterations', 300);
    await until('waiting');
    expect(isPrevious(store.state)).toBe(true);
    const count = engine.runs.length;
    store.undo();
    await until('done');
    expect(isPrevious(store.state)).toBe(false);
    expect(store.state.picture!.collection).toBe(picture!.collection);
    expect(engine.runs).toHaveLength(count);
  });
});

describe('Files', () => {
  const first: DataFile = { name: 'first.csv', blob: new Blob(['1,2\n']) };
  const second: DataFile = { name: 'second.csv', blob: new Blob(['3,4\n']) };

  it('come back with the experiment that read them', async () => {
    store.setFile(first, describeFile(opening, first));
    await until('done');
    store.setFile(second, describeFile(opening, second));
    await eventually(() => expect(engine.files.at(-1)).toBe(second.blob));
    await until('done');
    store.undo();
    await eventually(() => expect(store.state.picture!.experiment.title).toBe('first.csv'));
    expect(store.state.file).toBe(first);
    expect(engine.files).not.toContain(undefined);
    expect(store.state.picture!.file).toBe(first);
  });

  it('of another name are not what an experiment means', async () => {
    store.setFile(first, describeFile(opening, first));
    await until('done');
    store.replace(describeFile(opening, { name: 'unseen.csv' }));
    await eventually(() => expect(shownTitle()).toBe('unseen.csv'));
    expect(engine.files.at(-1)).toBeUndefined();
  });
});

describe('A dragged epsilon', () => {
  it('never makes the picture that follows it look old', async () => {
    vi.useFakeTimers();
    runner.start();
    await vi.advanceTimersByTimeAsync(1000);
    engine.milliseconds = 30;
    const seen: boolean[] = [];
    // As the page does, which draws when a change is through.
    const look = () => seen.push(isPrevious(store.state));
    store.addEventListener('change', () => queueMicrotask(look));
    for (const epsilon of [2, 3, 4, 5]) {
      store.edit('privacy.epsilon', epsilon, true);
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.state.picture!.experiment.privacy.epsilon).toBe(5);
    expect(store.state.picture!.status).toBe('done');
    expect(seen).not.toContain(true);
  });

  it('tells of a long run that what is seen is older', async () => {
    runner.start();
    await until('done');
    engine.planning = 400;
    store.edit('privacy.epsilon', 3);
    expect(isPrevious(store.state)).toBe(false);
    await eventually(() => expect(isPrevious(store.state)).toBe(true));
    // What was planned before is no promise of what is planned now.
    expect(planNow(store.state)).toBeNull();
    await until('done');
    expect(title()).toBe('Opening');
  });
});
