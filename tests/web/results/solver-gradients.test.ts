// Gradients of unseen solvers count on the axis of gradients; what cannot be counted is not drawn.
import { expect, it } from 'vitest';

import { horizontalRange, modelOf } from '../../../web/src/curves/model.ts';
import type { Catalogue, Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import { positions, RunCollection, type TracePoints } from '../../../web/src/results/collection.ts';
import { firstMeasure, isRanked, withDiagnostic } from '../../../web/src/results/asked-measures.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { visibleCurves } from '../../../web/src/results/visible.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { withLoss } from '../../../web/src/store/sources.ts';
import { initialView } from '../../../web/src/store/state.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const experiment = {
  ...defaultExperiment,
  algorithms: [{ id: 'phased' }],
  run: { repeats: 2 },
} as Experiment;

function points(repeat: number, iteration: number[], solverGradients: number[]): TracePoints {
  const zeros = iteration.map(() => 0);
  const identity = { run: repeat, algorithm: 'phased', label: 'Phases', sweep: {}, repeat };
  return { ...identity, iteration, gradientEvaluations: zeros, epsilonSpent: zeros, seconds: zeros, solverGradients, objective: zeros }; // prettier-ignore
}

function curveOf(...events: TracePoints[]) {
  const collection = new RunCollection(experiment);
  for (const event of events) collection.append(event);
  return { collection, curve: collection.curves[0] };
}

it('adds up what each release took, through all pieces of a run, and takes the mean over repeats', () => {
  const { curve } = curveOf(
    points(0, [0, 1], [Number.NaN, 100]),
    points(0, [2], [50]),
    points(1, [0, 1, 2], [Number.NaN, 200, 150]),
  );
  expect(positions(curve, 'gradientEvaluations', 10)).toEqual([0, 150, 250]);
  expect(positions(curve, 'passes', 10)).toEqual([0, 15, 25]);
  expect(positions(curve, 'iteration', 10)).toEqual([0, 1, 2]);
});

it('counts nothing where releases between points are left out', () => {
  const { curve } = curveOf(points(0, [0, 1, 4], [Number.NaN, 100, 7]));
  expect(positions(curve, 'gradientEvaluations', 10)).toEqual([0, 100, Number.NaN]);
});

it('ends where the solvers did, whatever the plan expected of them', () => {
  const { collection } = curveOf(points(0, [0, 1], [Number.NaN, 100]));
  const options = { ...initialView, axis: 'gradientEvaluations', measure: 'objective' } as const;
  const { series } = modelOf(visibleCurves(collection, {}), null, options);
  const plan = (parameters: object) =>
    [{ gradientEvaluations: 7000, parameters }] as unknown as PlanReport['plans'];
  const range = (plans: PlanReport['plans']) =>
    horizontalRange(series, plans, 'gradientEvaluations', 10);
  expect(range(plan({ solver: 'svrg' }))).toEqual([0, 100]);
  expect(range(plan({ iterations: 5 }))).toEqual([0, 7000]);
});

it('shares its rank with what reads alike', () => {
  const runs = [0.019461, 0.019463, 0.0192].map((end, run) => ({
    ...points(0, [0, 1], [Number.NaN, 100]),
    run: 2 * run,
    objective: [0.2, end],
  }));
  const three = {
    ...experiment,
    algorithms: [1, 2, 3].map((k) => ({ id: 'phased', label: `${k}` })),
  };
  const collection = new RunCollection(three);
  for (const run of runs) collection.append(run);
  const rows = summaryRows(visibleCurves(collection, {}), null, { measure: 'objective' });
  expect(rows.map(({ rank }) => rank)).toEqual([2, 2, 1]);
});

it('a saddle problem is ranked by its gap or its score, and by no value of F(x, y)', () => {
  const saddle = { id: 'auc', title: 'AUC', description: '', targets: 'labels', parameters: [] };
  const diagnostics = ['objective', 'suboptimality', 'saddle-gap', 'population-gap', 'auc'].map((id) => ({ id, title: id, description: '' })); // prettier-ignore
  const catalogue = { ...fakeCatalogue, diagnostics, saddles: [saddle] } as unknown as Catalogue;
  const ranking = withLoss(defaultExperiment, 'auc', catalogue);
  expect(ranking.run?.diagnostics).toEqual(['objective', 'auc']);
  expect(measuresOf(catalogue, ranking)).toEqual(['saddleGap', 'objective', 'auc']);
  expect(measuresOf(catalogue, defaultExperiment)).toEqual(['suboptimality', 'objective', 'auc']);
  expect(firstMeasure(measuresOf(catalogue, ranking), ranking)).toBe('auc');
  expect(firstMeasure(['suboptimality', 'objective'], defaultExperiment)).toBe('suboptimality');
  expect(isRanked('objective', ranking)).toBe(false);
  expect(isRanked('saddleGap', ranking)).toBe(true);
  expect(isRanked('objective', defaultExperiment)).toBe(true);
  const left = withLoss(ranking, 'logistic', catalogue);
  expect(left.run?.diagnostics).not.toContain('auc');
  const unsaid = { ...ranking, run: {} };
  expect(withDiagnostic(unsaid, 'solverGradients')).toEqual(['objective', 'solver-gradients']);
});
