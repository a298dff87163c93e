import type { ChartModel, ChartSeries } from './model.ts';
import type { Cell, Table } from '../export/csv.ts';

/** The name of the column of what is spent, in either unit. */
const spentColumns = { epsilon: 'epsilonSpent', rho: 'rhoSpent' } as const;
const statistics = ['q10', 'median', 'q90'] as const;

interface Column {
  name: string;
  valueOf: (series: ChartSeries, index: number) => Cell;
}

/**
 * The numbers of a chart, and of the one beside it, one row per algorithm and trace point: label,
 * iteration, x on the chosen axis where that is another, what is spent, and median, 10% and 90%
 * quantile over the repeats, which read the data exactly and say so. Where runs end against what was
 * swept, x is the swept number and the rest is left out; lower bounds, which read no data, have a column
 * of their own.
 */
export function chartTable(model: ChartModel, beside: ChartModel | null = null): Table {
  const columns = [
    { name: 'label', valueOf: ({ label }: ChartSeries) => label },
    ...places(model),
    ...measured(model, (series) => series),
    ...(beside === null ? [] : measured(beside, matching(beside))),
    ...(model.series.some(({ isLowerBound }) => isLowerBound) ? [lowerBound] : []),
  ];
  return {
    columns: columns.map(({ name }) => name),
    rows: model.series.flatMap((series) =>
      series.x.map((_, index) => columns.map(({ valueOf }) => valueOf(series, index))),
    ),
  };
}

const lowerBound: Column = {
  name: 'lowerBound',
  valueOf: ({ isLowerBound, median }, index) => (isLowerBound ? median[index] : null),
};

function places({ axis, xTitle, currency }: ChartModel): Column[] {
  const x = (series: ChartSeries, index: number) => series.x[index];
  if (axis === 'other') return [{ name: xTitle, valueOf: x }];
  const spent = spentColumns[currency ?? 'epsilon'];
  return [
    { name: 'iteration', valueOf: (series, index) => series.iteration[index] },
    ...(axis === 'iteration' ? [] : [{ name: axis, valueOf: x }]),
    { name: spent, valueOf: (series, index) => series.epsilonSpent[index] },
  ];
}

/** What was measured, in the curve that belongs to one of the chart's. */
function measured(
  { measure }: ChartModel,
  curveOf: (series: ChartSeries) => ChartSeries | undefined,
): Column[] {
  return statistics.map((name) => ({
    name: `nonPrivate.${measure}.${name}`,
    valueOf: (series, index) => {
      const curve = series.isLowerBound ? undefined : curveOf(series);
      const at = curve === series ? index : curve?.iteration.indexOf(series.iteration[index]);
      return at === undefined ? null : curve?.[name][at];
    },
  }));
}

function matching({ series }: ChartModel) {
  const byKey = new Map(series.map((curve) => [curve.key, curve]));
  return ({ key }: ChartSeries) => byKey.get(key);
}
