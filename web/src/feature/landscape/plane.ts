import type { Trajectory } from './trajectories.ts';

/** A line or a plane through the space of the parameters, on which runs are drawn. */
export interface Plane {
  /** How many numbers a point has. */
  dimension: number;
  origin: readonly number[];
  /** Of length 1; `v` is orthogonal to `u`, and null where a point is one number. */
  u: readonly number[];
  v: readonly number[] | null;
  /** The part of the runs' variance that lies in the plane, in [0, 1]. */
  share: number;
}

/** A place on the plane: along `u`, along `v`. */
export type Place = readonly [number, number];

/** More points than these make the directions no better. */
const mostPoints = 600;
const mostRounds = 300;
/** A direction that turns less than this has been found. */
const tolerance = 1e-12;

/**
 * The parameters themselves where there are one or two of them; else the plane through the middle of
 * all points along the two directions in which they spread most (principal components).
 */
export function planeOf(trajectories: readonly Pick<Trajectory, 'iterates'>[]): Plane {
  const points = trajectories.flatMap(({ iterates }) => iterates);
  const dimension = points.at(0)?.length ?? 1;
  if (dimension > 2) return leadingPlane(thinned(points), dimension);
  const v = dimension === 2 ? axis(2, 1) : null;
  return { dimension, origin: zeros(dimension), u: axis(dimension, 0), v, share: 1 };
}

/** Where a point falls on the plane. */
export function projected({ origin, u, v }: Plane, point: readonly number[]): Place {
  let x = 0;
  let y = 0;
  for (let index = 0; index < origin.length; index += 1) {
    const offset = point[index] - origin[index];
    x += offset * u[index];
    if (v !== null) y += offset * v[index];
  }
  return [x, y];
}

function thinned(points: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const every = Math.ceil(points.length / mostPoints);
  return points.filter(
    (point, index) => index % every === 0 && point.every((value) => Number.isFinite(value)),
  );
}

function leadingPlane(points: readonly (readonly number[])[], dimension: number): Plane {
  const origin = zeros(dimension).map(
    (_, index) => points.reduce((sum, point) => sum + point[index], 0) / Math.max(1, points.length),
  );
  const rows = points.map((point) => point.map((value, index) => value - origin[index]));
  const total = rows.reduce((sum, row) => sum + dot(row, row), 0);
  const u = leading(rows, dimension, []);
  const v = leading(rows, dimension, [u]);
  const shown = rows.reduce((sum, row) => sum + dot(row, u) ** 2 + dot(row, v) ** 2, 0);
  return { dimension, origin, u, v, share: total > 0 ? Math.min(1, shown / total) : 1 };
}

/**
 * The direction of the largest spread orthogonal to those that are found already, by power iteration.
 * Of rows that do not spread any further it is the first axis that is left.
 */
function leading(
  rows: readonly (readonly number[])[],
  dimension: number,
  found: readonly (readonly number[])[],
): number[] {
  const fallback = freeAxis(dimension, found);
  const farthest = rows.reduce<readonly number[]>((best, row) => {
    const rest = without(row, found);
    return dot(rest, rest) > dot(best, best) ? rest : best;
  }, zeros(dimension));
  const spread = rows.reduce((most, row) => Math.max(most, dot(row, row)), 0);
  // What is left of rows that lie in the directions already found is rounding.
  if (dot(farthest, farthest) <= 1e-24 * spread) return fallback;
  let direction = normalized(farthest);
  for (let round = 0; round < mostRounds; round += 1) {
    const next = normalized(without(applied(rows, direction), found));
    const turn = 1 - Math.abs(dot(next, direction));
    direction = next;
    if (turn < tolerance) break;
  }
  return facing(direction);
}

/** The rows' covariance, but for a factor, times a direction. */
function applied(rows: readonly (readonly number[])[], direction: readonly number[]): number[] {
  const sum = zeros(direction.length);
  for (const row of rows) {
    const along = dot(row, direction);
    for (let index = 0; index < row.length; index += 1) sum[index] += along * row[index];
  }
  return sum;
}

function without(vector: readonly number[], found: readonly (readonly number[])[]): number[] {
  return found.reduce<number[]>(
    (rest, direction) => {
      const along = dot(rest, direction);
      return rest.map((value, index) => value - along * direction[index]);
    },
    [...vector],
  );
}

function freeAxis(dimension: number, found: readonly (readonly number[])[]): number[] {
  const rests = zeros(dimension).map((_, index) => without(axis(dimension, index), found));
  const longest = rests.reduce((best, rest) => (dot(rest, rest) > dot(best, best) + 1e-12 ? rest : best)); // prettier-ignore
  return normalized(longest);
}

/** Of the two ways along a line the one whose largest coordinate is positive. */
function facing(direction: readonly number[]): number[] {
  const largest = direction.reduce((best, value) =>
    Math.abs(value) > Math.abs(best) ? value : best,
  );
  return direction.map((value) => (largest < 0 ? -value : value));
}

function normalized(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index] * other[index];
  return sum;
}

function axis(dimension: number, place: number): number[] {
  return zeros(dimension).map((_, index) => (index === place ? 1 : 0));
}

function zeros(dimension: number): number[] {
  return new Array<number>(dimension).fill(0);
}
