import { formatCount, formatNumber } from '../../../format/number.ts';
import type { NoiseAnswer } from '../shared/queries.ts';
import type { BatchSettings } from './settings.ts';
import type { Verdict } from '../shared/verdict.ts';

/** What a batch size buys. */
export function noiseVerdict(answer: NoiseAnswer, { epsilon }: BatchSettings): Verdict {
  const { tight, smallestBatch, largeBatchLimit, paper } = answer;
  const one = tight[0];
  const title =
    smallestBatch === 1
      ? 'One record per step is enough: larger batches save next to no noise.'
      : `Batches of ${formatCount(smallestBatch)}: from there on larger ones save next to no noise.`;
  const ratio =
    one === null
      ? ''
      : `One record per step needs ${formatNumber(one / largeBatchLimit)} times the noise of large batches. `;
  const known = answer.batchSize.flatMap((batch, index) =>
    paper.isLargeEnough[index] && paper.isAmplified[index] ? [batch] : [],
  );
  return { title, text: ratio + covered(known, epsilon) };
}

/** Too small a batch shows a record too well, too large a one draws it too often for the proof. */
function covered(batches: readonly number[], epsilon: number): string {
  const [least, most] = [batches.at(0), batches.at(-1)];
  if (least === undefined || most === undefined) {
    return `The theorem’s proof covers none of these batch sizes at ε = ${formatNumber(epsilon)}.`;
  }
  if (least === most) return `The theorem’s proof covers batches of about ${formatCount(least)}.`;
  return `The theorem’s proof covers batches of about ${formatCount(least)} to ${formatCount(most)}.`;
}
