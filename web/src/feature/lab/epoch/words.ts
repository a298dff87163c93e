import { formatCount, formatNumber } from '../../../format/number.ts';
import type { EpochAnswer } from '../shared/queries.ts';
import type { Verdict } from '../shared/verdict.ts';

/** Whether an epoch contracts, and what would help. */
export function epochVerdict({ epoch, largestStep }: EpochAnswer): Verdict {
  const { factor, holds, shortestEpoch, innerIterations } = epoch;
  const most = `Steps have to stay below ${formatNumber(largestStep)} of 1/L.`;
  if (factor === null) {
    return { title: 'No bound: the step is too long for the proof', text: most, bad: true };
  }
  const contraction = `A = ${formatNumber(factor)}`;
  if (holds) {
    const spare =
      shortestEpoch !== null && shortestEpoch < innerIterations
        ? `Epochs of ${formatCount(shortestEpoch)} steps would do at this step size.`
        : 'No shorter epoch would do at this step size.';
    const title = `${contraction}: each epoch more than halves what is left of the gap`;
    return { title, text: `Condition (4), A < ½, holds. ${spare}`, bad: false };
  }
  const title =
    factor < 1
      ? `${contraction}: the gap shrinks, but not by half`
      : `${contraction}: nothing is proven to shrink`;
  const help =
    shortestEpoch === null
      ? `${most} No epoch length makes up for a longer one.`
      : `At this step size epochs need at least ${formatCount(shortestEpoch)} steps.`;
  return { title, text: `Condition (4), A < ½, fails. ${help}`, bad: true };
}
