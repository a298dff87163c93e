import type { Cell, Table } from '../../../export/csv.ts';
import type { Line, Picture } from '../../../chart/picture.ts';
import type { Column } from './queries.ts';
import { linearRange } from '../../../chart/range.ts';
import { fitSlope } from '../../../statistics/slope.ts';

/** A picture that runs over iterations. */
export const iterations = {
  axis: 'iteration',
  xTitle: 'iteration',
  reference: null,
  optimum: null,
} as const;

/** A picture over something else, without a grey curve or level. */
export const plain = { axis: 'other', reference: null, optimum: null } as const;
/** The same on two logarithmic axes. */
export const logLog = { ...plain, scale: 'log', xScale: 'log' } as const;

/** Numbers as a line; what is not finite is a gap. */
export function line(x: readonly number[], y: Column): Line {
  return { x: [...x], y: y.map((value) => (isNumber(value) ? value : null)) };
}

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

export function isPositive(value: number | null): value is number {
  return isNumber(value) && value > 0;
}

/** Columns as a table under their names. */
export function columnTable(columns: Readonly<Record<string, readonly Cell[]>>): Table {
  const [first, ...others] = Object.values(columns);
  const rows = first.map((cell, index) => [cell, ...others.map((column) => column[index])]);
  return { columns: Object.keys(columns), rows };
}

/** Rates by momentum, from 0 to 1. */
export function momentumPicture(
  series: Picture['series'],
  mark: number | undefined,
  reference: Line | null = null,
): Picture {
  const values = [...series.flatMap(({ median }) => median), ...(reference?.y ?? [])];
  const least = Math.min(1, ...values.filter(isPositive));
  return {
    axis: 'momentum',
    xTitle: 'momentum β',
    yTitle: 'Rate per iteration',
    scale: 'linear',
    series,
    reference,
    optimum: null,
    xRange: [0, 1],
    yRange: linearRange([Math.min(least, 0.95) - 0.02, 1]),
    ...(mark === undefined ? {} : { mark }),
  };
}

// Curves on two logarithmic axes: how steep they are, and where one lies below another.

/**
 * The slope of log y over log x by least squares over the points with x from `low` to `high`; null
 * with fewer than three that are positive.
 */
export function slopeOf(
  x: readonly number[],
  y: Column,
  [low, high]: readonly [number, number],
): number | null {
  const within = x.flatMap((one, index) => {
    const value = y[index];
    return one >= low && one <= high && isPositive(value) ? [{ x: one, y: value }] : [];
  });
  return fitSlope(within)?.slope ?? null;
}

/** The slopes at both ends of a curve, each over so many decades of where it is drawn. */
export function endSlopes(
  x: readonly number[],
  y: Column,
  decades: number,
): { first: number | null; last: number | null } {
  const drawn = x.filter((_, index) => isPositive(y[index]));
  // A decade may lack a little of itself to the rounding of powers.
  const reach = 10 ** decades * (1 + 1e-9);
  const [start, end] = [drawn[0] ?? 0, drawn.at(-1) ?? 0];
  return {
    first: slopeOf(x, y, [start, start * reach]),
    last: slopeOf(x, y, [end / reach, end]),
  };
}

/** A part of the x axis; null where it reaches the first or the last x at which both are drawn. */
export interface Stretch {
  from: number | null;
  to: number | null;
}

/** Where one curve lies below another: ends between two points are where straight lines cross. */
export function stretchesBelow(x: readonly number[], lower: Column, upper: Column): Stretch[] {
  const margins = x.map((_, index) => {
    const [one, other] = [lower[index], upper[index]];
    return isPositive(one) && isPositive(other) ? Math.log(other / one) : null;
  });
  const isBelow = (index: number) => (margins[index] ?? 0) > 0;
  const stretches: Stretch[] = [];
  x.forEach((_, index) => {
    if (!isBelow(index)) return;
    if (index === 0) stretches.push({ from: null, to: null });
    else if (!isBelow(index - 1))
      stretches.push({ from: crossing(x, margins, index - 1), to: null });
    if (index < x.length - 1 && !isBelow(index + 1))
      stretches[stretches.length - 1].to = crossing(x, margins, index);
  });
  return stretches;
}

/** Where the margin passes zero between a point and the next one; null where it has none at either. */
function crossing(x: readonly number[], margins: Column, index: number): number | null {
  const [here, next] = [margins[index], margins[index + 1]];
  if (here === null || next === null) return null;
  return x[index] * (x[index + 1] / x[index]) ** (here / (here - next));
}
