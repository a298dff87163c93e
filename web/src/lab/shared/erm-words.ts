import { formatCount, formatNumber } from '../../format/number.ts';
import type { SetWidths } from './erm-questions.ts';
import type { BoundsAnswer, CertifiedRun, EpochAnswer, NoiseAnswer } from './queries.ts';
import type { BatchSettings, BoundSettings, WidthSettings } from './settings.ts';

/** Whether an epoch contracts, and what would help. */
export function epochVerdict({ epoch, largestStep }: EpochAnswer): {
  title: string;
  text: string;
  bad: boolean;
} {
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

/** What a batch size buys. */
export function noiseVerdict(answer: NoiseAnswer, { epsilon }: BatchSettings): [string, string] {
  const { tight, smallestBatch, largeBatchLimit, paper } = answer;
  const one = tight[0];
  const first =
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
  return [first, ratio + covered(known, epsilon)];
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

/** What the certified run of a setting is made of. */
export function certifiedWords(run: CertifiedRun): string {
  const { iterations, innerSteps, batchSize, noise } = run;
  const sigma = `σ = ${formatNumber(noise)}`;
  if (innerSteps === null || batchSize === null) {
    return `${formatCount(iterations)} full gradients, ${sigma}`;
  }
  const steps = `${formatCount(innerSteps)} inner steps on ${batchSize === 1 ? 'one record' : `batches of ${formatCount(batchSize)}`}`;
  return `${formatCount(iterations)} ${iterations === 1 ? 'epoch' : 'epochs'}, ${steps}, ${sigma}`;
}

/** What a set of small width saves against the ball. */
export function widthVerdict(
  sets: readonly SetWidths[],
  { dimension }: WidthSettings,
): [string, string] {
  const widthOf = (set: SetWidths['set']) => sets.find((one) => one.set === set)?.here?.width;
  const ball = widthOf('l2-ball') ?? 1;
  const polytope = widthOf('l1-ball') ?? 1;
  const first = `In ${formatCount(dimension)} ${dimension === 1 ? 'dimension' : 'dimensions'} the l1 ball is ${formatNumber(ball / polytope)} times narrower than the l2 ball.`;
  return [
    first,
    'DP-AccMD’s bound grows with the width of the set, not with the dimension: as √(2 ln p) on the l1 ball, as √p on the l2 ball.',
  ];
}

/** What the theorem promises, and with what it keeps the promise. */
export function boundsVerdict(
  answer: BoundsAnswer,
  { initialGap }: BoundSettings,
): { title: string; text: string; bad: boolean } {
  const { bound, iterations, innerIterations, stepSize, noise, measure } = answer;
  const what = measure === 'gap' ? 'gap' : 'squared gradient norm';
  const isVain = measure === 'gap' && bound.total >= initialGap;
  const title = isVain
    ? `A bound of ${formatNumber(bound.total)} on the ${what}: no less than at the start`
    : `The expected ${what} is at most ${formatNumber(bound.total)}`;
  const length =
    innerIterations === null
      ? `${formatCount(iterations)} ${iterations === 1 ? 'iteration' : 'iterations'}`
      : `${formatCount(iterations)} ${iterations === 1 ? 'epoch' : 'epochs'}, m = ${formatCount(innerIterations)}`;
  const step = stepSize === null ? '' : `, step ${formatNumber(stepSize)}/L`;
  return { title, text: `${length}${step}, noise σ = ${formatNumber(noise)} G.`, bad: isVain };
}
