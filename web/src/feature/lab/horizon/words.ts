import { formatCount, formatNumber } from '../../../format/number.ts';
import { times } from '../shared/times.ts';
import type { HorizonAnswer } from '../shared/queries.ts';
import type { Verdict } from '../shared/verdict.ts';

/** What re-selecting the horizon and dividing the budget bring. */
export function horizonVerdict(answer: HorizonAnswer, iterations: number): Verdict {
  const { horizon, singleStep, noiseTerms } = answer;
  const kept = horizon === iterations;
  const title = singleStep
    ? 'One step reaches the minimum: T′ = 1.'
    : kept
      ? `All ${formatCount(iterations)} iterations are worth their noise: T′ = T.`
      : `Stop after T′ = ${formatCount(horizon)} of ${formatCount(iterations)} iterations: the bound is least there.`;
  const { uniform, divided } = noiseTerms;
  if (uniform === null || divided === null) {
    return { title, text: 'The noise is beyond all numbers.' };
  }
  const text = `Over these ${formatCount(horizon)}, a divided budget leaves noise of ${formatNumber(divided)} in the bound, a uniform one ${formatNumber(uniform)}: ${times(uniform / divided, 'more', 'less')}.`;
  return { title, text };
}
