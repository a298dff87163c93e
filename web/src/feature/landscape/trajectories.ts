import { outcomeOf, runNumbers } from '../../../../wasm/client/index.ts';
import type { ExperimentResult, RunResult } from '../../engine/types.ts';
import type { VisibleCurve } from '../../results/visible.ts';
import { isOfProblem } from '../../experiment/sweep.ts';

/** The points that one run went through, with what is known of each. */
export interface Trajectory {
  key: string;
  /** The place of its curve among all pairs of algorithm and sweep point. */
  group: number;
  /** The id of its algorithm. */
  algorithm: string;
  /** The name of its curve; repeats of one algorithm share it. */
  label: string;
  /** Counted from 0. */
  repeat: number;
  colorIndex: number;
  dashIndex: number;
  sweep: Readonly<Record<string, unknown>>;
  iteration: readonly number[];
  iterates: readonly (readonly number[])[];
  /** What the trace says of each point, by the names of its columns. */
  numbers: Readonly<Partial<Record<string, readonly (number | null)[]>>>;
}

/** More runs than these hide each other, and the picture could not follow at 60 frames a second. */
const mostTrajectories = 60;

/**
 * The runs of these curves that kept their iterates, in the order of the curves. Of many repeats the
 * first are taken, as many of each curve, so that all curves are seen.
 */
export function trajectoriesOf(
  result: ExperimentResult,
  curves: readonly VisibleCurve[],
  most = mostTrajectories,
): Trajectory[] {
  const repeats = Math.max(1, result.experiment.run?.repeats ?? 1);
  const shown = Math.max(1, Math.floor(most / Math.max(1, curves.length)));
  const numbers = runNumbers(result);
  const groupOf = (index: number) => Math.floor((numbers.at(index) ?? index) / repeats);
  const runs = result.runs.map((run, index) => ({ run, group: groupOf(index) }));
  return curves
    .slice(0, most)
    .flatMap((curve) =>
      runs
        .filter(({ run, group }) => group === curve.curve.group && run.repeat < shown)
        .flatMap(({ run }) => trajectoryOf(run, curve) ?? []),
    );
}

function trajectoryOf(run: RunResult, visible: VisibleCurve): Trajectory | null {
  const { curve, label, colorIndex, dashIndex } = visible;
  const { iterates: kept = [], ...columns } = outcomeOf(run).trace;
  const iterates = kept.slice(0, finiteLength(kept));
  const { iteration } = columns;
  if (iterates.length === 0) return null;
  return {
    key: `${curve.group}.${run.repeat}`,
    group: curve.group,
    algorithm: curve.algorithm,
    label,
    repeat: run.repeat,
    colorIndex,
    dashIndex,
    sweep: run.sweep,
    iteration: iteration.slice(0, iterates.length),
    iterates,
    numbers: columns,
  };
}

/** How many points there are before a run that diverged left all bounds. */
function finiteLength(iterates: readonly (readonly number[])[]): number {
  const end = iterates.findIndex((point) => !point.every((value) => Number.isFinite(value)));
  return end < 0 ? iterates.length : end;
}

/** Whether any of the runs kept the points that it went through. */
export function hasIterates({ runs }: Pick<ExperimentResult, 'runs'>): boolean {
  return runs.some((run) => (outcomeOf(run).trace.iterates ?? []).length > 0);
}

/** Where a run stands at an iteration: its last point by then, and how far it is on the way to the next. */
export function standing(
  { iteration }: Pick<Trajectory, 'iteration'>,
  at: number,
): { index: number; share: number } {
  let low = 0;
  let high = iteration.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (iteration[middle] <= at) low = middle;
    else high = middle - 1;
  }
  const next = iteration.at(low + 1);
  const share = next === undefined ? 0 : (at - iteration[low]) / (next - iteration[low]);
  return { index: low, share: Math.min(1, Math.max(0, share)) };
}

/** Every iteration at which one of these runs has a point, ascending. */
export function framesOf(trajectories: readonly Pick<Trajectory, 'iteration'>[]): number[] {
  const all = new Set(trajectories.flatMap(({ iteration }) => [...iteration]));
  return [...all].sort((one, other) => one - other);
}

/** The positions at which a column begins to hold another value: where a new round starts. */
export function changesOf(values: readonly (number | null)[] | undefined): number[] {
  return (values ?? []).flatMap((value, index) => {
    const before = values?.[index - 1];
    const isNew = index > 0 && value !== null && before !== null && value !== before;
    return isNew ? [index] : [];
  });
}

/** The runs that go over one ground: those whose swept problem is the first one's. */
export function onOneGround(trajectories: readonly Trajectory[]): readonly Trajectory[] {
  const first = trajectories.at(0);
  if (first === undefined) return trajectories;
  return trajectories.filter((one) => groundKey(one) === groundKey(first));
}

/** The run that is looked at: the one of this key while it is shown, else the first that is. */
export function chosenOf(
  trajectories: readonly Trajectory[],
  key: string | null,
  faded: readonly string[],
): Trajectory | null {
  const shown = trajectories.filter(({ label }) => !faded.includes(label));
  return shown.find((one) => one.key === key) ?? shown.at(0) ?? null;
}

/** The shown run that comes so many places after another one; round the end it begins again. */
export function neighbour(
  trajectories: readonly Trajectory[],
  key: string | null,
  faded: readonly string[],
  places: number,
): Trajectory | null {
  const shown = trajectories.filter(({ label }) => !faded.includes(label));
  const at = shown.findIndex((one) => one.key === key);
  return shown.at((at + places + shown.length) % Math.max(1, shown.length)) ?? null;
}

function groundKey({ sweep }: Trajectory): string {
  return JSON.stringify(Object.entries(sweep).filter(([path]) => isOfProblem(path)));
}
