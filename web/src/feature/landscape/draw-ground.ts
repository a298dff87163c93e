import { contours } from 'd3-contour';
import { heightsOf, type Levels, type Terrain } from './terrain.ts';
import type { Place } from './plane.ts';
import type { Point, Surface } from '../../chart/surface.ts';
import { linearTicks } from '../../chart/ticks.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { pointOf, type View, joined } from './frame.ts';
import type { LandscapeInks } from './inks.ts';
import type { Ground } from './scene.ts';
import type { Panel, Sheet } from './sheet.ts';

/** Where the ground is no higher than a level: rings on the plane, holes run the other way. */
export interface Contour {
  /** The level, as a gap above the floor. */
  gap: number;
  /** Of each part its outer ring first, then its holes. */
  parts: readonly (readonly (readonly Place[])[])[];
}

/** The contour of every level, the highest first: painted in this order the lower ground lies on top. */
export function contoursOf(terrain: Terrain, levels: Levels): Contour[] {
  const { columns, rows } = terrain;
  // Depths instead of heights, because rings surround what is above a threshold.
  const depths = Array.from(heightsOf(terrain, levels), (height) => -height);
  const rings = contours().size([columns, rows]);
  const placed = placing(terrain);
  return [...levels.gaps].reverse().map((gap) => {
    const { coordinates } = rings.contour(depths, -Math.log10(gap));
    const parts = coordinates.map((part) => part.map((ring) => ring.map(placed)));
    return { gap, parts };
  });
}

/** Grid points stand in the middle of their cells, and the outermost at the ends of the map. */
function placing({ x, y, columns, rows }: Terrain) {
  const [low, high] = y ?? [0, 1];
  return ([column, row]: readonly number[]): Place => [
    x[0] + ((column - 0.5) / (columns - 1)) * (x[1] - x[0]),
    low + ((row - 0.5) / (rows - 1)) * (high - low),
  ];
}

/** What stands still: the ground, its contour lines, and the axes. */
export function drawGround(surface: Surface, sheet: Sheet, inks: LandscapeInks): void {
  const { panels, ground } = sheet;
  for (const panel of panels) {
    const { left, top, width, height } = panel.view;
    surface.clip(left, top, width, height);
    surface.polygon(rectangle(panel.view), inks.ground(0));
    if (panel.kind === 'map' && ground !== null) drawRelief(surface, panel.view, ground, inks);
    if (panel.kind === 'curve' && ground !== null) drawCurve(surface, panel.view, ground, inks);
    if (panel.kind === 'map') drawShare(surface, panel.view, sheet, inks);
    surface.unclip();
    drawAxes(surface, panel, inks);
  }
}

function drawRelief(surface: Surface, view: View, { fills, lines }: Ground, inks: LandscapeInks) {
  fills.forEach(({ parts }, index) => {
    const shade = inks.ground((index + 1) / fills.length);
    for (const rings of parts) surface.polygon(joined(placed(rings, view)), shade);
  });
  for (const ring of lines.flatMap(ringsOf)) {
    surface.polyline(placed([ring], view)[0], { color: inks.line, width: 0.75 });
  }
}

/** Of more than two dimensions, how much of the runs is seen. */
function drawShare(surface: Surface, view: View, { stage }: Sheet, { quiet }: LandscapeInks): void {
  const { dimension, share } = stage.plane;
  if (dimension < 3) return;
  const text = `${formatNumber(100 * share)}% of the runs’ variance in ${formatCount(dimension)} dimensions`;
  const corner: Point = [view.left + view.width - 8, view.top + 18];
  surface.text(corner, text, { color: quiet, size: 11, align: 'end' });
}

/** The objective along a line, with the ground below it. */
function drawCurve(surface: Surface, view: View, { terrain }: Ground, inks: LandscapeInks): void {
  const { x, columns, values } = terrain;
  const points = Array.from(values, (value, index): Point => {
    const along = x[0] + (index / (columns - 1)) * (x[1] - x[0]);
    return pointOf(view, [along, value]);
  }).filter(([, height]) => Number.isFinite(height));
  const bottom = view.top + view.height;
  const foot: Point[] = [[view.left + view.width, bottom], [view.left, bottom]]; // prettier-ignore
  surface.polygon([...points, ...foot], inks.ground(0.6));
  surface.polyline(points, { color: inks.quiet, width: 1.5 });
}

function ringsOf({ parts }: Contour) {
  return parts.flatMap((rings) => [...rings]);
}

function placed(rings: Contour['parts'][number], view: View): Point[][] {
  return rings.map((ring) => ring.map((place) => pointOf(view, place)));
}

function rectangle({ left, top, width, height }: View): Point[] {
  const [right, bottom] = [left + width, top + height];
  return [[left, top], [right, top], [right, bottom], [left, bottom]]; // prettier-ignore
}

function drawAxes(
  surface: Surface,
  { view, kind, titles, ticks }: Panel,
  inks: LandscapeInks,
): void {
  const { left, top, width, height } = view;
  const bottom = top + height;
  const small = { color: inks.quiet, size: 11 } as const;
  surface.polyline([...rectangle(view), [left, top]], { color: inks.hairline, width: 1 });
  const isLowest = kind !== 'curve';
  for (const { value, label } of isLowest ? linearTicks(view.x, Math.max(4, width / 90)) : []) {
    const [x] = pointOf(view, [value, view.y[0]]);
    surface.polyline([[x, bottom], [x, bottom + 4]], { color: inks.quiet, width: 1 }); // prettier-ignore
    surface.text([x, bottom + 16], label, { ...small, align: 'middle' });
  }
  for (const { value, label } of ticks(Math.max(3, height / 45))) {
    const [, y] = pointOf(view, [view.x[0], value]);
    surface.polyline([[left - 4, y], [left, y]], { color: inks.quiet, width: 1 }); // prettier-ignore
    surface.text([left - 7, y + 4], label, { ...small, align: 'end' });
  }
  surface.text([left + width / 2, bottom + 33], titles.x, { ...small, align: 'middle' });
  const middle: Point = [left - 44, top + height / 2];
  surface.text(middle, titles.y, { ...small, align: 'middle', vertical: true });
}
