import { outcomeOf, runNumbers } from '../../../wasm/client/index.ts';
import type { Experiment, ExperimentResult, RunStop } from '../engine/types.ts';
import type { RunCollection } from './collection.ts';

/** Runs of an experiment, and its result once they have ended. */
export interface Ran {
  readonly experiment: Experiment;
  readonly collection: RunCollection;
  readonly result: ExperimentResult | null;
}

/** What the steps of one run have told, live or to its end. */
export interface ToldRun {
  /** The place of its curve among all pairs of algorithm and sweep point. */
  group: number;
  repeat: number;
  iteration: number[];
  /** Epsilon, or rho of zCDP, up to each point; NaN where nothing is promised. */
  spent: number[];
  /** NaN where a step has no such number. */
  columns: Partial<Record<string, number[]>>;
  /** The released point of each step; empty where points are not kept. */
  path: ArrayLike<number>[];
  /** The point that each step drew vertices from: not private, and empty where nobody asked for it. */
  hidden: (number | null)[][];
  /** The loss of every group at each step: not private, and empty where nobody asked for it. */
  groupLosses: (number | null)[][];
  /** The point that it released at last; null of a run that goes on, and where the file does not hold it. */
  solution: ArrayLike<number> | null;
  /** Null of a run that goes on, and where its algorithm does not say. */
  stop: RunStop | null;
}

/** The runs: as the result has them once they have ended, before as they came in. */
export function toldRuns(ran: Ran, names: readonly string[]): ToldRun[] {
  return ran.result === null ? liveRuns(ran, names) : endedRuns(ran.result, names);
}

function liveRuns({ collection, experiment }: Ran, names: readonly string[]) {
  const runs = new Map<number, ToldRun>();
  for (const event of collection.told) {
    const { run, repeat, iteration, rhoSpent, epsilonSpent } = event;
    const told = runs.get(run) ?? silentRun(groupOf(run, experiment), repeat, names);
    runs.set(run, told);
    append(told.iteration, iteration);
    append(told.spent, rhoSpent ?? epsilonSpent);
    const columns = event as Partial<Record<string, ArrayLike<number>>>;
    for (const name of names) append(told.columns[name]!, columns[name] ?? []);
    told.path.push(...(event.iterates ?? []));
    told.stop ??= event.stop ?? null;
  }
  return [...runs.values()];
}

function endedRuns(result: ExperimentResult, names: readonly string[]): ToldRun[] {
  const numbers = runNumbers(result);
  return result.runs.map((run, index) => {
    const { trace, solution, stop } = outcomeOf(run);
    const told = silentRun(groupOf(numbers.at(index) ?? index, result.experiment), run.repeat, names); // prettier-ignore
    append(told.iteration, trace.iteration);
    append(told.spent, (trace.rhoSpent ?? trace.epsilonSpent ?? []).map(numberOf));
    const columns = trace as Partial<Record<string, (number | null)[]>>;
    for (const name of names) append(told.columns[name]!, (columns[name] ?? []).map(numberOf));
    const { hiddenIterates: hidden = [], groupLosses = [] } = run.nonPrivate?.trace ?? {};
    return { ...told, path: trace.iterates ?? [], hidden, groupLosses, solution, stop };
  });
}

function silentRun(group: number, repeat: number, names: readonly string[]): ToldRun {
  const columns = Object.fromEntries(names.map((name) => [name, []]));
  return { group, repeat, iteration: [], spent: [], columns, path: [], hidden: [], groupLosses: [], solution: null, stop: null }; // prettier-ignore
}

/** Runs are listed by algorithm, within one by sweep point, within that by repeat. */
function groupOf(run: number, { run: block }: Experiment): number {
  return Math.floor(run / Math.max(1, block?.repeats ?? 1));
}

function append(target: number[], source: ArrayLike<number>): void {
  for (let index = 0; index < source.length; index += 1) target.push(source[index]);
}

function numberOf(value: number | null): number {
  return value ?? Number.NaN;
}

/** Why runs ended, each reason once with how many runs gave it, the most frequent first. */
export function stopsOf(runs: readonly ToldRun[]): (RunStop & { count: number })[] {
  const counts = new Map<string, RunStop & { count: number }>();
  for (const { stop } of runs) {
    if (stop === null) continue;
    const count = (counts.get(stop.reason)?.count ?? 0) + 1;
    counts.set(stop.reason, { ...stop, count });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** What runs have spent: the least, the median and the most; null before any has. */
export function spentRange(runs: readonly ToldRun[]): [number, number, number] | null {
  const ends = runs
    .flatMap(({ spent }) => spent.at(-1) ?? [])
    .filter((value) => !Number.isNaN(value))
    .sort((one, other) => one - other);
  if (ends.length === 0) return null;
  return [ends[0], ends[Math.floor((ends.length - 1) / 2)], ends[ends.length - 1]];
}
