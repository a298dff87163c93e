import { outcomeOf, runNumbers, type TraceColumn } from '../../../wasm/client/index.ts';
import type {
  AlgorithmPlan,
  Experiment,
  ExperimentResult,
  PlanReport,
  TraceColumns,
  TraceEvent,
} from '../engine/types.ts';
import { quantile } from '../statistics/quantile.ts';
import { measureNames, type Measure } from './measures.ts';
import { entryOf } from './slots.ts';

export type Axis = 'iteration' | 'gradientEvaluations' | 'passes' | 'seconds';

/** What curves do not show. */
type Unshown = TraceColumn | 'iterates' | 'stop';

/** New points of one run, live from the engine or read from a result. */
export type TracePoints = {
  [
    Name in Exclude<keyof TraceEvent, Measure | Unshown | 'rhoSpent'>
  ]: TraceEvent[Name] extends Float64Array ? ArrayLike<number> : TraceEvent[Name];
} & Partial<Record<TraceColumn | 'rhoSpent', ArrayLike<number>>> &
  Pick<TraceEvent, 'stop' | 'iterates'>;

/**
 * The trace of one run, in columns of equal length; of zCDP what is spent is rho. Diagnostics that
 * were not asked for are empty.
 */
type RunTrace = Record<(typeof columns)[number] | Measure, number[]>;

/** All repeats of one algorithm at one sweep point. */
export interface Curve {
  /** Position among all pairs of algorithm and sweep point, the plans' order. */
  group: number;
  /** Position in `experiment.algorithms`; gives the colour. */
  entry: number;
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  runs: Map<number, RunTrace>;
}

export interface Band {
  q10: number[];
  median: number[];
  q90: number[];
}

const columns = ['iteration', 'gradientEvaluations', 'epsilonSpent', 'seconds'] as const;

/**
 * What curves are compared with, read off the data without noise, under the engine's names: `optimum`
 * is the least objective that the reference solver found.
 */
export type ExactLevels = Readonly<Record<string, number | null>>;

/** Gathers traces as they stream in and groups them into curves. */
export class RunCollection {
  readonly curves: Curve[] = [];
  /** What is known of the data without noise; null until the result said it. */
  exact: ExactLevels | null = null;
  /** All that came in, as it came. */
  readonly told: TracePoints[] = [];
  /** Grows with every append: what was built from the collection is out of date then. */
  version = 0;
  private readonly groups = new Map<number, Curve>();
  readonly experiment: Experiment;

  constructor(experiment: Experiment) {
    this.experiment = experiment;
  }

  get isEmpty(): boolean {
    return this.curves.length === 0;
  }

  append(event: TracePoints): void {
    this.version += 1;
    this.told.push(event);
    const curve = this.curveOf(event);
    const run = curve.runs.get(event.repeat) ?? emptyTrace();
    curve.runs.set(event.repeat, run);
    const epsilonSpent = event.rhoSpent ?? event.epsilonSpent;
    const counted = { ...event, epsilonSpent, gradientEvaluations: gradientsOf(event, run) };
    for (const name of columns) pushAll(run[name], counted[name]);
    for (const name of measureNames) pushAll(run[name], event[name] ?? []);
  }

  /** Runs are listed by algorithm, within one by sweep point, within that by repeat. */
  private curveOf(event: TracePoints): Curve {
    const group = groupOf(this.experiment, event.run);
    const known = this.groups.get(group);
    if (known !== undefined) return known;
    const curve: Curve = {
      group,
      entry: entryOf(this.experiment, event, group),
      algorithm: event.algorithm,
      label: event.label,
      sweep: event.sweep,
      runs: new Map(),
    };
    this.groups.set(group, curve);
    this.curves.push(curve);
    this.curves.sort((one, other) => one.group - other.group);
    return curve;
  }
}

/** Of a sweep over the problem there is not one level but many: then none is told. */
export function exactLevels({ nonPrivate }: ExperimentResult): ExactLevels | null {
  const references = nonPrivate?.references ?? [];
  const first = references.at(0);
  if (first === undefined || references.some(({ optimum }) => optimum !== first.optimum))
    return null;
  const isLevel = ([, value]: [string, unknown]) => typeof value === 'number' || value === null;
  return Object.fromEntries(Object.entries(first).filter(isLevel)) as ExactLevels;
}

/** The collection of a finished result, such as one read from a file. */
export function collectionOf(result: ExperimentResult): RunCollection {
  const collection = new RunCollection(result.experiment);
  const numbers = runNumbers(result);
  result.runs.forEach((run, index) => {
    const { trace } = outcomeOf(run);
    const traces: Partial<Record<Measure, (number | null)[]>> = trace;
    collection.append({
      run: numbers.at(index) ?? index,
      algorithm: run.algorithm,
      label: run.label,
      sweep: run.sweep,
      repeat: run.repeat,
      iteration: trace.iteration,
      gradientEvaluations: trace.gradientEvaluations,
      epsilonSpent: spentAt(trace).map((value) => value ?? Number.NaN),
      seconds: trace.seconds ?? [],
      ...Object.fromEntries(
        measureNames.flatMap((name) => {
          const column = traces[name];
          return column ? [[name, column.map((value) => value ?? Number.NaN)] as const] : [];
        }),
      ),
    });
  });
  collection.exact = exactLevels(result);
  return collection;
}

/** What was spent at each point; NaN, as in a live trace, where nothing is promised. */
function spentAt(trace: TraceColumns): (number | null)[] {
  return trace.epsilonSpent ?? trace.rhoSpent ?? trace.iteration.map(() => null);
}

/**
 * The gradients up to each point. Those of unseen solvers are counted by each release, and depend on the data: where
 * releases are left out between points, nobody knows how many there were.
 */
function gradientsOf(
  { iteration, gradientEvaluations, solverGradients = [] }: TracePoints,
  before: RunTrace,
): ArrayLike<number> {
  if (solverGradients.length === 0) return gradientEvaluations;
  let [last, total] = [before.iteration.at(-1), before.gradientEvaluations.at(-1)];
  return Array.from(solverGradients, (count, point) => {
    const isNext = last !== undefined && iteration[point] === last + 1;
    last = iteration[point];
    total = isNext ? total! + count : last === 0 ? 0 : Number.NaN;
    return total;
  });
}

/** The run with the most points so far: its iterations are the grid of the curve. */
export function longestRun(curve: Curve): RunTrace {
  let longest = emptyTrace();
  for (const run of curve.runs.values()) {
    if (run.iteration.length > longest.iteration.length) longest = run;
  }
  return longest;
}

/**
 * The horizontal positions of a curve's trace points; seconds and gradient evaluations are the mean
 * over the repeats, passes are gradient evaluations over the number of records.
 */
export function positions(curve: Curve, axis: Axis, samples: number): number[] {
  const { iteration } = longestRun(curve);
  if (axis === 'iteration') return iteration;
  const isPasses = axis === 'passes';
  return iteration.map((_, point) => {
    const values = valuesAt(curve, isPasses ? 'gradientEvaluations' : axis, point);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return isPasses ? mean / samples : mean;
  });
}

/** Median and 10-90% band over the repeats that have reached each trace point. */
export function band(curve: Curve, measure: Measure): Band {
  const result: Band = { q10: [], median: [], q90: [] };
  const { length } = longestRun(curve).iteration;
  for (let point = 0; point < length; point += 1) {
    const ascending = valuesAt(curve, measure, point).sort((a, b) => a - b);
    result.q10.push(quantile(ascending, 0.1));
    result.median.push(quantile(ascending, 0.5));
    result.q90.push(quantile(ascending, 0.9));
  }
  return result;
}

/** The last value of every repeat, in order of the repeats. */
export function finalValues(curve: Curve, measure: Measure): number[] {
  return [...curve.runs.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, run]) => run[measure].at(-1) ?? Number.NaN);
}

/** Some measures are of some algorithms only. */
export function hasMeasure(curve: Curve, measure: Measure): boolean {
  return [...curve.runs.values()].some((run) => run[measure].length > 0);
}

/** The plan that a curve executes, unless the plan is of another experiment by now. */
export function planOf(
  curve: Pick<Curve, 'group' | 'algorithm' | 'label' | 'sweep'>,
  plan: PlanReport | null,
): AlgorithmPlan | undefined {
  if (plan === null) return undefined;
  const isNamed = (one: AlgorithmPlan) =>
    one.algorithm === curve.algorithm && one.label === curve.label;
  const planned = plan.plans.at(curve.group);
  if (planned !== undefined && isNamed(planned) && !hasRefused(plan)) return planned;
  // Groups count what was refused, plans do not.
  const point = JSON.stringify(curve.sweep);
  return hasRefused(plan)
    ? plan.plans.find((one) => isNamed(one) && JSON.stringify(one.sweep) === point)
    : undefined;
}

/** The plan that each run of a result executed; none where the plan is of something else. */
export function plansOfRuns(
  result: ExperimentResult,
  plan: PlanReport,
): (AlgorithmPlan | undefined)[] {
  const numbers = runNumbers(result);
  return result.runs.map((run, index) =>
    planOf({ ...run, group: groupOf(result.experiment, numbers.at(index) ?? index) }, plan),
  );
}

/** The position of a run's algorithm and sweep point among all pairs of them. */
function groupOf({ run }: Experiment, number: number): number {
  return Math.floor(number / Math.max(1, run?.repeats ?? 1));
}

function hasRefused({ refused }: Partial<Pick<PlanReport, 'refused'>>): boolean {
  return (refused ?? []).length > 0;
}

function valuesAt(
  curve: Curve,
  column: Measure | 'seconds' | 'gradientEvaluations',
  point: number,
): number[] {
  const values: number[] = [];
  for (const run of curve.runs.values()) {
    const value = run[column].at(point);
    if (value !== undefined && !Number.isNaN(value)) values.push(value);
  }
  return values;
}

function emptyTrace(): RunTrace {
  const names = [...columns, ...measureNames];
  return Object.fromEntries(names.map((name) => [name, []])) as unknown as RunTrace;
}

function pushAll(target: number[], source: ArrayLike<number>): void {
  for (let index = 0; index < source.length; index += 1) target.push(source[index]);
}
