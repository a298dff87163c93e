import { describe, expect, it } from 'vitest';

import { align } from '../../../web/src/chart/alignment.ts';
import { buildModel } from '../../../web/src/curves/layouts.ts';
import type { ChartOptions } from '../../../web/src/curves/model.ts';
import { pointAt } from '../../../web/src/chart/picture.ts';
import { readout } from '../../../web/src/chart/readout.ts';
import type { Experiment, TraceEvent } from '../../../web/src/engine/types.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';
import { csvText } from '../../../web/src/export/csv.ts';
import { band, finalValues, RunCollection } from '../../../web/src/results/collection.ts';
import { sweepChoices, visibleCurves, type SweepFilter } from '../../../web/src/results/visible.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';

const options: ChartOptions = {
  sweep: {},
  axis: 'iteration',
  measure: 'suboptimality',
  scale: 'log',
  showBounds: false,
  showFloors: false,
};

const twice: Experiment = {
  ...defaultExperiment,
  algorithms: [
    { id: 'dp-gd', label: 'A' },
    { id: 'dp-gd', label: 'B' },
  ],
  run: { ...defaultExperiment.run, repeats: 3 },
};

function event(run: number, values: number[], more: Partial<TraceEvent> = {}): TraceEvent {
  const iteration = values.map((_, index) => index * 10);
  return {
    run,
    algorithm: 'dp-gd',
    label: run < 3 ? 'A' : 'B',
    sweep: {},
    repeat: run % 3,
    iteration: Float64Array.from(iteration),
    gradientEvaluations: Float64Array.from(iteration, (t) => t * 569),
    epsilonSpent: Float64Array.from(iteration, (t) => t / 20),
    seconds: Float64Array.from(iteration, (t) => t * (1 + (run % 3))),
    suboptimality: Float64Array.from(values),
    ...more,
  };
}

function filled(experiment = twice): RunCollection {
  const collection = new RunCollection(experiment);
  [
    [8, 4, 2],
    [8, 5, 1],
    [8, 6, 3],
  ].forEach((values, run) => collection.append(event(run, values)));
  [
    [8, 1, 0],
    [8, 2, -1],
    [8, 3, 0.5],
  ].forEach((values, run) => collection.append(event(run + 3, values)));
  return collection;
}

describe('RunCollection', () => {
  it('tells entries with the same id apart', () => {
    const { curves } = filled();
    expect(curves.map((curve) => [curve.entry, curve.label, curve.runs.size])).toEqual([
      [0, 'A', 3],
      [1, 'B', 3],
    ]);
  });

  it('joins points that come in pieces, in any order of the runs', () => {
    const collection = new RunCollection(twice);
    collection.append(event(1, [8, 5]));
    collection.append(event(0, [8, 4]));
    collection.append(event(1, [1], { iteration: Float64Array.of(20) }));
    const curve = collection.curves[0];
    expect(band(curve, 'suboptimality').median).toEqual([8, 4.5, 1]);
    expect(finalValues(curve, 'suboptimality')).toEqual([4, 1]);
  });

  it('numbers the points of a sweep', () => {
    const collection = new RunCollection({
      ...twice,
      algorithms: [{ id: 'dp-gd', label: 'A' }],
      sweep: [{ path: 'privacy.epsilon', values: [1, 10] }],
    });
    collection.append(event(0, [1], { sweep: { 'privacy.epsilon': 1 } }));
    collection.append(event(3, [1], { label: 'A', sweep: { 'privacy.epsilon': 10 } }));
    const visible = visibleCurves(collection, {});
    expect(visible.map(({ label, colorIndex }) => [label, colorIndex])).toEqual([
      ['A, epsilon 1', 0],
      ['A, epsilon 10', 1],
    ]);
  });
});

describe('a large sweep', () => {
  const large: Experiment = {
    ...twice,
    sweep: [
      { path: 'algorithms.*.parameters.iterations', values: [100, 200, 500, 1000] },
      { path: 'algorithms.*.parameters.stepScale', values: [0.1, 1] },
    ],
  };

  it('first stands on its last values, until what is left fits in one picture', () => {
    const chosen = (filter: SweepFilter, algorithms = 6) => {
      const entry = large.algorithms[0];
      const many = { ...large, algorithms: Array.from({ length: algorithms }, () => entry) };
      return sweepChoices(many, filter).map((choice) => choice.chosen);
    };
    expect(chosen({})).toEqual([3, null]);
    expect(chosen({}, 1)).toEqual([null, null]);
    expect(chosen({ 'algorithms.*.parameters.iterations': 0 })).toEqual([0, null]);
    expect(chosen({ 'algorithms.*.parameters.iterations': null })).toEqual([null, 1]);
  });

  it('is named by what is not the same for all curves', () => {
    expect(sweepChoices(large, {}).map(({ title, values }) => [title, values])).toEqual([
      ['iterations', ['100', '200', '500', '1000']],
      ['step scale', ['0.1', '1']],
    ]);
  });
});

describe('the chart model', () => {
  const model = buildModel(filled(), null, null, options);

  it('has the median and the band of the repeats', () => {
    expect(model.series[0].median).toEqual([8, 5, 2]);
    expect(model.series[0].q90[1]).toBeCloseTo(5.8, 12);
  });

  it('drops what a logarithmic axis cannot show, and counts it', () => {
    expect(model.series[1].median).toEqual([8, 2, null]);
    expect(model.dropped).toBe(1);
    const linear = buildModel(filled(), null, null, { ...options, scale: 'linear' });
    expect(linear.series[1].median).toEqual([8, 2, 0]);
    expect(linear.dropped).toBe(0);
  });

  it('keeps its range to the private curves, beside which a noiseless one would fall out', () => {
    const collection = filled();
    const nan = Float64Array.of(Number.NaN, Number.NaN, Number.NaN);
    const three = { ...twice, algorithms: [...twice.algorithms, { id: 'nag', label: 'C' }] };
    const wider = new RunCollection(three);
    for (const curve of collection.curves) {
      for (const [repeat, run] of curve.runs) {
        const values = run.suboptimality;
        wider.append(event(curve.entry * 3 + repeat, values));
      }
    }
    wider.append(event(6, [8, 1e-6, 1e-12], { label: 'C', epsilonSpent: nan }));
    expect(buildModel(wider, null, null, options).yRange).toEqual(model.yRange);
  });

  it('moves to the mean seconds of the repeats', () => {
    const bySeconds = buildModel(filled(), null, null, { ...options, axis: 'seconds' });
    expect(bySeconds.series[0].x).toEqual([0, 20, 40]);
  });

  it('lines the curves up over one list of x', () => {
    const collection = filled();
    collection.append(event(5, [0.25], { iteration: Float64Array.of(25) }));
    const { columns, data } = align(buildModel(collection, null, null, options));
    expect(data[0]).toEqual([0, 10, 20, 25]);
    const median = columns.findIndex(
      ({ role, seriesIndex }) => role === 'median' && seriesIndex === 0,
    );
    expect(data[median + 1]).toEqual([8, 5, 2, undefined]);
  });

  it('reads off every curve at the crosshair, with what was spent', () => {
    expect(pointAt(model.series[0], 14)).toBe(1);
    expect(readout(model, 14)).toBe(
      'At iteration 14. A: 5.00, epsilon 0.5 spent. B: 2.00, epsilon 0.5 spent.',
    );
  });

  it('is exported with the one beside it, where that has the same points', () => {
    const [curve, other] = model.series;
    const beside = {
      ...model,
      measure: 'accuracy' as const,
      series: [{ ...curve, iteration: curve.iteration.slice(1), told: { ...curve.told!, median: [0.25, 0.5] } }], // prettier-ignore
    };
    const { columns, rows } = chartTable(model, beside);
    const accuracy = columns.indexOf('nonPrivate.accuracy.median');
    const of = (label: string) => rows.filter(([name]) => name === label);
    expect(of(curve.label).map((row) => row[accuracy] ?? null)).toEqual([null, 0.25, 0.5]);
    expect(of(other.label).map((row) => row[accuracy] ?? null)).toEqual([null, null, null]);
  });

  it('is exported with full precision, safe for spreadsheets', () => {
    const named = { ...model, series: [{ ...model.series[0], label: '=cmd"x' }] };
    const [header, first] = csvText(chartTable(named)).split('\n');
    expect(header.split(',')).toEqual([
      'label',
      'iteration',
      'epsilonSpent',
      'nonPrivate.suboptimality.q10',
      'nonPrivate.suboptimality.median',
      'nonPrivate.suboptimality.q90',
    ]);
    expect(first).toBe('"\'=cmd""x",0,0,8,8,8');
  });
});

describe('the summary', () => {
  it('ranks by the median at the end', () => {
    const rows = summaryRows(visibleCurves(filled(), {}), null, { measure: 'suboptimality' });
    expect(rows.map((row) => [row.label, row.rank, row.final.median])).toEqual([
      ['A', 2, 2],
      ['B', 1, 0],
    ]);
    expect(rows[0].epsilon).toBe(1);
  });

  it('ranks by what is drawn beside, where it is told so', () => {
    const told = { measure: 'suboptimality', score: 'accuracy', rankedBy: 'accuracy' } as const;
    const collection = filled();
    for (const { label, runs } of collection.curves) {
      for (const run of runs.values()) run.accuracy = [0.5, 0.6, label === 'A' ? 0.9 : 0.8];
    }
    const rows = summaryRows(visibleCurves(collection, {}), null, told);
    expect(rows.map(({ label, score, rank }) => [label, score, rank])).toEqual([
      ['A', 0.9, 1],
      ['B', 0.8, 2],
    ]);
  });
});
