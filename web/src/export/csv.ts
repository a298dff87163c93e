import type { ChartModel, ChartSeries } from '../chart/model.ts';

/** The name of the column of what is spent, in either unit. */
const spentColumns = { epsilon: 'epsilonSpent', rho: 'rhoSpent' } as const;

/**
 * The chart's numbers, one row per algorithm and trace point, full precision: label, iteration, x on
 * the chosen axis where that is another, what is spent, and median, 10% and 90% quantile over the
 * repeats. Where runs end against what was swept, x is the swept number and the rest is left out.
 */
export function chartCsv(model: ChartModel): string {
  const isEnds = model.axis === 'other';
  const spent = spentColumns[model.currency ?? 'epsilon'];
  const columns: readonly (readonly [name: string, valuesOf: (series: ChartSeries) => Values])[] = [
    ...(isEnds ? [] : [['iteration', ({ iteration }: ChartSeries) => iteration] as const]),
    ...(model.axis === 'iteration'
      ? []
      : [[isEnds ? quote(model.xTitle) : model.axis, ({ x }: ChartSeries) => x] as const]),
    ...(isEnds ? [] : [[spent, ({ epsilonSpent }: ChartSeries) => epsilonSpent] as const]),
    ['q10', ({ q10 }) => q10],
    ['median', ({ median }) => median],
    ['q90', ({ q90 }) => q90],
  ];
  const header = ['label', ...columns.map(([name]) => name)];
  const rows = model.series.flatMap((series) =>
    series.x.map((_, index) => [
      quote(series.label),
      ...columns.map(([, valuesOf]) => cell(valuesOf(series)[index])),
    ]),
  );
  return [header, ...rows].map((row) => row.join(',')).join('\n') + '\n';
}

type Values = readonly (number | null)[];

function cell(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Quotes a text field, and keeps a spreadsheet from reading it as a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
