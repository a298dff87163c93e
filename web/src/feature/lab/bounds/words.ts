import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';
import type { BoundsAnswer } from '../shared/queries.ts';
import type { BoundSettings } from './settings.ts';
import type { Verdict } from '../shared/verdict.ts';

/** What the theorem promises, and with what it keeps the promise. */
export function boundsVerdict(answer: BoundsAnswer, { initialGap }: BoundSettings): Verdict {
  const { bound, iterations, innerIterations, stepSize, noise, measure } = answer;
  const what = measure === 'gap' ? 'gap' : 'squared gradient norm';
  const isVain = measure === 'gap' && bound.total >= initialGap;
  const title = isVain
    ? `A bound of ${formatNumber(bound.total)} on the ${what}: no less than at the start`
    : `The expected ${what} is at most ${formatNumber(bound.total)}`;
  const length =
    innerIterations === null
      ? formatCounted(iterations, 'iteration')
      : `${formatCounted(iterations, 'epoch')}, m = ${formatCount(innerIterations)}`;
  const step = stepSize === null ? '' : `, step ${formatNumber(stepSize)}/L`;
  return { title, text: `${length}${step}, noise σ = ${formatNumber(noise)} G.`, bad: isVain };
}
