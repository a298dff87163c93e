/** Axis ranges that hold still: they grow in whole steps, and never while they are locked. */

export type Range = readonly [number, number];

const logStepsPerDecade = 2;

/** The range of the positive values, widened to half decades, at least one decade high. */
export function logRange(values: Iterable<number | null>): Range | null {
  const extent = extentOf(values, (value) => value > 0);
  if (extent === null) return null;
  let low = Math.floor(Math.log10(extent[0]) * logStepsPerDecade + 1e-9);
  let high = Math.ceil(Math.log10(extent[1]) * logStepsPerDecade - 1e-9);
  while (high - low < logStepsPerDecade) {
    low -= 1;
    if (high - low < logStepsPerDecade) high += 1;
  }
  return [10 ** (low / logStepsPerDecade), 10 ** (high / logStepsPerDecade)];
}

/** The range of the values, widened to a step of 1, 2 or 5 times a power of ten. */
export function linearRange(values: Iterable<number | null>): Range | null {
  const extent = extentOf(values, () => true);
  if (extent === null) return null;
  const span = extent[1] - extent[0] || Math.abs(extent[0]) || 1;
  const step = niceStep(span / 5);
  const low = Math.floor(extent[0] / step) * step;
  const high = Math.ceil(extent[1] / step) * step;
  return [low, high > low ? high : low + step];
}

/** Room for a run that has only begun: four decades down from its start, or down to zero. */
export function roomBelow([low, high]: Range, scale: 'log' | 'linear'): Range {
  return [Math.min(low, scale === 'log' ? high / 1e4 : 0), high];
}

/**
 * The range to draw: the previous one as long as it fits.
 * `locked` (a run streams) keeps it whatever comes; `growing` (a control is dragged) lets it grow
 * only; otherwise it is kept while what is needed fills most of it.
 */
export function stickyRange(
  previous: Range | null,
  needed: Range | null,
  scale: 'log' | 'linear',
  mode: 'locked' | 'growing' | 'free',
): Range | null {
  if (previous === null) return needed;
  if (needed === null || mode === 'locked') return previous;
  const union: Range = [Math.min(previous[0], needed[0]), Math.max(previous[1], needed[1])];
  if (mode === 'growing') return union;
  const fits = union[0] === previous[0] && union[1] === previous[1];
  return fits && length(needed, scale) >= 0.8 * length(previous, scale) ? previous : needed;
}

function length([low, high]: Range, scale: 'log' | 'linear'): number {
  return scale === 'log' ? Math.log10(high / low) : high - low;
}

function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const mantissa = size / power;
  const nice = mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10;
  return nice * power;
}

function extentOf(
  values: Iterable<number | null>,
  keep: (value: number) => boolean,
): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null || !Number.isFinite(value) || !keep(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}
