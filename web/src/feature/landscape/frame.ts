import type { Range } from '../../chart/range.ts';
import type { Point } from '../../chart/surface.ts';
import type { Extent } from './extent.ts';
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
