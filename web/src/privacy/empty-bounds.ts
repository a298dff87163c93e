import type { PlanReport } from '../engine/types.ts';

/** The algorithms whose proven bound on the error is above what any point has: at this budget nothing is known of where they end. */
export function emptyBounds(plan: PlanReport | null): string[] {
  const empty = (plan?.plans ?? []).filter(({ notes = [] }) => notes.some((note) => note.includes('says nothing here'))); // prettier-ignore
  return [...new Set(empty.map(({ label }) => label))];
}

/** The same in words for who chooses the budget; empty where all bounds say something. */
export function emptyBoundWords(plan: PlanReport | null): string {
  const labels = emptyBounds(plan);
  if (labels.length === 0) return '';
  const which = labels.length > 3 ? `${String(labels.length)} algorithms` : labels.join(', ');
  return `Too little for a promise about the error, ${which}: the proven bound is above what any point has, so a run may end no better than it starts. A larger budget or more records help.`;
}
