import type { Range } from '../../chart/range.ts';
import type { Place } from './plane.ts';

/** What of the plane is seen. */
export interface Extent {
  x: Range;
  y: Range;
  /** Whether a length looks the same in both directions. */
  isEven: boolean;
}

/** Room around what is drawn, as a share of its size. */
const margin = 0.12;
/** Where one direction would take less than this of its side, both are stretched on their own. */
const leastShare = 0.08;

/**
 * The part of the plane that holds these places with a margin, in a picture that is `aspect` times as
 * wide as high. Lengths are the same in both directions, unless one of them would hardly be seen.
 *
 * @param aspect null of a line, which has but one direction
 */
export function extentOf(places: readonly Place[], aspect: number | null): Extent {
  const x = padded(places.map(([along]) => along));
  const y = padded(places.map(([, across]) => across));
  if (aspect === null) return { x, y, isEven: true };
  const [width, height] = [x[1] - x[0], y[1] - y[0]];
  const isEven = Math.min(width / (aspect * height), (aspect * height) / width) >= leastShare;
  if (!isEven) return { x, y, isEven };
  return { x: widened(x, aspect * height), y: widened(y, width / aspect), isEven };
}

/** The range of some values with a margin; about a value that is alone, a range of its size. */
export function padded(values: readonly number[]): Range {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length === 0) return [-1, 1];
  const low = finite.reduce((least, value) => Math.min(least, value));
  const high = finite.reduce((most, value) => Math.max(most, value));
  const room = high > low ? margin * (high - low) : Math.abs(low) || 1;
  return [low - room, high + room];
}

function widened([low, high]: Range, length: number): Range {
  const more = Math.max(0, length - (high - low)) / 2;
  return [low - more, high + more];
}
