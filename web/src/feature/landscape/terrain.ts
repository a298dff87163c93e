import type { Range } from '../../chart/range.ts';
import type { Place } from './plane.ts';
import type { LandscapeReport, PageEngine } from '../../engine/types.ts';
import type { Stage } from './scene.ts';

/** The exact objective on a grid of the plane, computed from the data without noise. */
export interface Terrain {
  x: Range;
  /** Null on a line. */
  y: Range | null;
  columns: number;
  rows: number;
  /** Row by row, the lowest first; NaN where the objective is not finite. */
  values: ArrayLike<number>;
  /** The least value of the objective, where it is known. */
  optimum: number | null;
}

/** The heights at which contour lines are drawn, as gaps above the lowest ground. */
export interface Levels {
  floor: number;
  /** Ascending; each is the same number of times the one before. */
  gaps: readonly number[];
}

/** Lines to the factor of ten, finest first. */
const linesPerDecade = [8, 4, 2, 1, 0.5, 0.25];
const mostLines = 14;
/** The part of the map that lies below the lowest line, at least. */
const lowest = 0.01;
/** Ground nearer to the floor than this part of all heights is no longer told apart. */
const depth = 1e-8;

/** The least value on the map, or the optimum where that is known and lower. */
export function floorOf({ values, optimum }: Terrain): number {
  let floor = optimum ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) {
    if (values[index] < floor) floor = values[index];
  }
  return floor;
}

/**
 * Levels for a function with a minimum: gaps in geometric steps, at round numbers, so that ground near
 * the minimum is told apart as well as the hills. None where the map is flat.
 */
export function levelsOf(terrain: Terrain): Levels {
  const floor = floorOf(terrain);
  const gaps = positiveGaps(terrain, floor);
  const high = gaps.at(-1);
  if (high === undefined) return { floor, gaps: [] };
  // The very lowest points say where the grid lies, not how deep the valley is: one in a hundred.
  const low = Math.max(gaps[Math.floor(lowest * gaps.length)], depth * high);
  const between = (lines: number) => roundGaps(low, high, lines);
  const lines = linesPerDecade.find((one) => between(one).length <= mostLines) ?? 0.25;
  return { floor, gaps: between(lines) };
}

/** How high each point of the map is, as the logarithm of its gap; none lies below the last level but one. */
export function heightsOf({ values }: Terrain, { floor, gaps }: Levels): Float64Array {
  const ratio = gaps.length > 1 ? gaps[1] / gaps[0] : 10;
  const least = (gaps.at(0) ?? 1) / ratio;
  return Float64Array.from(values, (value) => Math.log10(Math.max(value - floor, least)));
}

/**
 * Where the map is lowest: the lowest of its points, moved along each side to the bottom of the
 * parabola through its neighbours. Null where that point lies on the border, as on a flat map.
 */
export function lowestPlace(terrain: Terrain): Place | null {
  const { x, y, columns, rows, values } = terrain;
  let least = 0;
  for (let index = 1; index < values.length; index += 1) {
    if (values[index] < values[least] || Number.isNaN(values[least])) least = index;
  }
  const [column, row] = [least % columns, Math.floor(least / columns)];
  if (column === 0 || column === columns - 1) return null;
  const along = placeIn(x, columns, column + bottom(values, least, 1));
  if (y === null) return [along, 0];
  if (row === 0 || row === rows - 1) return null;
  return [along, placeIn(y, rows, row + bottom(values, least, columns))];
}

/** How far from a point the parabola through it and its neighbours is lowest, in their distance. */
function bottom(values: ArrayLike<number>, index: number, stride: number): number {
  const [before, here, after] = [values[index - stride], values[index], values[index + stride]];
  const bend = before - 2 * here + after;
  const shift = (before - after) / (2 * bend);
  return bend > 0 && Number.isFinite(shift) ? shift : 0;
}

function placeIn([low, high]: Range, points: number, index: number): number {
  return low + (index / (points - 1)) * (high - low);
}

/** The value at a place of a line, between its two neighbours. */
export function valueAtPlace({ x, columns, values }: Terrain, place: number): number {
  const at = ((place - x[0]) / (x[1] - x[0])) * (columns - 1);
  const left = Math.min(columns - 2, Math.max(0, Math.floor(at)));
  const share = Math.min(1, Math.max(0, at - left));
  return values[left] + share * (values[left + 1] - values[left]);
}

function positiveGaps({ values }: Terrain, floor: number): number[] {
  return Array.from(values, (value) => value - floor)
    .filter((gap) => gap > 0 && Number.isFinite(gap))
    .sort((one, other) => one - other);
}

function roundGaps(low: number, high: number, lines: number): number[] {
  const first = Math.ceil(Math.log10(low) * lines - 1e-9);
  const last = Math.floor(Math.log10(high) * lines + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 10 ** ((first + index) / lines)); // prettier-ignore
}

/** The part of the engine that the landscape asks. */
export type LandscapeEngine = Pick<PageEngine, 'landscape'>;

/** A rectangle of the space of the parameters, or a piece of a line, and how finely it is looked at. */
export interface LandscapeWindow {
  origin: number[];
  u: number[];
  v?: number[];
  /** From where to where along u, and along v. */
  extent: { u: [number, number]; v?: [number, number] };
  /** Points along u, and along v. */
  size: { u: number; v?: number };
}

/** Points of a map, and of a line. */
const mostPoints = 20_000;
const linePoints = 400;

/** What of the space is seen on a stage. */
export function windowOf({ plane, extent: { x, y } }: Stage): LandscapeWindow {
  const { origin, u, v } = plane;
  const line = { origin: [...origin], u: [...u] };
  if (v === null) return { ...line, extent: { u: [...x] }, size: { u: linePoints } };
  const aspect = Math.min(4, Math.max(0.25, (x[1] - x[0]) / (y[1] - y[0])));
  const rows = Math.round(Math.sqrt(mostPoints / aspect));
  const size = { u: Math.round(rows * aspect), v: rows };
  return { ...line, v: [...v], extent: { u: [...x], v: [...y] }, size };
}

/** What the engine said, as the ground of that window. */
export function terrainOf({ extent, size }: LandscapeWindow, answer: LandscapeReport): Terrain {
  return {
    x: extent.u,
    y: extent.v ?? null,
    columns: size.u,
    rows: size.v ?? 1,
    values: (answer.values ?? []).map((value) => value ?? Number.NaN),
    optimum: answer.optimum?.value ?? null,
  };
}
