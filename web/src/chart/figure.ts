import type { Line, Picture, PictureSeries } from './picture.ts';
import { seriesColor, seriesDash, withOpacity } from './palette.ts';
import type { Range } from './range.ts';
import type { Point, Stroke, Surface } from './surface.ts';
import { linearTicks, logTicks } from './ticks.ts';

/** A figure for print: always on white, with title, axes, legend and a line that says how it was made. */
export interface FigureOptions {
  width: number;
  height: number;
  title: string;
  /** Small print under the axis: privacy, repeats, what is not private. */
  caption: string;
  hidden: ReadonlySet<string>;
}

const ink = '#1b1b1f';
const quiet = '#5c5c66';
const hairline = '#dcdce2';
const legendRow = 18;
const referenceStroke: Stroke = { color: '#8a8a94', width: 1.5, dash: [] };

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  xRange: Range;
  yRange: Range;
  log: boolean;
}

export function drawFigure(surface: Surface, model: Picture, options: FigureOptions): void {
  const shown = model.series.filter((series) => !options.hidden.has(series.key));
  const entries = shown.length + (model.reference === null ? 0 : 1);
  const frame = frameOf(model, options, entries);
  drawTitle(surface, options);
  drawAxes(surface, model, frame);
  surface.clip(frame.left, frame.top, frame.width, frame.height);
  for (const series of shown) drawBand(surface, series, frame);
  if (model.reference !== null) drawLine(surface, model.reference, frame, referenceStroke);
  for (const series of shown) drawSeries(surface, series, frame);
  surface.unclip();
  drawLegend(surface, model, shown, frame);
}

function frameOf(model: Picture, options: FigureOptions, entries: number): Frame {
  const left = 64;
  const top = 44;
  const bottom = 76 + Math.ceil(entries / 2) * legendRow;
  return {
    left,
    top,
    width: options.width - left - 20,
    height: options.height - top - bottom,
    xRange: model.xRange,
    yRange: model.yRange ?? (model.scale === 'log' ? [0.1, 10] : [0, 1]),
    log: model.scale === 'log',
  };
}

function drawTitle(surface: Surface, options: FigureOptions): void {
  surface.text([20, 26], options.title, { color: ink, size: 15, align: 'start', bold: true });
  surface.text([20, options.height - 12], options.caption, {
    color: quiet,
    size: 10,
    align: 'start',
  });
}

function drawAxes(surface: Surface, model: Picture, frame: Frame): void {
  const bottom = frame.top + frame.height;
  const right = frame.left + frame.width;
  const small = { color: quiet, size: 11 } as const;
  for (const tick of frame.log ? logTicks(frame.yRange) : linearTicks(frame.yRange)) {
    const y = vertical(frame, tick.value);
    const line: Point[] = [[frame.left, y], [right, y]]; // prettier-ignore
    surface.polyline(line, { color: hairline, width: 1 });
    surface.text([frame.left - 8, y + 4], tick.label, { ...small, align: 'end' });
  }
  for (const tick of linearTicks(frame.xRange)) {
    const x = horizontal(frame, tick.value);
    surface.polyline([[x, bottom], [x, bottom + 5]], { color: quiet, width: 1 }); // prettier-ignore
    surface.text([x, bottom + 18], tick.label, { ...small, align: 'middle' });
  }
  surface.polyline([[frame.left, bottom], [right, bottom]], { color: quiet, width: 1 }); // prettier-ignore
  const middle = frame.top + frame.height / 2;
  surface.text([18, middle], model.yTitle, { ...small, align: 'middle', vertical: true });
  surface.text([frame.left + frame.width / 2, bottom + 36], model.xTitle, {
    ...small,
    align: 'middle',
  });
}

function drawBand(surface: Surface, series: PictureSeries, frame: Frame): void {
  const upper: Point[] = [];
  const lower: Point[] = [];
  series.x.forEach((x, index) => {
    const high = series.q90[index];
    const low = series.q10[index];
    if (typeof high !== 'number') return;
    const floor = typeof low === 'number' ? low : frame.yRange[0];
    upper.push([horizontal(frame, x), vertical(frame, high)]);
    lower.push([horizontal(frame, x), vertical(frame, floor)]);
  });
  if (upper.length < 2) return;
  const color = withOpacity(seriesColor(series.colorIndex, 'light'), 0.15);
  surface.polygon([...upper, ...lower.reverse()], color);
}

function drawSeries(surface: Surface, series: PictureSeries, frame: Frame): void {
  const color = seriesColor(series.colorIndex, 'light');
  const median = { x: series.x, y: series.median };
  if (series.floor !== null)
    drawLine(surface, series.floor, frame, { color, width: 1, dash: [2, 4] });
  if (series.bound !== null)
    drawLine(surface, series.bound, frame, { color, width: 1, dash: [7, 5] });
  drawLine(surface, median, frame, { color, width: 2, dash: seriesDash(series.dashIndex) });
}

function drawLine(surface: Surface, line: Line, frame: Frame, stroke: Stroke): void {
  let piece: Point[] = [];
  const flush = () => {
    if (piece.length > 1) surface.polyline(piece, stroke);
    piece = [];
  };
  line.x.forEach((x, index) => {
    const y = line.y[index];
    if (typeof y === 'number') piece.push([horizontal(frame, x), vertical(frame, y)]);
    else flush();
  });
  flush();
}

function drawLegend(surface: Surface, model: Picture, shown: PictureSeries[], frame: Frame): void {
  const entries: { label: string; stroke: Stroke }[] = shown.map((series) => ({
    label: series.label,
    stroke: {
      color: seriesColor(series.colorIndex, 'light'),
      width: 2,
      dash: seriesDash(series.dashIndex),
    },
  }));
  if (model.reference !== null) entries.push({ label: 'without noise', stroke: referenceStroke });
  const room = Math.floor((frame.width / 2 - 44) / 6.2);
  entries.forEach(({ label, stroke }, index) => {
    const x = frame.left + (index % 2) * (frame.width / 2);
    const y = frame.top + frame.height + 58 + Math.floor(index / 2) * legendRow;
    const sample: Point[] = [[x, y - 4], [x + 28, y - 4]]; // prettier-ignore
    surface.polyline(sample, stroke);
    const short = label.length > room ? `${label.slice(0, room - 1)}…` : label;
    surface.text([x + 36, y], short, { color: ink, size: 12, align: 'start' });
  });
}

function horizontal(frame: Frame, x: number): number {
  const [low, high] = frame.xRange;
  return frame.left + ((x - low) / (high - low)) * frame.width;
}

function vertical(frame: Frame, y: number): number {
  const map = frame.log ? Math.log10 : (value: number) => value;
  const [low, high] = [map(frame.yRange[0]), map(frame.yRange[1])];
  return frame.top + (1 - (map(y) - low) / (high - low)) * frame.height;
}
