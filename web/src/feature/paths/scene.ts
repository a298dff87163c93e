import type { Range } from '../../chart/range.ts';
import type { CoordinateSet } from '../../engine/types.ts';
import type { Place } from '../landscape/plane.ts';
import {
  ellipse,
  extentOf,
  padded,
  type Extent,
  pointOf,
  viewOf,
  type View,
} from '../landscape/frame.ts';
import { tenth, type Point } from '../../chart/surface.ts';
import { linearTicks, type Tick } from '../../chart/ticks.ts';
import { timeScaleOf } from '../landscape/sheet.ts';
import { letters, sizeOf, type Part, type Path } from './parts.ts';

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

/** One run in the pixels of a picture. */
interface Track {
  path: Pick<Path, 'label' | 'colorIndex' | 'dashIndex'>;
  points: readonly Point[];
}

/** A picture of where x or y went, laid out. */
export interface Scene {
  part: Part;
  /** What is across and up. */
  titles: { x: string; y: string };
  view: View;
  ticks: { x: readonly Tick[]; y: readonly Tick[] };
  tracks: readonly Track[];
  /** Lines of the domain's border. */
  borders: readonly (readonly Point[])[];
  /** Whether the border does not fit in the picture, which shows the paths larger. */
  isInside: boolean;
  /** The solution without privacy; null where nobody asked for it. */
  solution: Point | null;
}

/** What is drawn of one part. */
export interface Subject {
  part: Part;
  sets: readonly CoordinateSet[];
  paths: readonly Path[];
  /** Two of the part's coordinates; of a single one it does not matter. */
  pair: Pair;
  /** x or y of the solution without privacy. */
  solution: readonly number[] | null;
}

export const size = { width: 160, height: 160 } as const;
const box = { left: 38, top: 8, width: 114, height: 114 } as const;
/** Where paths take less than this of the domain's width, they are shown larger than the domain. */
const leastShare = 0.2;
/** Beside an axis of time, as a share of it: marks at its ends are seen whole. */
const room = 0.05;

/** Two coordinates against each other; a single one against the iterations, by their logarithm where runs are of very different lengths. */
export function sceneOf(subject: Subject): Scene {
  return sizeOf(subject.sets) === 1 ? sceneInTime(subject) : sceneInPlane(subject);
}

function sceneInPlane({ part, sets, paths, pair, solution }: Subject): Scene {
  const placeOf = (point: readonly number[]): Place => [point[pair[0]], point[pair[1]]];
  const places = paths.map((path) => path[part].map(placeOf));
  const known = solution === null ? [] : [placeOf(solution)];
  const outline = outlineOf(sets, pair);
  const inside = [...places.flat(), ...known];
  const isInside = outline !== null && isSmall(inside, outline);
  const extent = extentOf(isInside ? inside : [...inside, ...(outline ?? [])], 1);
  const titles = { x: coordinateName(part, pair[0]), y: coordinateName(part, pair[1]) };
  const borders = outline === null ? [] : [outline];
  return drawn({ part, titles, extent, places, paths, borders, known, isInside });
}

function sceneInTime({ part, sets, paths, solution }: Subject): Scene {
  const time = timeScaleOf(paths);
  const across = (step: number) => -time.heightAt(step);
  const last = -time.range[0];
  const places = paths.map((path) =>
    path[part].map(([value], index): Place => [across(path.iteration[index]), value]),
  );
  const known: Place[] = solution === null ? [] : [[last, solution[0]]];
  const interval = intervalOf(sets, 0);
  const borders = (interval ?? []).map((value): Place[] => [[0, value], [last, value]]); // prettier-ignore
  const inside = [...places.flat(), ...known];
  const isInside = interval !== null && heightOf(inside) < leastShare * (interval[1] - interval[0]);
  const seen = isInside ? inside : [...inside, ...borders.flat()];
  const extent: Extent = {
    x: [-room * last, (1 + room) * last],
    y: padded(seen.map(([, y]) => y)),
    isEven: false,
  };
  const titles = { x: time.title, y: letters[part] };
  const steps = time.ticks(2).map(({ value, label }) => ({ value: -value, label }));
  return drawn({ part, titles, extent, places, paths, borders, known, isInside, steps });
}

interface Sketch {
  part: Part;
  titles: Scene['titles'];
  extent: Extent;
  places: readonly (readonly Place[])[];
  paths: readonly Path[];
  borders: readonly (readonly Place[])[];
  known: readonly Place[];
  isInside: boolean;
  /** Of an axis of time, its ticks. */
  steps?: readonly Tick[];
}

function drawn({
  part,
  titles,
  extent,
  places,
  paths,
  borders,
  known,
  isInside,
  steps,
}: Sketch): Scene {
  const view = viewOf(box, extent);
  const at = (place: Place) => rounded(pointOf(view, place));
  return {
    part,
    titles,
    view,
    ticks: { x: steps ?? linearTicks(extent.x, 3), y: linearTicks(extent.y, 3) },
    tracks: paths.map((path, index) => ({ path, points: places[index].map(at) })),
    borders: borders.map((border) => border.map(at)),
    isInside,
    solution: known.length === 0 ? null : at(known[0]),
  };
}

/** Of the parts' coordinates, counted from 1 as in print: x₂ as "x 2", which every font has. */
function coordinateName(part: Part, coordinate: number): string {
  return `${letters[part]} ${coordinate + 1}`;
}

function isSmall(places: readonly Place[], outline: readonly Place[]): boolean {
  return Math.max(widthOf(places), heightOf(places)) < leastShare * Math.max(widthOf(outline), heightOf(outline)); // prettier-ignore
}

const widthOf = (places: readonly Place[]) => lengthOf(places.map(([x]) => x));
const heightOf = (places: readonly Place[]) => lengthOf(places.map(([, y]) => y));

function lengthOf(values: readonly number[]): number {
  const [low, high]: Range = [Math.min(...values), Math.max(...values)];
  return high - low;
}

function rounded([x, y]: Point): Point {
  return [tenth(x), tenth(y)];
}
