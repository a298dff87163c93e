import type { PlanReport } from '../engine/types.ts';
import { formatCount, formatCounted, formatNumber, formatSeconds } from '../format/number.ts';

/** What a plan says that its runs will take: "60 runs of up to 20 iterations, 3.1 × 10⁶ gradients, about 12 ms". */
export function priceText({ cost, plans }: PlanReport): string {
  const iterations = Math.max(0, ...plans.map((plan) => plan.iterations));
  return (
    `${formatCounted(cost.runs, 'run')} of up to ${formatCount(iterations)} iterations, ` +
    `${formatNumber(cost.gradientEvaluations)} gradients, about ${formatSeconds(cost.seconds)}`
  );
}
