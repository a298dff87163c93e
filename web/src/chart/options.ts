import type uPlot from 'uplot';
import type { Column } from './alignment.ts';
import { lineOf, seriesColor, withOpacity } from './palette.ts';
import { fadeName, placedLevels, type Level, type Picture } from './picture.ts';
import type { Range } from './range.ts';
import { linearTicks, logTicks, type Tick } from './ticks.ts';

export interface PlotSettings {
  columns: readonly Column[];
  model: Picture;
  faded: ReadonlySet<string>;
  scheme: 'light' | 'dark';
  style: CSSStyleDeclaration;
  size: { width: number; height: number };
  ranges(): { x: Range; y: Range | null };
  /** The marked place on the horizontal axis. */
  mark(): number | undefined;
  /** Values to compare with. */
  levels(): readonly Level[];
  /** The mouse points at x, or at nothing. */
  pointed(x: number | null): void;
  drawn(): void;
}

const axisFont = '12px system-ui, -apple-system, "Segoe UI", sans-serif';
const emptyRange: Record<'log' | 'linear', Range> = { log: [0.01, 10], linear: [0, 1] };

/** The uPlot options of a model: one series per line, bands between the quantiles, quiet axes. */
export function plotOptions(settings: PlotSettings): uPlot.Options {
  const { model, size } = settings;
  const log = model.scale === 'log';
  const logX = model.xScale === 'log';
  const xTicks = (range: Range) => linearTicks(range, size.width < 480 ? 4 : 8);
  const yRange = (): [number, number] => {
    const [low, high] = settings.ranges().y ?? emptyRange[model.scale];
    return [low, high];
  };
  return {
    ...size,
    padding: [12, 16, 0, 0],
    legend: { show: false },
    scales: {
      // uPlot's enumeration exists for the compiler only; 3 is logarithmic, 1 linear.
      x: {
        time: false,
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
        distr: logX ? 3 : 1,
        range: () => [...settings.ranges().x] as [number, number],
      },
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
      y: { distr: log ? 3 : 1, range: yRange },
    },
    axes: [
      axis(settings, logX ? logTicks : xTicks, { size: 32 }),
      axis(settings, log ? logTicks : linearTicks, { size: 56 }),
    ],
    series: [{}, ...settings.columns.map((column) => series(column, settings))],
    bands: bands(settings),
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: false, y: false },
    },
    hooks: {
      setCursor: [(plot) => reportCursor(plot, settings)],
      draw: [
        (plot) => drawMark(plot, settings),
        (plot) => drawLevels(plot, settings),
        () => settings.drawn(),
      ],
    },
  };
}

function axis(
  { style }: PlotSettings,
  ticksOf: (range: Range) => Tick[],
  { size }: { size: number },
): uPlot.Axis {
  const quiet = style.getPropertyValue('--ink-quiet').trim();
  const hairline = style.getPropertyValue('--hairline').trim();
  return {
    stroke: quiet,
    font: axisFont,
    size,
    gap: 6,
    grid: { stroke: hairline, width: 1 },
    ticks: { show: false },
    splits: (_plot, _index, low, high) => ticksOf([low, high]).map((tick) => tick.value),
    // uPlot would thin out a logarithmic axis itself; the ticks are chosen already.
    filter: (_plot, splits) => splits,
    values: (plot, _splits, index) => {
      const scale = plot.scales[index === 0 ? 'x' : 'y'];
      return ticksOf([scale.min ?? 0, scale.max ?? 1]).map((tick) => tick.label);
    },
  };
}

function series({ role, seriesIndex }: Column, settings: PlotSettings): uPlot.Series {
  // Lines are smooth between pixels.
  const points = { show: false };
  const pxAlign = 0;
  const quiet = settings.style.getPropertyValue('--hairline-strong').trim();
  if (role === 'reference') return { stroke: quiet, width: 1.5, points, pxAlign, spanGaps: true };
  if (role === 'optimum')
    return { stroke: quiet, width: 1, dash: [2, 2], points, pxAlign, spanGaps: true };
  const one = settings.model.series[seriesIndex];
  const color = seriesColor(one.colorIndex, settings.scheme);
  const { width, dash, opacity = 1 } = lineOf(one);
  const stroke = withOpacity(color, settings.faded.has(fadeName(one)) ? 0.12 : opacity);
  const { hasDots = false } = settings.model;
  if (role === 'median') {
    const dots = hasDots ? { show: true, size: 6, fill: stroke, width: 0 } : points;
    return { stroke, width, dash, points: dots, pxAlign };
  }
  if (role === 'floor') return { stroke, width: 1, dash: [1.5, 4], points, pxAlign };
  if (role === 'bound') {
    const fill = settings.style.getPropertyValue('--paper').trim();
    const ring = hasDots ? { show: true, size: 9, width: 1.5, fill, filter: lastOnly } : points;
    return { stroke, width: 1, dash: [7, 5], points: ring, pxAlign };
  }
  return { points, pxAlign, width: 0 };
}

/** Where a line ends. */
function lastOnly({ data }: uPlot, seriesIndex: number): number[] {
  const last = data[seriesIndex].findLastIndex((value) => typeof value === 'number');
  return last < 0 ? [] : [last];
}

function bands(settings: PlotSettings): uPlot.Band[] {
  return settings.columns.flatMap(({ role, seriesIndex }, index) => {
    if (role !== 'q90') return [];
    const one = settings.model.series[seriesIndex];
    const opacity = settings.faded.has(fadeName(one))
      ? 0.02
      : settings.scheme === 'dark'
        ? 0.2
        : 0.14;
    const fill = withOpacity(seriesColor(one.colorIndex, settings.scheme), opacity);
    return [{ series: [index + 1, index + 2] as [number, number], fill }];
  });
}

function drawMark(plot: uPlot, { mark, style }: PlotSettings): void {
  const place = mark();
  if (place === undefined) return;
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(place, 'x', true));
  ctx.save();
  ctx.strokeStyle = style.getPropertyValue('--ink-quiet').trim();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** A dashed line for each level, its name at the right end. */
function drawLevels(plot: uPlot, { levels, style }: PlotSettings): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.fillStyle = style.getPropertyValue('--ink-quiet').trim();
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  // The axes leave another one behind.
  ctx.textBaseline = 'alphabetic';
  ctx.lineJoin = 'round';
  for (const { label, y, below } of placedLevels(levels())) {
    const height = Math.round(plot.valToPos(y, 'y', true));
    if (height < bbox.top || height > bbox.top + bbox.height) continue;
    ctx.strokeStyle = style.getPropertyValue('--hairline-strong').trim();
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([6 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, height);
    ctx.lineTo(right, height);
    ctx.stroke();
    const base = height + (below ? 12 : -4) * devicePixelRatio;
    const place = [right - 4 * devicePixelRatio, base] as const;
    // A curve that passes behind a name leaves it readable.
    ctx.setLineDash([]);
    ctx.lineWidth = 3 * devicePixelRatio;
    ctx.strokeStyle = style.getPropertyValue('--paper').trim();
    ctx.strokeText(label, ...place);
    ctx.fillText(label, ...place);
  }
  ctx.restore();
}

function reportCursor(plot: uPlot, settings: PlotSettings): void {
  if (!plot.root.matches(':hover')) return;
  const { left } = plot.cursor;
  settings.pointed(left === undefined || left < 0 ? null : plot.posToVal(left, 'x'));
}
