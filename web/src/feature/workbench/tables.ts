import type { Experiment } from '../../engine/types.ts';

export const tablesProblem = 'marginal-queries';

/** Whether an experiment learns tables of counts, whose columns have levels alone. */
export function isOfTables({ problem }: Experiment): boolean {
  return problem.kind === 'saddle' && problem.name === tablesProblem;
}
