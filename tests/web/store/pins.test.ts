import { beforeEach, describe, expect, it } from 'vitest';

import { Drawing } from '../../../web/src/app/drawing.ts';
import * as pinned from '../../../web/src/app/pinned.ts';
import { figureOf } from '../../../web/src/app/exports.ts';
import { readout } from '../../../web/src/chart/readout.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import { csvText } from '../../../web/src/export/csv.ts';
import { pinnedRows } from '../../../web/src/feature/summary/pinned-rows.ts';
import { storedPicture, type ExperimentPicture } from '../../../web/src/store/picture.ts';
import {
  proposedName,
  mostPins,
  pinning,
  withName,
  withPin,
  withoutPin,
  type Pin,
} from '../../../web/src/store/pins.ts';
import { initialView, type View } from '../../../web/src/store/state.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine } from '../support/fake-engine.ts';

// A finished run that is kept behind the next ones, with its own experiment and promise.

const at = (epsilon: number, more: Partial<Experiment> = {}): Experiment => ({
  ...defaultExperiment,
  title: 'Pins',
  privacy: { notion: 'pure', epsilon },
  ...more,
});

const engine = new FakeEngine();

async function ran(experiment: Experiment): Promise<ExperimentPicture> {
  const picture = storedPicture(await engine.run(experiment), null);
  return { ...picture, plan: await engine.plan(experiment) };
}

function drawn(picture: ExperimentPicture, pins: readonly Pin[], view: Partial<View> = {}) {
  const drawing = new Drawing();
  drawing.behind = pinned;
  drawing.refresh(picture, { ...initialView, ...view }, { pins });
  return drawing;
}

let one: ExperimentPicture;
let ten: ExperimentPicture;

beforeEach(async () => {
  [one, ten] = await Promise.all([ran(at(1)), ran(at(10))]);
});

describe('a pinned run', () => {
  it('stays behind the next one, with its name and its own promise', () => {
    const pins = withPin([], one);
    const { model, pinned } = drawn(ten, pins);
    const own = drawn(ten, []).model!;
    const ghosts = model!.series.filter(({ ghost }) => ghost);
    expect(ghosts).toHaveLength(own.series.length);
    expect(ghosts[0].told!.median).toEqual(drawn(one, []).model!.series[0].told!.median);
    expect(ghosts[0].label).toBe(`${own.series[0].label} (epsilon 1)`);
    expect(ghosts[0].q90).toEqual([]);
    expect(pinned[0].name).toBe('epsilon 1');
    expect(pinned[0].promise).toMatch(/^ε 1\b.*certified$/);
    expect(readout(model!, 0)).toContain(`${ghosts[0].label}: `);
    const [low, high] = model!.yRange!;
    const values = ghosts.flatMap(({ median }) => median).filter((value) => value !== null);
    expect(low).toBeLessThanOrEqual(Math.min(...values));
    expect(high).toBeGreaterThanOrEqual(Math.max(...values));
  });

  it('is told apart from every other by its dash, and the present run keeps its look', () => {
    const three = [one, ten].reduce<readonly Pin[]>(withPin, []);
    const { model } = drawn(ten, three);
    const looks = model!.series.map(({ colorIndex, dashIndex, ghost }) => `${colorIndex} ${dashIndex} ${ghost !== undefined}`); // prettier-ignore
    expect(new Set(looks).size).toBe(looks.length);
    expect(model!.series.slice(0, 3).map(({ ghost }) => ghost)).toEqual([undefined, undefined, undefined]); // prettier-ignore
  });

  it('says why it is not drawn where its axis or measure is not there', async () => {
    const pins = withPin([], one);
    const swept = await ran(at(1, { sweep: [{ path: 'privacy.epsilon', values: [0.1, 1, 10] }] }));
    // The double runs no sweep: its curves stand for the point in the middle.
    for (const curve of swept.collection.curves) curve.sweep = { 'privacy.epsilon': 1 };
    const over = drawn(swept, pins, { layout: 'ends' }).model!;
    expect(over.series.some(({ ghost }) => ghost)).toBe(false);
    expect(over.unseen!.get(1)).toBe('it was not run over epsilon');
    const other = drawn(ten, pins, { measure: 'sparsity' }).model!;
    expect(other.unseen!.get(1)).toBe('its runs did not measure zero coordinates');
    const again = drawn(swept, withPin([], swept), { layout: 'ends' }).model!;
    expect(again.series.filter(({ ghost }) => ghost)).toHaveLength(3);
  });

  it('tells nothing of what was spent in another unit', async () => {
    const pins = withPin([], one);
    const rho = await ran(at(1, { privacy: { notion: 'zcdp', rho: 0.5 } }));
    const ghosts = drawn(rho, pins).model!.series.filter(({ ghost }) => ghost);
    expect(ghosts.every(({ epsilonSpent }) => epsilonSpent.length === 0)).toBe(true);
  });

  it('is exported with its name and promise, in figure, table and summary', () => {
    const drawing = drawn(ten, withName(withPin([], one), 1, 'before'));
    const { model, panels, beside, pinned } = drawing;
    const { state } = new Store(at(10));
    const figure = svgFigure(figureOf(ten, state, { model: model!, panels, beside, pinned }));
    expect(figure).toMatch(/\(before\)<\/text>/);
    expect(figure).toContain('stroke-opacity');
    expect(figure.replace(/<\/?text[^>]*>\s*/g, ' ')).toMatch(/Pinned, before: ε 1\b/);
    const { columns, rows } = chartTable(model!);
    expect(columns.slice(0, 3)).toEqual(['label', 'pinned', 'promise']);
    expect([...new Set(rows.map((row) => row[1] ?? ''))]).toEqual(['', 'before']);
    expect(csvText({ columns, rows })).toContain(pinned[0].promise);
    const told = { measure: 'suboptimality', score: null } as const;
    const table = pinnedRows(pinned, told, { sweep: {}, layout: 'single' });
    expect(table.map(({ rank }) => rank)).toEqual([null, null, null]);
    expect(table[0].label).toMatch(/ \(before\)$/);
    expect(table[0].epsilon).toBe(1);
  });
});

describe('pins', () => {
  it('are of finished runs, one for each, and not too many', async () => {
    expect(pinning([], { ...one, status: 'running', result: null } as ExperimentPicture)).toBe('unfinished'); // prettier-ignore
    const pins = withPin([], one);
    expect(pinning(pins, one)).toBe('pinned');
    expect(withPin(pins, one)).toBe(pins);
    const many = await Promise.all([2, 3, 4, 5].map((epsilon) => ran(at(epsilon))));
    const full = many.reduce(withPin, pins);
    expect(full).toHaveLength(mostPins);
    expect(pinning(full, ten)).toBe('full');
    const freed = withPin(withoutPin(full, 2), ten);
    expect(freed.map(({ place }) => place).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(new Set(freed.map(({ id }) => id)).size).toBe(mostPins);
  });

  it('get the proposed name back when their own is wiped out', () => {
    const named = withName(withPin([], one), 1, '  mine ');
    expect(drawn(ten, named).pinned[0].name).toBe('mine');
    expect(drawn(ten, withName(named, 1, ' ')).pinned[0].name).toBe('epsilon 1');
  });

  it('are called by what differs, and never alike', async () => {
    const [first, ...others] = defaultExperiment.algorithms;
    const longer = at(1, {
      algorithms: [{ ...first, parameters: { iterations: 300 } }, ...others],
    });
    expect(proposedName(at(1), at(10))).toBe('epsilon 1');
    expect(proposedName(at(1), at(1))).toBe('epsilon 1');
    expect(proposedName(longer, at(1))).toBe('iterations 300');
    expect(proposedName(longer, at(10))).toBe('epsilon 1, iterations 300');
    expect(proposedName(at(1), { ...at(1), title: 'Other' })).toBe('epsilon 1');
    expect(proposedName(at(1, { algorithms: [first] }), at(1))).toBe(first.id);
    expect(proposedName(at(1, { sweep: [{ path: 'privacy.epsilon', values: [1, 2] }] }), at(1))).toBe('over epsilon'); // prettier-ignore
    const same = [one, await ran({ ...at(1), title: 'Again' })].reduce<readonly Pin[]>(withPin, []);
    expect(drawn(ten, same).pinned.map(({ name }) => name)).toEqual(['epsilon 1', 'epsilon 1 (2)']);
  });
});
