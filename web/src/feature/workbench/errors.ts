import type {
  Experiment,
  ExperimentResult,
  RunResult,
  MarginalTable,
  MarginalsReport,
} from '../../engine/types.ts';
import type { Measure } from '../../results/measures.ts';

/** Tables of two columns and of three. */
export const orders = [2, 3] as const;
type Order = (typeof orders)[number];

/** How far the tables of one method are from those of the records, in the mean over its repeats. */
interface MethodErrors {
  label: string;
  /** The method's place in the experiment. */
  entry: number;
  mean: Partial<Record<Order, number>>;
  worst: Partial<Record<Order, number>>;
}

/** One point of the sweep: what each method came to, beside a table that knows nothing. */
export interface ErrorRow {
  sweep: Readonly<Record<string, unknown>>;
  methods: MethodErrors[];
  /** Of the uniform histogram, which every method starts from. */
  uniform: { mean: Partial<Record<Order, number>>; worst: Partial<Record<Order, number>> };
}

const columns = { mean: 'marginalError', worst: 'worstMarginal' } as const;

/** The errors of a result by the points of its sweep, in their order; none where they were not measured. */
export function errorRows(experiment: Experiment, { runs }: ExperimentResult): ErrorRow[] {
  const bySweep = new Map<string, RunResult[]>();
  for (const run of runs) {
    const key = JSON.stringify(run.sweep);
    bySweep.set(key, [...(bySweep.get(key) ?? []), run]);
  }
  return [...bySweep.values()].flatMap((those) => {
    const methods = experiment.algorithms.flatMap(({ id }, entry) => {
      const own = those.filter((run) => isOf(run, id, entry, experiment));
      const measured = measuredAt(own, 'end');
      return measured === null ? [] : [{ label: own[0].label, entry, ...measured }];
    });
    const uniform = measuredAt(those, 'start');
    const isMeasured = methods.length > 0 && uniform !== null;
    return isMeasured ? [{ sweep: those[0].sweep, methods, uniform }] : [];
  });
}

/** Two entries of one algorithm have different labels. */
function isOf(run: RunResult, id: string, entry: number, { algorithms }: Experiment): boolean {
  const twins = algorithms.filter((other) => other.id === id);
  return run.algorithm === id && (twins.length === 1 || run.label === algorithms[entry].label);
}

function measuredAt(runs: readonly RunResult[], at: 'start' | 'end') {
  const done = runs.filter(({ status }) => status === 'completed');
  const part = (stem: string) =>
    Object.fromEntries(
      orders.flatMap((order) => {
        const measure = `${stem}${order}` as Measure;
        const values = done.map((run) => valueOf(run, measure, at));
        const isThere = values.length > 0 && values.every((one) => typeof one === 'number');
        return isThere ? [[order, meanOf(values)]] : [];
      }),
    ) as Partial<Record<Order, number>>;
  const found = { mean: part(columns.mean), worst: part(columns.worst) };
  return Object.keys(found.mean).length > 0 ? found : null;
}

function valueOf(run: RunResult, measure: Measure, at: 'start' | 'end'): number | null | undefined {
  const trace = run.nonPrivate?.trace?.[measure];
  return at === 'start' ? trace?.[0] : trace?.at(-1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What a point of a sweep is called: "ε = 0.5". */
export function sweepName(sweep: Readonly<Record<string, unknown>>): string {
  return Object.entries(sweep)
    .map(([path, value]) => {
      const name = path.split('.').at(-1) ?? path;
      return `${{ epsilon: 'ε', delta: 'δ', rho: 'ρ' }[name] ?? name} = ${String(value)}`;
    })
    .join(', ');
}

/** The place of a run in its result: of this method, at this point of the sweep, the first repeat. */
export function runAt(
  experiment: Experiment,
  { runs }: ExperimentResult,
  entry: number,
  sweep: Readonly<Record<string, unknown>>,
): number {
  const id = experiment.algorithms[entry]?.id;
  const key = JSON.stringify(sweep);
  return runs.findIndex(
    (run) => JSON.stringify(run.sweep) === key && isOf(run, id, entry, experiment),
  );
}

/** The errors as a table to be downloaded. */
export function errorTable(rows: readonly ErrorRow[]) {
  const columns = [
    'at',
    'method',
    ...orders.flatMap((order) => [`mean ${order}`, `worst ${order}`]),
  ];
  const cells = ({ mean, worst }: ErrorRow['uniform']) =>
    orders.flatMap((order) => [mean[order], worst[order]]);
  return {
    columns,
    rows: rows.flatMap(({ sweep, methods, uniform }) => [
      ...methods.map((one) => [sweepName(sweep), one.label, ...cells(one)]),
      [sweepName(sweep), 'uniform', ...cells(uniform)],
    ]),
  };
}

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
