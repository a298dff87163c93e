import { plainSeries, type Picture } from '../../chart/picture.ts';
import type { Model } from '../../engine/types.ts';
import { formatMeasured } from '../../format/number.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { HeldOut } from './held-out.ts';

/** Rows of which the model says about the same. */
export interface Group {
  rows: number;
  /** Their mean. */
  said: number;
  /** Of classes the share that is so; of numbers the one in the middle. */
  is: number;
  /** Of numbers 8 of 10 lie between these; of classes the share, where the same were drawn again. */
  low: number;
  high: number;
}

/** Fewer rows say little of a share. */
const fewestRows = 20;
const mostGroups = 10;

/** Groups of equal size, by what the model says; none where there are too few rows. */
export function groupsOf({ said, true: truth }: HeldOut, task: Model['task']): Group[] {
  const order = [...said.keys()].sort((one, other) => said[one] - said[other]);
  const count = Math.min(mostGroups, Math.floor(order.length / fewestRows));
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * order.length) / count));
    const part = order.slice(from, to);
    const values = part.map((row) => truth[row]).sort((one, other) => one - other);
    const spread = task === 'number' ? spreadOf(values) : chanceOf(values);
    return { rows: part.length, said: mean(part.map((row) => said[row])), ...spread };
  });
}

const spreadOf = (values: readonly number[]) => ({
  is: quantile(values, 0.5),
  low: quantile(values, 0.1),
  high: quantile(values, 0.9),
});

/** A share of few rows, and how far chance alone moves it 8 times of 10. */
function chanceOf(values: readonly number[]) {
  const is = mean(values);
  // With one row more of either kind: a share of 0 or 1 is no certainty.
  const smoothed = (values.length * is + 1) / (values.length + 2);
  const reach = 1.28 * Math.sqrt((smoothed * (1 - smoothed)) / values.length);
  return { is, low: Math.max(0, is - reach), high: Math.min(1, is + reach) };
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length; // prettier-ignore
const inHundred = (share: number) => Math.round(100 * share);

/** One of the groups in words: of classes the one that is nearest to three in four, of numbers the middle one. */
export function groupSentence(groups: readonly Group[], { task, target }: Model): string {
  if (task === 'number') {
    const { said, low, high, is } = groups[Math.floor(groups.length / 2)];
    return `Where it says about ${formatMeasured(said)}, the true “${target.name}” is ${formatMeasured(is)} in the middle, and between ${formatMeasured(low)} and ${formatMeasured(high)} for 8 of 10 rows.`; // prettier-ignore
  }
  const far = ({ said }: Group) => Math.abs(said - 0.75);
  const { said, is, rows } = groups.reduce((one, other) => (far(other) < far(one) ? other : one));
  const what = task === 'classes' ? 'right' : `“${target.classes?.[1]}”`;
  const says = task === 'classes' ? 'is sure to' : 'says';
  return `Where it ${says} ${inHundred(said)}%, ${inHundred(is)} of 100 were ${what} (${rows} rows).`; // prettier-ignore
}

/** What it says across, what is so upwards; on the grey line both are the same. */
export function calibrationPicture(groups: readonly Group[], { task, target }: Model): Picture {
  const isNumber = task === 'number';
  const scaled = (value: number) => (isNumber ? value : 100 * value);
  const x = groups.map(({ said }) => scaled(said));
  const y = groups.map(({ is }) => scaled(is));
  const series = plainSeries('held-out rows', { x, y }, { colorIndex: 0 });
  const band = { q10: groups.map((one) => scaled(one.low)), q90: groups.map((one) => scaled(one.high)) }; // prettier-ignore
  const ends = groups.flatMap((one) => [one.said, one.low, one.high]);
  const [low, high] = isNumber ? [Math.min(...ends), Math.max(...ends)] : [0, 100];
  return {
    axis: 'other',
    scale: 'linear',
    xTitle: isNumber ? `predicted ${target.name}` : task === 'classes' ? 'how sure it is, %' : 'probability that it says, %', // prettier-ignore
    yTitle: isNumber ? `true ${target.name}` : task === 'classes' ? 'right, %' : 'true, %',
    series: [{ ...series, ...band }],
    reference: { x: [low, high], y: [low, high] },
    optimum: null,
    xRange: [low, high],
    yRange: [low, high],
  };
}
