import type { ChartModel } from '../chart/model.ts';

/**
 * The chart's numbers, one row per algorithm and trace point, full precision: label, iteration,
 * x on the chosen axis, epsilon spent, and median, 10% and 90% quantile over the repeats.
 */
export function chartCsv(model: ChartModel): string {
  const header = ['label', 'iteration', model.axis, 'epsilonSpent', 'q10', 'median', 'q90'];
  const rows = model.series.flatMap((series) =>
    series.x.map((x, index) => [
      quote(series.label),
      cell(series.iteration[index]),
      cell(x),
      cell(series.epsilonSpent[index]),
      cell(series.q10[index]),
      cell(series.median[index]),
      cell(series.q90[index]),
    ]),
  );
  return [header, ...rows].map((row) => row.join(',')).join('\n') + '\n';
}

function cell(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Quotes a text field, and keeps a spreadsheet from reading it as a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
