/** How far one table of the histogram is from that of the records. */
export interface TableError {
  /** The names of its columns. */
  columns: string[];
  cells: number;
  /** Half the sum of all differences: 0 is equal, 1 as far apart as can be. */
  totalVariation: number;
  /** Of one cell. */
  largest: number;
  /** The total variation of the uniform table. */
  uniform: number;
}

/** Every table of a released histogram beside that of the records. It reads the data exactly. */
export interface MarginalReport {
  nonPrivate: true;
  records: number;
  tables: TableError[];
}

/** The tables of so many columns, the worst first. */
export function worstFirst({ tables }: MarginalReport, size: number): TableError[] {
  return tables
    .filter(({ columns }) => columns.length === size)
    .sort((one, other) => other.totalVariation - one.totalVariation);
}

/** A square for each pair of columns. */
export interface PairMap {
  names: string[];
  /** By row and column; null on the diagonal, and where a pair has no table. */
  errors: (TableError | null)[][];
  /** The largest error, which the darkest shade stands for. */
  top: number;
}

export function pairMap(report: MarginalReport): PairMap | null {
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
export function pairTable({ tables }: MarginalReport) {
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
