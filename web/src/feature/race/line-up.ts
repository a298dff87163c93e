import type { Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { addedOf, weightOf } from './entrants.ts';

/** A solver that may take part in a race. */
export interface Entrant {
  id: string;
  title: string;
  /** How many gradients of records theory expects, up to a constant; null where nobody knows. */
  expected: number | null;
}

/** What is worth waiting for: solvers that are expected to take more than this times the fewest start by request. */
const usualFactor = 100;

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
    smoothness: plan.constants.smoothness ?? 0,
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
