import type { MarginalTable, MarginalsReport } from '../../engine/types.ts';

/** The tables of so many columns, the worst first. */
export function worstFirst({ tables }: MarginalsReport, size: number): MarginalTable[] {
  return tables
    .filter(({ columns }) => columns.length === size)
    .sort((one, other) => other.totalVariation - one.totalVariation);
}

/** A square for each pair of columns. */
export interface PairMap {
  names: string[];
  /** By row and column; null on the diagonal, and where a pair has no table. */
  errors: (MarginalTable | null)[][];
  /** The largest error, which the darkest shade stands for. */
  top: number;
}

export function pairMap(report: MarginalsReport): PairMap | null {
  const pairs = worstFirst(report, 2);
  if (pairs.length === 0) return null;
  const names: string[] = [];
  for (const { columns } of report.tables) {
    for (const name of columns) if (!names.includes(name)) names.push(name);
  }
  const errors = names.map(
    (row) =>
    names.map((column) => pairs.find(({ columns: [a, b] }) => (a === row && b === column) || (a === column && b === row)) ?? null), // prettier-ignore
  );
  return { names, errors, top: pairs[0].totalVariation };
}

/** A report as a table to be downloaded. */
export function pairTable({ tables }: MarginalsReport) {
  const columns = ['columns', 'cells', 'total variation', 'largest', 'uniform'];
  const rows = tables.map((one) => [
    one.columns.join(' × '),
    one.cells,
    one.totalVariation,
    one.largest,
    one.uniform,
  ]);
  return { columns, rows };
}
