import { ownValues, shownAxes } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';
import { withValueAt } from './paths.ts';

/** The experiment at one point of its sweep: what the ground depends on stands as that point has it. */
export function experimentAt(
  experiment: Experiment,
  sweep: Readonly<Record<string, unknown>>,
): Experiment {
  const fixed = withValueAt(experiment, 'sweep', undefined);
  return Object.entries(ownValues(experiment, sweep))
    .filter(([path]) => isOfProblem(path))
    .reduce((one, [path, value]) => withValueAt(one, path, value), fixed);
}

/** The experiment at the first point of its sweep. */
export function experimentAtFirst(experiment: Experiment): Experiment {
  const first = shownAxes(experiment).map(({ path, values }) => [path, values[0]]);
  return experimentAt(experiment, Object.fromEntries(first) as Record<string, unknown>);
}

/** Whether a swept field changes the objective. */
export function isOfProblem(path: string): boolean {
  return /^(data|problem)\b/.test(path);
}
