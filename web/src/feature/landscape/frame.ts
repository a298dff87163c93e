import type { Range } from '../../chart/range.ts';
import type { Point, Surface } from '../../chart/surface.ts';
import type { Place } from './plane.ts';

/** A rectangle of a picture, in its pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A rectangle that shows a part of the plane. */
export interface View extends Box {
  x: Range;
  y: Range;
}

/** Room for the numbers and titles of the axes. */
export const margins = { left: 56, right: 12, top: 12, bottom: 40 } as const;

/** Where the map lies in a picture. */
export function mapBox(picture: Box): Box {
  const { left, right, top, bottom } = margins;
  return {
    left: picture.left + left,
    top: picture.top + top,
    width: Math.max(1, picture.width - left - right),
    height: Math.max(1, picture.height - top - bottom),
  };
}

export function viewOf(box: Box, { x, y }: Pick<Extent, 'x' | 'y'>): View {
  return { ...box, x, y };
}

/** Of a line: above its curve, below it the runs against their iterations. */
export function splitBox(box: Box): { curve: Box; strip: Box } {
  const gap = 16;
  const height = Math.round((box.height - gap) * 0.56);
  return {
    curve: { ...box, height },
    strip: { ...box, top: box.top + height + gap, height: box.height - gap - height },
  };
}

export function pointOf(view: View, [x, y]: Place): Point {
  return [
    view.left + ((x - view.x[0]) / (view.x[1] - view.x[0])) * view.width,
    view.top + (1 - (y - view.y[0]) / (view.y[1] - view.y[0])) * view.height,
  ];
}

/** Pixels to one unit of the plane, across and up. */
export function scalesOf({ width, height, x, y }: View): Point {
  return [width / (x[1] - x[0]), height / (y[1] - y[0])];
}

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

const corners = 32;
const circle: readonly Point[] = Array.from({ length: corners + 1 }, (_, index) => {
  const angle = (2 * Math.PI * index) / corners;
  return [Math.cos(angle), Math.sin(angle)];
});

/** The outline of an ellipse. */
export function ellipse([x, y]: Point, width: number, height = width): Point[] {
  return circle.map(([across, up]) => [x + width * across, y + height * up]);
}

/** The outline of a star with five tips. */
export function star([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = -Math.PI / 2 + (Math.PI * index) / 5;
    const reach = index % 2 === 0 ? radius : radius * 0.42;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

/** A filled dot with a border of another colour around it. */
export function dot(
  surface: Surface,
  at: Point,
  radius: number,
  fill: string,
  border: string,
): void {
  surface.polygon(ellipse(at, radius + 1.5), border);
  surface.polygon(ellipse(at, radius), fill);
}

/** Several rings as one outline: holes are reached over lines of no width, and stay unfilled. */
export function joined(rings: readonly (readonly Point[])[]): readonly Point[] {
  const [outer, ...holes] = rings;
  return holes.reduce<readonly Point[]>((all, hole) => [...all, ...hole, outer[0]], outer);
}
