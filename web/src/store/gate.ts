import { dataBytes } from '../../../wasm/client/index.ts';
import type { PlanReport } from '../engine/types.ts';
import { formatBytes, formatCounted } from '../format/number.ts';
import { fileFor } from './file-for.ts';
import type { DataFile, State } from './state.ts';

type Asked = Pick<State, 'experiment' | 'file'>;

/** What starts without a click takes no more than this. */
export const free = { seconds: 0.5, runs: 200, bytes: 64e6 } as const;
/** What a click starts may take this long before its estimate is shown and asked about. */
const patientSeconds = 30;

/** How large an experiment is, by what it says itself: known before the engine is asked. */
export interface Size {
  runs: number;
  /** Algorithms times sweep points. */
  plans: number;
  /** Of data that would be generated, or stand in the experiment. */
  bytes: number;
}

export function sizeOf({ experiment }: Pick<State, 'experiment'>): Size {
  const { algorithms, data, run, sweep } = experiment;
  const points = (sweep ?? []).reduce((product, axis) => product * axis.values.length, 1);
  const plans = points * algorithms.length;
  const inline =
    data.kind === 'inline' ? data.features.length * (data.features[0]?.length ?? 0) : 0;
  const bytes = dataBytes(experiment) + 8 * inline;
  return { runs: plans * (run?.repeats ?? 1), plans, bytes };
}

/** Whether even planning waits for a click: it generates the data, and plans every point of a sweep. */
export function waitsForPlan({ plans, bytes }: Size): boolean {
  return plans > free.runs || bytes > free.bytes;
}

/** Whether an experiment that is planned waits for a click. */
export function waitsForRun(asked: Asked, plan: PlanReport): boolean {
  const { runs } = sizeOf(asked);
  const { samples, features } = plan.data;
  // Of sparse data nobody knows how many values are stored, but no more than the file has room for.
  const room = 4 * (fileFor(asked.experiment, asked.file)?.blob.size ?? 0);
  const bytes = Math.min(samples * features * 8, room);
  return plan.cost.seconds >= free.seconds || runs > free.runs || bytes > free.bytes;
}

/** The file on which runs are counted: a secure experiment's own; null of any other experiment. */
export function countedFile({ experiment, file }: Asked): DataFile | null {
  const isSecure = experiment.run?.randomness?.mode === 'secure';
  return isSecure ? fileFor(experiment, file) : null;
}

/** Whether the estimate is so large that it is shown before even a click starts it. */
export function isLong(plan: PlanReport): boolean {
  return plan.cost.seconds > patientSeconds;
}

/** What is known of an experiment that is not planned yet. */
export function sizeText({ runs, bytes }: Size): string {
  const data = bytes > 0 ? `, ${formatBytes(bytes)} of data` : '';
  return `${formatCounted(runs, 'run')}${data}`;
}
