import type { Experiment, PlanReport } from '../../engine/types.ts';
import { advisedDelta } from '../../privacy/advice.ts';

/** What the lab takes from the experiment that is open in the playground; all of it is public. */
export interface OpenFacts {
  samples: number;
  dimension: number;
  epsilon: number;
  delta: number;
}

/** Null until there is a plan, or where the budget is not an epsilon. */
export function openFacts(experiment: Experiment, plan: PlanReport | null): OpenFacts | null {
  const { epsilon, delta } = experiment.privacy;
  if (plan === null || typeof epsilon !== 'number') return null;
  const { samples, features } = plan.data;
  return { samples, dimension: features, epsilon, delta: delta ?? advisedDelta(samples) };
}
