import { lineOf, seriesColor, withOpacity } from './palette.ts';
import { placedLevels, type Line, type Picture, type PictureSeries } from './picture.ts';
import type { Range } from './range.ts';
import type { Point, Stroke, Surface } from './surface.ts';
import { linearTicks, logTicks } from './ticks.ts';

/** What a plot is drawn in. */
export interface Inks {
  ink: string;
  quiet: string;
  hairline: string;
  /** Of what curves are compared with. */
  strong: string;
  series(index: number): string;
  band(index: number): string;
}

/** For print: always on white. */
export const printInks: Inks = {
  ink: '#1b1b1f',
  quiet: '#5c5c66',
  hairline: '#dcdce2',
  strong: '#8a8a94',
  series: (index) => seriesColor(index, 'light'),
  band: (index) => withOpacity(seriesColor(index, 'light'), 0.15),
};

export function referenceStroke({ strong }: Inks): Stroke {
  return { color: strong, width: 1.5, dash: [] };
}

/** A place on a figure for one plot, and what its axes show. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  xRange: Range;
  yRange: Range;
  log: boolean;
  logX: boolean;
}

/** The frame of a picture at a place. */
export function frameAt(
  picture: Picture,
  place: Pick<Frame, 'left' | 'top' | 'width' | 'height'>,
  yRange = picture.yRange,
): Frame {
  const log = picture.scale === 'log';
  const logX = picture.xScale === 'log';
  return {
    ...place,
    xRange: picture.xRange,
    yRange: yRange ?? (log ? [0.1, 10] : [0, 1]),
    log,
    logX,
  };
}

export interface PlotStyle {
  frame: Frame;
  /** Keys of series that are left out. */
  hidden: ReadonlySet<string>;
  /** Those for print unless it says otherwise. */
  inks?: Inks;
}

/** Axes with their labels, and the curves that are not hidden. */
export function drawPlot(
  surface: Surface,
  picture: Picture,
  { frame, hidden, inks = printInks }: PlotStyle,
): void {
  const shown = picture.series.filter((series) => !hidden.has(series.key));
  drawAxes(surface, frame, inks);
  surface.clip(frame.left, frame.top, frame.width, frame.height);
  for (const series of shown) drawBand(surface, series, frame, inks);
  if (picture.reference !== null)
    drawLine(surface, picture.reference, frame, referenceStroke(inks));
  for (const series of shown) drawSeries(surface, series, frame, inks);
  drawLevels(surface, picture, frame, inks);
  surface.unclip();
}

function drawLevels(
  surface: Surface,
  { levels = [] }: Picture,
  frame: Frame,
  { quiet, strong }: Inks,
): void {
  const right = frame.left + frame.width;
  for (const { label, y, below } of placedLevels(levels)) {
    const height = vertical(frame, y);
    const line: Point[] = [[frame.left, height], [right, height]]; // prettier-ignore
    surface.polyline(line, { color: strong, width: 1, dash: [6, 3] });
    const place: Point = [right - 4, height + (below ? 12 : -4)];
    surface.text(place, label, { color: quiet, size: 11, align: 'end' });
  }
}

function drawAxes(surface: Surface, frame: Frame, { hairline, quiet }: Inks): void {
  const bottom = frame.top + frame.height;
  const right = frame.left + frame.width;
  const small = { color: quiet, size: 11 } as const;
  for (const tick of frame.log ? logTicks(frame.yRange) : linearTicks(frame.yRange)) {
    const y = vertical(frame, tick.value);
    const line: Point[] = [[frame.left, y], [right, y]]; // prettier-ignore
    surface.polyline(line, { color: hairline, width: 1 });
    surface.text([frame.left - 8, y + 4], tick.label, { ...small, align: 'end' });
  }
  const few = frame.width < 300 ? 3 : 5;
  for (const tick of frame.logX ? logTicks(frame.xRange) : linearTicks(frame.xRange, few)) {
    const x = horizontal(frame, tick.value);
    surface.polyline([[x, bottom], [x, bottom + 5]], { color: quiet, width: 1 }); // prettier-ignore
    surface.text([x, bottom + 18], tick.label, { ...small, align: 'middle' });
  }
  surface.polyline([[frame.left, bottom], [right, bottom]], { color: quiet, width: 1 }); // prettier-ignore
}

function drawBand(surface: Surface, series: PictureSeries, frame: Frame, inks: Inks): void {
  const upper: Point[] = [];
  const lower: Point[] = [];
  series.x.forEach((x, index) => {
    const high = series.q90[index];
    const low = series.q10[index];
    if (typeof high !== 'number') return;
    const floor = typeof low === 'number' ? low : frame.yRange[0];
    upper.push(pointIn(frame, x, high));
    lower.push(pointIn(frame, x, floor));
  });
  if (upper.length < 2) return;
  surface.polygon([...upper, ...lower.reverse()], inks.band(series.colorIndex));
}

function drawSeries(surface: Surface, series: PictureSeries, frame: Frame, inks: Inks): void {
  const color = inks.series(series.colorIndex);
  const median = { x: series.x, y: series.median };
  if (series.floor !== null)
    drawLine(surface, series.floor, frame, { color, width: 1, dash: [2, 4] });
  if (series.bound !== null)
    drawLine(surface, series.bound, frame, { color, width: 1, dash: [7, 5] });
  drawLine(surface, median, frame, { color, ...lineOf(series) });
}

function drawLine(surface: Surface, line: Line, frame: Frame, stroke: Stroke): void {
  let piece: Point[] = [];
  const flush = () => {
    if (piece.length > 1) surface.polyline(piece, stroke);
    piece = [];
  };
  line.x.forEach((x, index) => {
    const y = line.y[index];
    if (typeof y === 'number') piece.push(pointIn(frame, x, y));
    else flush();
  });
  flush();
}

/** The place on the horizontal axis at a distance from the left of the figure. */
export function placeAt(
  { left, width, xRange: [low, high], logX }: Frame,
  distance: number,
): number {
  const part = (distance - left) / width;
  return logX ? low * (high / low) ** part : low + part * (high - low);
}

/** Where a point lies on a figure. */
export const pointIn = (frame: Frame, x: number, y: number): Point => [
  horizontal(frame, x),
  vertical(frame, y),
];

export function horizontal(frame: Frame, x: number): number {
  return frame.left + share(x, frame.xRange, frame.logX) * frame.width;
}

function vertical(frame: Frame, y: number): number {
  return frame.top + (1 - share(y, frame.yRange, frame.log)) * frame.height;
}

/** Where a value lies in a range: 0 at its start, 1 at its end. */
function share(value: number, range: Range, log: boolean): number {
  const map = log ? Math.log10 : (number: number) => number;
  const [low, high] = [map(range[0]), map(range[1])];
  return (map(value) - low) / (high - low);
}
