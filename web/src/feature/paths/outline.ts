import type { Range } from '../../chart/range.ts';
import type { CoordinateSet } from '../../engine/types.ts';
import type { Place } from '../landscape/plane.ts';
import { ellipse } from '../landscape/shapes.ts';

/** Two coordinates of x or of y, counted from 0: across and up. */
export type Pair = readonly [number, number];

/**
 * The border of where these two coordinates may be, whatever the others are: the shadow of the domain. Null where it is
 * none of those that are drawn.
 */
export function outlineOf(sets: readonly CoordinateSet[], [across, up]: Pair): Place[] | null {
  const [set, other] = [setAt(sets, across), setAt(sets, up)];
  if (set === other && set?.kind === 'l2-ball') return [...ellipse([0, 0], set.radius!)];
  if (set === other && set?.kind === 'simplex') return simplex(set.size);
  // Of other sets that hold both coordinates the shadow is no rectangle.
  if (set === other && set?.kind !== 'linf-ball') return null;
  const [x, y] = [intervalOf(sets, across), intervalOf(sets, up)];
  return x === null || y === null ? null : rectangle(x, y);
}

/** From where to where one coordinate goes; null where that is not bounded, or not known. */
export function intervalOf(sets: readonly CoordinateSet[], coordinate: number): Range | null {
  const set = setAt(sets, coordinate);
  if (set?.kind === 'simplex') return [0, 1];
  const radius = set?.radius ?? null;
  return radius === null ? null : [-radius, radius];
}

function setAt(sets: readonly CoordinateSet[], coordinate: number): CoordinateSet | undefined {
  let first = 0;
  return sets.find(({ size }) => {
    first += size;
    return coordinate < first;
  });
}

/** With more coordinates than these two, they need not add up to 1. */
function simplex(size: number): Place[] {
  const edge: Place[] = [[1, 0], [0, 1]]; // prettier-ignore
  return size > 2 ? [[0, 0], ...edge, [0, 0]] : edge;
}

function rectangle([left, right]: Range, [low, high]: Range): Place[] {
  return [[left, low], [right, low], [right, high], [left, high], [left, low]]; // prettier-ignore
}
