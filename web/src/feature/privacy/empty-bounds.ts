import type { PlanReport } from '../../engine/types.ts';

/** The algorithms of whose end the plan knows nothing: what is proven or estimated is above the error of every point. */
export function emptyBounds(plan: PlanReport | null): string[] {
  const empty = (plan?.plans ?? []).filter(({ errorUnknown }) => errorUnknown);
  return [...new Set(empty.map(({ label }) => label))];
}

/** The same in words for who chooses the budget; empty where all bounds say something. */
export function emptyBoundWords(plan: PlanReport | null): string {
  const labels = emptyBounds(plan);
  if (labels.length === 0) return '';
  const which = labels.length > 3 ? `${String(labels.length)} algorithms` : labels.join(', ');
  return `With this budget, theory promises nothing about the error of ${which}: a run may end no better than it starts. A larger budget or more records help.`;
}
