import type { AlignedData } from 'uplot';
import { fromBehind } from './behind.ts';
import type { Line, Picture, PictureSeries } from './picture.ts';

/** What a column of the aligned data is: which series, and which of its lines. */
export interface Column {
  role: 'q90' | 'q10' | 'median' | 'floor' | 'bound' | 'reference' | 'optimum';
  seriesIndex: number;
}

export interface AlignedChart {
  columns: Column[];
  data: AlignedData;
}

/**
 * All lines of a chart over one ascending list of x. A line that has no point at an x gets
 * `undefined` there, which uPlot draws through; `null` is a gap.
 */
export function align(model: Picture): AlignedChart {
  const columns: Column[] = [];
  const lines: Line[] = [];
  const add = (role: Column['role'], seriesIndex: number, line: Line | null) => {
    columns.push({ role, seriesIndex });
    lines.push(line ?? { x: [], y: [] });
  };
  model.series.forEach((series, index) => {
    add('q90', index, { x: series.x, y: series.q90 });
    add('q10', index, { x: series.x, y: series.q10 });
    add('floor', index, series.floor);
    add('bound', index, series.bound);
  });
  add('reference', -1, model.reference);
  add('optimum', -1, optimumLine(model));
  for (const series of fromBehind(model.series)) {
    add('median', model.series.indexOf(series), medianLine(series));
  }
  const xs = union(lines);
  const position = new Map(xs.map((x, index) => [x, index]));
  const data = [xs, ...lines.map((line) => spread(line, position, xs.length))] as AlignedData;
  return { columns, data };
}

/** What must stay the same for new data to be drawn without building the chart anew. */
export function shapeOf(model: Picture): string {
  const series = model.series
    .map((one) => `${one.colorIndex}/${one.dashIndex}${one.ghost ? '/ghost' : ''}`)
    .join(' ');
  const marks = model.hasDots ? 'dots' : 'lines';
  return `${model.axis} ${model.xScale ?? 'linear'} ${model.scale} ${marks} ${series}`;
}

function medianLine(series: PictureSeries): Line {
  return { x: series.x, y: series.median };
}

function optimumLine(model: Picture): Line | null {
  if (model.optimum === null) return null;
  return { x: [...model.xRange], y: [model.optimum, model.optimum] };
}

function union(lines: Line[]): number[] {
  const all = new Set<number>();
  for (const line of lines) for (const x of line.x) all.add(x);
  return [...all].sort((a, b) => a - b);
}

function spread(line: Line, position: Map<number, number>, length: number) {
  const column = new Array<number | null | undefined>(length).fill(undefined);
  line.x.forEach((x, index) => {
    column[position.get(x)!] = line.y[index];
  });
  return column;
}
