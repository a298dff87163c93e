// What can be read off a picture, in words. Nothing is said that the picture does not show.
import type { ChartModel, ChartSeries } from '../../curves/model.ts';
import type { AlgorithmPlan } from '../../engine/types.ts';
import { formatCount, formatMeasured, formatNumber } from '../../format/number.ts';
import { inHundred } from '../../results/measures.ts';
import type { Seen } from './step.ts';

/** A point of a curve's median that is drawn. */
export interface Point {
  x: number;
  y: number;
}

export function pointsOf({ x, median }: Pick<ChartSeries, 'x' | 'median'>): Point[] {
  return median.flatMap((y, index) => (y === null ? [] : [{ x: x[index], y }]));
}

export const endOf = (series: ChartSeries): Point | undefined => pointsOf(series).at(-1);

/** The curve of one algorithm, by the name that the legend has. */
export const curveOf = ({ series }: ChartModel, label: string): ChartSeries | undefined =>
  series.find((one) => one.label === label);

/** The lowest point of a curve. */
export function leastOf(series: ChartSeries): Point | undefined {
  return pointsOf(series).reduce<Point | undefined>(
    (least, point) => (least === undefined || point.y < least.y ? point : least),
    undefined,
  );
}

/** The first point of a curve that is no higher than where it ends. */
export function firstAsLowAsEnd(series: ChartSeries): Point | undefined {
  const points = pointsOf(series);
  const end = points.at(-1);
  return points.find(({ y }) => end !== undefined && y <= end.y);
}

/** Both ends, where both curves are drawn. */
export function endsOf(model: ChartModel, one: string, other: string): [Point, Point] | null {
  const curves = [curveOf(model, one), curveOf(model, other)];
  const [first, second] = curves.map((curve) => curve && endOf(curve));
  return first && second ? [first, second] : null;
}

/** What a curve of a sweep is called beside others of the same algorithm. */
export const settingOf = ({ label }: ChartSeries) => label.split(', ').slice(-1)[0];

/** "9.6 times", to two digits; a ratio that is shown is above 1.05. */
export const timesText = (ratio: number) => `${formatNumber(Number(ratio.toPrecision(2)))} times`;
export const isClear = (ratio: number) => ratio >= 1.05;

export const gap = formatMeasured;
export const count = formatCount;
export const number = formatNumber;
/** "95" of a hundred; what is not all is never said to be all. */
export const percent = (share: number) =>
  share < 1 && Math.round(100 * share) === 100 ? number(100 * share) : inHundred(share);

/** What was asked for and what the plan's noise costs, where that is more; null where it is not. */
export function overspent({
  plan,
}: Seen): { one: AlgorithmPlan; asked: number; true: number } | null {
  for (const one of plan?.plans ?? []) {
    const asked = (one.privacy.requested as Partial<Record<string, number>>)['epsilon'];
    const cost = one.privacy.epsilon ?? one.privacy.accounted?.epsilon;
    if (asked === undefined || typeof cost !== 'number') continue;
    if (cost > asked * (1 + 1e-6)) return { one, asked, true: cost };
  }
  return null;
}

/** Whether every plan is proven to hold exactly what was asked for, or less. */
export function isCertified({ plan }: Seen): boolean {
  const plans = plan?.plans ?? [];
  return plans.length > 0 && plans.every(({ privacy }) => privacy.certified);
}

/** What an audit found, in one sentence; '' before it has found anything. */
export function auditText({ report }: Seen): string {
  if (report === null) return '';
  const judged = report.claimed ?? report.requested;
  if (!judged) return '';
  const [proved, claim] = [formatNumber(report.lowerBound.epsilon), formatNumber(judged.epsilon)];
  return report.verdict === 'refuted'
    ? `Refuted: its runs prove that epsilon is at least ${proved}, and ${claim} is claimed.`
    : `Nothing speaks against the claim: its runs prove that epsilon is at least ${proved}, and ${claim} is claimed.`;
}
