import { describe, expect, it } from 'vitest';

import { buildModel } from '../../../web/src/curves/layouts.ts';
import type { ChartOptions } from '../../../web/src/curves/model.ts';
import { readout } from '../../../web/src/chart/readout.ts';
import type { Catalogue, Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import {
  RunCollection,
  band,
  collectionOf,
  positions,
} from '../../../web/src/results/collection.ts';
import { measureHelp, withDiagnostic } from '../../../web/src/results/asked-measures.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { visibleCurves } from '../../../web/src/results/visible.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { withAlgorithms } from '../../../web/src/store/with-algorithms.ts';

const epsilons = [0.1, 1, 10];
const experiment: Experiment = {
  ...defaultExperiment,
  algorithms: [{ id: 'dp-gd' }, { id: 'dp-nag' }],
  run: { repeats: 3 },
  sweep: [{ path: 'privacy.epsilon', values: epsilons }],
};
const options: ChartOptions = {
  sweep: {},
  layout: 'ends',
  axis: 'iteration',
  measure: 'suboptimality',
  scale: 'log',
  showBounds: true,
  showFloors: true,
};

/** Algorithm k ends at (k + 1) (repeat + 1) / epsilon. */
function everything(of = experiment): RunCollection {
  const collection = new RunCollection(of);
  const [axis] = of.sweep!;
  of.algorithms.forEach(({ id }, entry) => {
    axis.values.forEach((value, point) => {
      for (let repeat = 0; repeat < 3; repeat += 1) {
        collection.append({
          run: (entry * axis.values.length + point) * 3 + repeat,
          algorithm: id,
          label: id,
          sweep: { [axis.path]: value },
          repeat,
          iteration: [0, 10],
          gradientEvaluations: [0, 5000],
          epsilonSpent: [0, Number(value)],
          seconds: [0, 1],
          suboptimality: [30, ((entry + 1) * (repeat + 1)) / Number(value)],
          sparsity: [1, 0.25],
        });
      }
    });
  });
  return collection;
}

describe('the ends of a sweep', () => {
  const model = buildModel(everything(), null, null, options);

  it('are drawn against what was swept, one line for each algorithm', () => {
    expect(model.series.map(({ label }) => label)).toEqual(['dp-gd', 'dp-nag']);
    expect(model.series[0].x).toEqual(epsilons);
    expect(model.series[0].median).toEqual([20, 2, 0.2]);
    expect(model.series[1].median[1]).toBe(4);
    expect(model.series[0].q90[1]).toBeCloseTo(2.8, 12);
    expect(model.xScale).toBe('log');
    expect(model.xTitle).toBe('epsilon');
    expect(model.yTitle).toBe('Gap to optimum at the end');
    expect(readout(model, 1)).toBe('Epsilon: 1. dp-gd: 2.00. dp-nag: 4.00.');
  });

  it('have the bounds that plans promise of them, where the reader asks for them', () => {
    const plans = ['dp-gd', 'dp-nag'].flatMap((id, entry) =>
      epsilons.map((value, point) => ({
        algorithm: id,
        label: id,
        sweep: { 'privacy.epsilon': value },
        curves: entry === 0 ? { bound: { iteration: [0, 10], value: [1e6, 10 ** (4 - point)] } } : {}, // prettier-ignore
      })),
    );
    const plan = { plans } as unknown as PlanReport;
    const bounded = buildModel(everything(), null, plan, options);
    expect(bounded.series[0].bound).toEqual({ x: epsilons, y: [10_000, 1000, 100] });
    expect(bounded.series[1].bound).toBeNull();
    expect(bounded.yRange![1]).toBeGreaterThanOrEqual(10_000);
    const bare = { ...options, showBounds: false };
    expect(buildModel(everything(), null, plan, bare).series[0].bound).toBeNull();
    const other = { ...options, measure: 'objective' } as const;
    expect(buildModel(everything(), null, plan, other).series[0].bound).toBeNull();
  });

  it('have a linear axis where the numbers lie close together', () => {
    const near = { ...experiment, sweep: [{ path: 'privacy.epsilon', values: [1, 2, 3] }] };
    expect(buildModel(everything(near), null, null, options).xScale).toBe('linear');
  });

  it('are not drawn of a sweep over words', () => {
    const words = {
      ...experiment,
      sweep: [{ path: 'privacy.calibration', values: ['tight', 'zcdp'] }],
    };
    expect(buildModel(everything(words), null, null, options).axis).toBe('iteration');
  });

  it('leave out what is pinned, and draw a share from 0 to 1', () => {
    const pinned = { ...options, sweep: { 'privacy.epsilon': 1 } };
    expect(buildModel(everything(), null, null, pinned).axis).toBe('iteration');
    const shares = buildModel(everything(), null, null, { ...options, measure: 'sparsity' });
    expect(shares.yRange).toEqual([0, 1]);
    expect(shares.series[0].median).toEqual([0.25, 0.25, 0.25]);
  });
});

describe('passes over the data', () => {
  it('are gradient evaluations over the number of records', () => {
    const collection = everything();
    expect(positions(collection.curves[0], 'passes', 500)).toEqual([0, 10]);
    const plan = {
      data: { samples: 500 },
      plans: [{ gradientEvaluations: 20_000, parameters: {}, curves: {} }],
    } as unknown as PlanReport;
    const model = buildModel(collection, null, plan, {
      ...options,
      layout: 'single',
      axis: 'passes',
    });
    expect(model.xTitle).toBe('passes over the data');
    expect(model.xRange).toEqual([0, 40]);
  });
});

describe('what can be drawn', () => {
  const catalogue = {
    losses: [
      { id: 'logistic', targets: 'labels' },
      { id: 'squared', targets: 'numbers' },
      { id: 'geman-mcclure', targets: 'numbers', convex: false },
    ],
    diagnostics: [
      { id: 'objective' },
      { id: 'suboptimality' },
      { id: 'accuracy' },
      { id: 'gradient-norm' },
      { id: 'clipped-fraction' },
      { id: 'noise-ratio' },
      { id: 'anchor-distance', description: 'How far from the anchor.' },
      { id: 'potential' },
      { id: 'key-lemma-slack' },
    ],
    algorithms: [
      { id: 'gd' },
      { id: 'dp-hb', diagnostics: ['noise-ratio'] },
      { id: 'dp-svrg', diagnostics: ['noise-ratio', 'anchor-distance'] },
      { id: 'dp-svrg-pp', diagnostics: ['noise-ratio', 'anchor-distance', 'potential'] },
      { id: 'dp-accmd', diagnostics: ['noise-ratio', 'key-lemma-slack'] },
    ],
  } as unknown as Catalogue;
  const by = (...ids: string[]): Experiment => ({
    ...experiment,
    algorithms: ids.map((id) => ({ id })),
  });
  const of = (loss: string) => ({ ...experiment, problem: { loss } });

  it('is what the engine computes and the loss has', () => {
    expect(measuresOf(catalogue, of('logistic'))).toEqual([
      'suboptimality',
      'objective',
      'accuracy',
      'gradientNorm',
    ]);
    expect(measuresOf(catalogue, of('squared'))).toEqual([
      'suboptimality',
      'objective',
      'gradientNorm',
    ]);
  });

  it('leaves out the gap where nobody knows the optimum, and counts clips where there are some', () => {
    const problem = { loss: 'geman-mcclure', gradientClip: { bound: 1 } };
    expect(measuresOf(catalogue, { ...experiment, problem })).toEqual([
      'objective',
      'gradientNorm',
      'clippedFraction',
    ]);
  });

  it('has what the steps of an algorithm have that takes part', () => {
    const stepsOf = (...ids: string[]) =>
      measuresOf(catalogue, by(...ids)).filter(
        (name) => !['suboptimality', 'objective', 'accuracy', 'gradientNorm'].includes(name),
      );
    expect(stepsOf('gd')).toEqual([]);
    expect(stepsOf('gd', 'dp-hb')).toEqual(['noiseRatio']);
    expect(stepsOf('dp-svrg')).toEqual(['noiseRatio', 'anchorDistance']);
    expect(stepsOf('dp-svrg-pp', 'dp-accmd')).toEqual([
      'noiseRatio',
      'anchorDistance',
      'potential',
      'keyLemmaSlack',
    ]);
    const rough = { ...by('dp-svrg-pp', 'dp-accmd'), problem: { loss: 'geman-mcclure' } };
    expect(measuresOf(catalogue, rough)).toEqual([
      'objective',
      'gradientNorm',
      'noiseRatio',
      'anchorDistance',
    ]);
  });

  it('is no longer asked for when the last algorithm goes that has it', () => {
    const asking = {
      ...by('dp-hb', 'dp-svrg', 'dp-svrg-pp'),
      run: { diagnostics: ['objective', 'noise-ratio', 'anchor-distance', 'potential'] },
    };
    const fewer = withAlgorithms(asking, [{ id: 'dp-hb' }, { id: 'dp-svrg' }], catalogue);
    expect(fewer.algorithms).toHaveLength(2);
    expect(fewer.run?.diagnostics).toEqual(['objective', 'noise-ratio', 'anchor-distance']);
    const one = withAlgorithms(fewer, [{ id: 'dp-hb' }], catalogue);
    expect(one.run?.diagnostics).toEqual(['objective', 'noise-ratio']);
    expect(withAlgorithms(one, [{ id: 'dp-hb' }, { id: 'gd' }], catalogue).run).toBe(one.run);
    const quiet = withAlgorithms(by('dp-hb'), [{ id: 'gd' }], catalogue);
    expect(quiet.run).toEqual(experiment.run);
  });

  it("is explained in the engine's words", () => {
    expect(measureHelp(catalogue, 'anchorDistance')).toBe('How far from the anchor.');
    expect(measureHelp(catalogue, 'sparsity')).toBe('');
  });

  it("is asked for by the engine's name", () => {
    expect(withDiagnostic(experiment, 'gradientNorm')).toContain('gradient-norm');
    expect(withDiagnostic(experiment, 'keyLemmaSlack')).toContain('key-lemma-slack');
  });

  it('is asked for when it is chosen', () => {
    expect(withDiagnostic(experiment, 'objective')).toBeNull();
    expect(withDiagnostic(experiment, 'sparsity')).toEqual([
      'objective',
      'suboptimality',
      'sparsity',
    ]);
  });

  it('has no rank where neither way is better', () => {
    const rows = summaryRows(visibleCurves(everything(), {}), null, { measure: 'sparsity' });
    expect(rows.map(({ rank }) => rank)).toEqual(rows.map(() => null));
    expect(rows[0].final.median).toBe(0.25);
  });

  it('comes back from a result', () => {
    const collection = collectionOf({
      experiment,
      runs: [
        {
          algorithm: 'dp-gd',
          label: 'dp-gd',
          sweep: { 'privacy.epsilon': 1 },
          repeat: 0,
          trace: { iteration: [0], gradientEvaluations: [0], seconds: [0] },
          nonPrivate: { trace: { sparsity: [0.5], unheardOf: [1] } },
        },
      ],
    } as never);
    expect([...collection.curves[0].runs.values()][0].sparsity).toEqual([0.5]);
  });

  it('comes back without the points that have none, which are not 0', () => {
    const collection = collectionOf({
      experiment: { ...experiment, run: { repeats: 1 } },
      runs: [3, 5].map((ratio, index) => ({
        algorithm: 'dp-gd',
        label: 'dp-gd',
        sweep: { 'privacy.epsilon': epsilons[index] },
        repeat: 0,
        trace: { iteration: [0, 1], gradientEvaluations: [0, 1], seconds: [0, 1] },
        nonPrivate: { trace: index === 0 ? { noiseRatio: [null, ratio] } : {} },
      })),
    } as never);
    const [curve, other] = collection.curves;
    expect([...curve.runs.values()][0].noiseRatio).toEqual([Number.NaN, 3]);
    expect(band(curve, 'noiseRatio').median).toEqual([Number.NaN, 3]);
    const single = { ...options, layout: 'single', measure: 'noiseRatio' } as const;
    const model = buildModel(collection, null, null, single);
    expect(model.series.map(({ median }) => median)).toEqual([
      [null, 3],
      [null, null],
    ]);
    expect(model.dropped).toBe(0);
    const rows = summaryRows(visibleCurves(collection, {}), null, { measure: 'noiseRatio' });
    expect(rows.map(({ final }) => final.median)).toEqual([3, Number.NaN]);
    expect([...other.runs.values()][0].noiseRatio).toEqual([]);
  });

  it('has a linear axis where it may be about zero, with negative numbers on it', () => {
    const collection = new RunCollection({ ...experiment, run: { repeats: 1 } });
    collection.append({
      run: 0,
      algorithm: 'dp-accmd',
      label: 'dp-accmd',
      sweep: { 'privacy.epsilon': epsilons[0] },
      repeat: 0,
      iteration: [0, 1, 2],
      gradientEvaluations: [0, 1, 2],
      epsilonSpent: [0, 1, 2],
      seconds: [0, 1, 2],
      keyLemmaSlack: [Number.NaN, -0.25, 0.75],
      noiseRatio: [Number.NaN, 0.01, 10],
    });
    for (const layout of ['single', 'ends'] as const) {
      const slack = buildModel(collection, null, null, {
        ...options,
        layout,
        measure: 'keyLemmaSlack',
      });
      expect(slack.scale).toBe('linear');
      expect(slack.dropped).toBe(0);
    }
    const single = { ...options, layout: 'single' } as const;
    const slack = buildModel(collection, null, null, { ...single, measure: 'keyLemmaSlack' });
    expect(slack.series[0].median).toEqual([null, -0.25, 0.75]);
    expect(slack.yRange![0]).toBeLessThanOrEqual(-0.25);
    const ratio = buildModel(collection, null, null, { ...single, measure: 'noiseRatio' });
    expect(ratio.scale).toBe('log');
  });
});
