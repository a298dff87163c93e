import { checkExperiment } from '../../experiment/check.ts';
import { withValueAt } from '../../experiment/paths.ts';
import type { Experiment } from '../../engine/types.ts';
import type { Refusal } from '../../experiment/text.ts';
import type { Recipe } from './step.ts';

/** The experiment of a step. */
export function experimentOf(
  { edits }: Recipe,
  example: unknown,
): { experiment: Experiment } | Refusal {
  const value = Object.entries(edits).reduce(
    (made: unknown, [path, part]) => withValueAt(made, path, part),
    example,
  );
  return checkExperiment(value);
}
