import type { Range } from './range.ts';

export interface Line {
  x: number[];
  y: (number | null)[];
  /** The same before a logarithmic axis left anything out: what is said and exported. */
  told?: readonly number[];
}

/** The median and the ends of its band, point by point. */
export interface Told {
  q10: readonly number[];
  median: readonly number[];
  q90: readonly number[];
}

/** Whose curve it is that stands behind those of the present run. */
export interface Ghost {
  pin: number;
  name: string;
  /** What its own run calls the curve. */
  curve: string;
  /** What its own run promises. */
  promise: string;
}

/** One curve with what belongs to it: a band, a floor, a bound. */
export interface PictureSeries {
  key: string;
  label: string;
  colorIndex: number;
  dashIndex: number;
  x: number[];
  /** Empty where there is no band. */
  q10: (number | null)[];
  median: (number | null)[];
  q90: (number | null)[];
  /** Of a run: the plan's upper bound on the part that is noise. In the lab: the exact level. */
  floor: Line | null;
  /** Upper bound of a theorem. */
  bound: Line | null;
  /** Epsilon spent at each point, or rho, where curves cost any. */
  epsilonSpent?: number[];
  /** A line of theory that stands for no runs. */
  isLowerBound?: boolean;
  /** Of a run that was pinned: it stands behind the others. */
  ghost?: Ghost;
  /** What the curve is before a logarithmic axis left anything out: what is said and exported. */
  told?: Told;
}

/** A value to compare with, named on the chart. */
export interface Level {
  label: string;
  y: number;
}

/** The names of levels that are close stand on either side of them: below all but the highest. */
export function placedLevels(levels: readonly Level[]): (Level & { below: boolean })[] {
  const highest = Math.max(...levels.map(({ y }) => y));
  return levels.map((level) => ({ ...level, below: level.y < highest }));
}

/** What a budget is counted in. */
export type Currency = 'epsilon' | 'rho';

export const currencySigns: Record<Currency, string> = { epsilon: 'ε', rho: 'ρ' };

/** Everything that a chart or a screen reader needs of some curves, without colours or pixels. */
export interface Picture {
  axis: 'iteration' | 'gradientEvaluations' | 'passes' | 'seconds' | 'momentum' | 'other';
  scale: 'log' | 'linear';
  /** Of the horizontal axis; linear unless it says otherwise. */
  xScale?: 'log' | 'linear';
  xTitle: string;
  yTitle: string;
  series: PictureSeries[];
  /** Every point is a measurement of its own and gets a dot; where a bound ends there is a ring. */
  hasDots?: boolean;
  /** A grey curve to compare with. */
  reference: Line | null;
  /** What the grey curve is, where a legend names it. */
  referenceLabel?: string;
  /** Grey levels with their names. */
  levels?: readonly Level[];
  /** A grey level. */
  optimum: number | null;
  xRange: Range;
  yRange: Range | null;
  /** What `epsilonSpent` counts; epsilon unless it says otherwise. */
  currency?: Currency;
  /** A place on the horizontal axis that a thin line marks. */
  mark?: number;
}

/** A series that is only a line. */
export function plainSeries(
  label: string,
  line: Line,
  style: { colorIndex: number; dashIndex?: number },
): PictureSeries {
  const { colorIndex, dashIndex = colorIndex } = style;
  const bare = { q10: [], q90: [], floor: null, bound: null };
  return { key: label, label, colorIndex, dashIndex, x: line.x, median: line.y, ...bare };
}

/** The median at a point as it is said: zero is zero, though a logarithmic axis cannot show it. */
export function medianAt(
  { median, told }: PictureSeries,
  point: number,
): number | null | undefined {
  return (told?.median ?? median).at(point);
}

/** What a faded curve is remembered by: a pinned run may be renamed. */
export function fadeName({ key, label, ghost }: Pick<PictureSeries, 'key' | 'label' | 'ghost'>) {
  return ghost ? key : label;
}

/** Index of the last point at or before x, or -1. */
export function pointAt(series: Pick<Line, 'x'>, x: number): number {
  let found = -1;
  for (let index = 0; index < series.x.length && series.x[index] <= x; index += 1) found = index;
  return found;
}
