import { columnTable, logLog } from '../shared/lines.ts';
import { choice, logCount, type ValuesOf } from '../shared/fields.ts';
import { facts, source } from '../shared/settings.ts';
import type { NoiseAnswer, TheoryEngine } from '../shared/queries.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { Table } from '../../../export/csv.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import type { Verdict } from '../shared/told.ts';

export const settings = {
  source,
  ...facts,
  innerSteps: logCount(
    'Inner steps N',
    [10, 75_000, 1e8],
    'All inner steps of the run. The experiments of the paper have 75 000 (DP-SVRG) and 655 340 (DP-SVRG++).',
  ),
  constant: choice(
    'Constant c of the theorem',
    [
      { value: '0', title: 'Proven (132 and a little)' },
      { value: '8', title: '8, not proven' },
    ],
    'The theorem names no constant. 132 is proven under its two conditions; with 8 figures look as in the paper, and nothing is proven.',
  ),
};

export type BatchSettings = ValuesOf<typeof settings>;

export function askNoise(engine: TheoryEngine, settings: BatchSettings): Promise<NoiseAnswer> {
  const { samples, innerSteps, epsilon, delta, constant } = settings;
  return engine.theory({
    query: 'batch-noise',
    samples,
    innerSteps,
    epsilon,
    delta,
    noiseConstant: Number(constant),
    batchSizes: batchesOf(samples),
  });
}

/** 1, 3, 10, 30 and so on below n: where the noise is computed. */
export function batchesOf(samples: number): number[] {
  const batches: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    batches.push(power);
    if (3 * power < samples) batches.push(3 * power);
  }
  return batches.slice(0, 23);
}

/** The noise that each batch size needs; the upright line is the least batch worth taking. */
export function noisePicture(answer: NoiseAnswer): Picture {
  const { batchSize: x, tight, advanced, paper, largeBatchLimit, fullBatch } = answer;
  const ends = { x: [x[0], x.at(-1) ?? 1], y: [paper.noise, paper.noise] };
  const finite = [...tight, ...advanced].filter((value) => value !== null);
  return {
    ...logLog,
    xTitle: 'batch size b',
    yTitle: 'Noise σ of each coordinate, in units of G',
    series: [
      plainSeries('Accountant', { x, y: tight }, { colorIndex: 0 }),
      plainSeries('Advanced composition', { x, y: advanced }, { colorIndex: 1 }),
      plainSeries('The theorem', ends, { colorIndex: 2 }),
    ],
    reference: { x: ends.x, y: [fullBatch, fullBatch] },
    optimum: largeBatchLimit,
    xRange: [x[0], Math.max(x.at(-1) ?? 1, 10)],
    yRange: logRange([...finite, paper.noise, fullBatch]),
    mark: answer.smallestBatch,
  };
}

/** The theorem's noise by batch size: whether its conditions hold, and what is proven of it. */
export function theoremTable({ batchSize, tight, paper }: NoiseAnswer): Table {
  const said = (holds: boolean) => (holds ? 'yes' : 'no');
  return columnTable({
    batchSize,
    accountantNoise: tight,
    coversOneRecord: paper.isLargeEnough.map(said),
    seldomDrawn: paper.isAmplified.map(said),
    certifiedEpsilon: paper.certifiedEpsilon,
  });
}

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
