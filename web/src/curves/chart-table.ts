import type { Line } from '../chart/picture.ts';
import type { Cell, Table } from '../export/csv.ts';
import type { ChartModel, ChartSeries } from './model.ts';

/** The name of the column of what is spent, in either unit. */
const spentColumns = { epsilon: 'epsilonSpent', rho: 'rhoSpent' } as const;
const statistics = ['q10', 'median', 'q90'] as const;
/** What plans and theorems say of a curve, in columns of its own: no data are read for it. */
const lines = { noiseBound: 'floor', bound: 'bound' } as const;

interface Column {
  name: string;
  valueOf: (series: ChartSeries, index: number) => Cell;
}

/**
 * The numbers of a chart, and of the one beside it, one row per algorithm and trace point: label,
 * iteration, x on the chosen axis where that is another, what is spent, and median, 10% and 90%
 * quantile over the repeats, which read the data exactly and say so. Where runs end against what was
 * swept, x is the swept number and the rest is left out; bounds, which read no data, have columns of
 * their own. Curves of pinned runs say whose they are and what that promises; the grey curve and the
 * levels to compare with follow, a level without x.
 */
export function chartTable(model: ChartModel, beside: ChartModel | null = null): Table {
  const columns = [
    { name: 'label', valueOf: ({ label, ghost }: ChartSeries) => ghost?.curve ?? label },
    ...pinned(model),
    ...places(model),
    ...measured(model, (series) => series),
    ...(beside === null ? [] : measured(beside, matching(beside))),
    ...bounds(model),
    ...(model.series.some(({ isLowerBound }) => isLowerBound) ? [lowerBound] : []),
  ];
  const named = (cells: Readonly<Record<string, Cell>>) => columns.map(({ name }) => cells[name]);
  return {
    columns: columns.map(({ name }) => name),
    rows: [
      ...model.series.flatMap((series) => [
        ...series.x.map((_, index) => columns.map(({ valueOf }) => valueOf(series, index))),
        ...betweenPoints(model, series).map(named),
      ]),
      ...compared(model, beside).map(named),
    ],
  };
}

const lowerBound: Column = {
  name: 'lowerBound',
  valueOf: ({ isLowerBound, median }, index) => (isLowerBound ? median[index] : null),
};

function pinned({ series }: ChartModel): Column[] {
  if (!series.some(({ ghost }) => ghost)) return [];
  return [
    { name: 'pinned', valueOf: ({ ghost }) => ghost?.name },
    { name: 'promise', valueOf: ({ ghost }) => ghost?.promise },
  ];
}

function places(model: ChartModel): Column[] {
  const name = placeName(model);
  const x = { name, valueOf: (series: ChartSeries, index: number) => series.x[index] };
  if (model.axis === 'other') return [x];
  const spent = spentColumns[model.currency ?? 'epsilon'];
  return [
    { name: 'iteration', valueOf: (series, index) => series.iteration[index] },
    ...(model.axis === 'iteration' ? [] : [x]),
    { name: spent, valueOf: (series, index) => series.epsilonSpent[index] },
  ];
}

function placeName({ axis, xTitle }: ChartModel): string {
  return axis === 'other' ? xTitle : axis;
}

function columnName({ measure }: ChartModel, statistic: (typeof statistics)[number]): string {
  return `nonPrivate.${measure}.${statistic}`;
}

/** What was measured, in the curve that belongs to one of the chart's. */
function measured(
  model: ChartModel,
  curveOf: (series: ChartSeries) => ChartSeries | undefined,
): Column[] {
  return statistics.map((statistic) => ({
    name: columnName(model, statistic),
    valueOf: (series, index) => {
      const curve = series.isLowerBound ? undefined : curveOf(series);
      const at = curve === series ? index : curve?.iteration.indexOf(series.iteration[index]);
      return at === undefined ? null : (curve?.told ?? curve)?.[statistic][at];
    },
  }));
}

function matching({ series }: ChartModel) {
  const byKey = new Map(series.map((curve) => [curve.key, curve]));
  return ({ key }: ChartSeries) => byKey.get(key);
}

type LineName = keyof typeof lines;

function lineNames({ series }: ChartModel): LineName[] {
  const names = Object.keys(lines) as LineName[];
  return names.filter((name) => series.some((one) => one[lines[name]] !== null));
}

function bounds(model: ChartModel): Column[] {
  return lineNames(model).map((name) => ({
    name,
    valueOf: (series, index) => valueAt(series[lines[name]], series.x[index]),
  }));
}

function valueAt(line: Line | null, x: number): Cell {
  const at = line?.x.indexOf(x) ?? -1;
  return at < 0 ? null : line!.y[at];
}

/** Points of bounds between those of their curve, which have rows of their own. */
function betweenPoints(model: ChartModel, series: ChartSeries): Record<string, Cell>[] {
  const names = lineNames(model);
  const own = new Set(series.x);
  const xs = new Set(names.flatMap((name) => series[lines[name]]?.x ?? []));
  const between = [...xs].filter((x) => !own.has(x)).sort((a, b) => a - b);
  return between.map((x) => ({
    label: series.label,
    [placeName(model)]: x,
    ...Object.fromEntries(names.map((name) => [name, valueAt(series[lines[name]], x)])),
  }));
}

/** The grey curve, and the levels that are named in the charts. */
function compared(model: ChartModel, beside: ChartModel | null): Record<string, Cell>[] {
  const charts = beside === null ? [model] : [model, beside];
  const { reference, referenceLabel: label } = model;
  const curve = (reference?.x ?? []).map((x, index) => ({
    label,
    [placeName(model)]: x,
    ...Object.fromEntries(
      charts.map((one) => {
        const { y = [], told = y } = one.reference ?? {};
        return [columnName(one, 'median'), told[index]];
      }),
    ),
  }));
  const levels = charts.flatMap((one) =>
    (one.levels ?? []).map((level) => ({
      label: level.label,
      [columnName(one, 'median')]: level.y,
    })),
  );
  return [...curve, ...levels];
}
