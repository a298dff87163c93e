import { outcomeOf } from '../../../../wasm/client/index.ts';
import type { Catalogue, Experiment, ExperimentResult, PlanReport } from '../../engine/types.ts';
import { withValueAt } from '../../experiment/paths.ts';

/**
 * The smoothness over the regularization that is added to x and to y. With less a solution takes longer; the gap is
 * raised by at most half of what is added, times the squared radii.
 */
const conditionNumber = 10_000;

/** What is added to x and to y. */
export function addedRegularization({ constants }: PlanReport): number {
  return (constants.smoothness ?? 0) / conditionNumber;
}

/** The saddle point of an experiment's data, solved and certified without noise. Not private. */
export function solutionExperiment(
  experiment: Experiment,
  plan: PlanReport,
  { algorithms }: Catalogue,
): Experiment {
  const added = addedRegularization(plan);
  const parameters = { primalRegularization: added, dualRegularization: added };
  const solver = algorithms.find(
    (one) =>
      one.problems === 'saddle' &&
      one.notions.includes('none') &&
      Object.keys(parameters).every((name) => one.parameters.some((each) => each.name === name)),
  )!;
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: [{ id: solver.id, parameters }],
    privacy: { notion: 'none' },
    run: { repeats: 1, trace: { points: 2, iterates: true }, diagnostics: [] },
  };
}

/** The point (x, y) that such a run ended at; null where it failed. */
export function solutionOf({ runs }: Pick<ExperimentResult, 'runs'>): number[] | null {
  const { status, trace } = outcomeOf(runs[0]);
  return status === 'completed' ? (trace.iterates?.at(-1) ?? null) : null;
}
