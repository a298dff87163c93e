import type { Experiment, PlanReport } from '../../engine/types.ts';

/** The smoothness over what is added to x and to y of a saddle problem, which may have many solutions without. */
const conditionNumber = 1000;

/** Whether the engine solves this objective by itself: it certifies solutions by their strong convexity. */
export function isRaced({ problem }: Experiment): boolean {
  const { kind } = problem;
  return kind === 'saddle' || (kind === undefined && weightOf({ problem }) > 0);
}

/** What is added to both parts of a saddle problem; null where the problem is solved as it is. */
export function addedOf(
  { problem }: Pick<Experiment, 'problem'>,
  { constants }: Pick<PlanReport, 'constants'>,
): number | null {
  return problem.kind === 'saddle' ? (constants.smoothness ?? 0) / conditionNumber : null;
}

export function weightOf({ problem: { regularizer } }: Pick<Experiment, 'problem'>): number {
  return regularizer?.kind === 'l2' ? (regularizer.strength ?? 0) : 0;
}
