import type { Catalogue, Experiment } from '../../engine/types.ts';
import { asksTables, saddleOf } from '../../results/offered-measures.ts';

/** Whether an experiment learns tables of counts, whose columns have levels alone. */
export function isOfTables(experiment: Experiment, catalogue: Catalogue): boolean {
  return asksTables(saddleOf(catalogue, experiment));
}
