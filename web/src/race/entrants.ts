import type { Experiment, PageEngine, PlanReport } from '../engine/types.ts';

/** A solver that may take part in a race. */
export interface Entrant {
  id: string;
  title: string;
  /** How many gradients of records theory expects, up to a constant; null where nobody knows. */
  expected: number | null;
}

/** What is worth waiting for: solvers that are expected to take more than this times the fewest start by request. */
const usualFactor = 100;

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
  return problem.kind === 'saddle' ? constants.smoothness / conditionNumber : null;
}

function weightOf({ problem: { regularizer } }: Pick<Experiment, 'problem'>): number {
  return regularizer?.kind === 'l2' ? (regularizer.strength ?? 0) : 0;
}

/** The engine's solvers for such an objective, in its order. */
export async function askEntrants(
  engine: Pick<PageEngine, 'theory'>,
  experiment: Experiment,
  plan: Pick<PlanReport, 'constants' | 'data'>,
  accuracy: number,
): Promise<Entrant[]> {
  const added = addedOf(experiment, plan);
  const { solvers } = await engine.theory({
    query: 'solver-complexity',
    components: plan.data.samples,
    smoothness: plan.constants.smoothness,
    weight: added ?? weightOf(experiment),
    ...(added !== null && { dualWeight: added }),
    accuracy,
  });
  return solvers.map(({ solver, title, gradients }) => ({
    id: solver,
    title,
    expected: gradients,
  }));
}

/** Who starts where the reader chose nobody: the solvers that the experiment compares, else those that come home soon. */
export function usualEntrants(
  entrants: readonly Entrant[],
  { algorithms }: Pick<Experiment, 'algorithms'>,
): string[] {
  const named = new Set(algorithms.map(({ parameters }) => parameters?.['solver']));
  const compared = entrants.filter(({ id }) => named.has(id));
  if (compared.length > 1) return compared.map(({ id }) => id);
  const fewest = Math.min(...entrants.map(({ expected }) => expected ?? Number.POSITIVE_INFINITY));
  return entrants
    .filter(({ expected }) => expected !== null && expected <= usualFactor * fewest)
    .map(({ id }) => id);
}
