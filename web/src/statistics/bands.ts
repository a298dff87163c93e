import { quantile } from './quantile.ts';

/** Order statistics and moments over the repeats of one algorithm. */

export interface Summary {
  count: number;
  mean: number;
  /** Standard error of the mean, sample standard deviation over the root of the count. */
  standardError: number;
  median: number;
  q10: number;
  q90: number;
}

/** Mean, standard error, median and the 10% and 90% quantiles. Values that are not numbers count as +infinity. */
export function summarize(values: readonly number[]): Summary {
  const ascending = values
    .map((value) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : value))
    .sort((a, b) => a - b);
  const count = ascending.length;
  const mean = meanOf(ascending);
  return {
    count,
    mean,
    standardError: standardError(ascending, mean),
    median: quantile(ascending, 0.5),
    q10: quantile(ascending, 0.1),
    q90: quantile(ascending, 0.9),
  };
}

/** Competition ranks, 1 for the best: equal values share a rank, and a missing value has none. */
export function ranks(values: readonly number[], better: 'lower' | 'higher'): (number | null)[] {
  const beats = (a: number, b: number) => (better === 'lower' ? a < b : a > b);
  return values.map((value) =>
    Number.isNaN(value) ? null : 1 + values.filter((other) => beats(other, value)).length,
  );
}

/** Of equal values the value itself: their sum would be rounded. */
function meanOf(ascending: readonly number[]): number {
  if (ascending.length === 0) return Number.NaN;
  if (ascending[0] === ascending.at(-1)) return ascending[0];
  return ascending.reduce((sum, value) => sum + value, 0) / ascending.length;
}

function standardError(values: readonly number[], mean: number): number {
  if (values.length < 2 || !Number.isFinite(mean)) return Number.NaN;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
