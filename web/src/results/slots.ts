import type { Experiment, PlanReport } from '../engine/types.ts';

/** What a plan or a run says of its place in the experiment. */
interface Placed {
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
}

/**
 * Position in `experiment.algorithms` of what stands at `group` in the engine's list: by algorithm,
 * within one by sweep point. Pairs that the engine refused are missing there, so a group stands at
 * its own place among all pairs or before it; where labels leave a choice, the nearest is meant.
 */
export function entryOf(
  { algorithms, sweep = [] }: Experiment,
  one: Placed,
  group: number,
): number {
  const points = sweep.reduce((product, { values }) => product * values.length, 1);
  const point = pointOf(sweep, one.sweep);
  const fitting = algorithms.flatMap(({ id, label }, entry) => {
    const isNamed = label === undefined || label === '' || label === one.label;
    return id === one.algorithm && isNamed ? [entry] : [];
  });
  const nearest = fitting.find((entry) => entry * points + point >= group);
  return nearest ?? fitting.at(-1) ?? 0;
}

/** The colour of each plan of an experiment, in the order of the plans: that of its curve. */
export function planColors(experiment: Experiment, plan: PlanReport): number[] {
  const isSingle = experiment.algorithms.length === 1;
  return plan.plans.map((one, group) => (isSingle ? group : entryOf(experiment, one, group)));
}

/** Position of a sweep point, the first axis outermost. */
function pointOf(sweep: NonNullable<Experiment['sweep']>, at: Record<string, unknown>): number {
  return sweep.reduce((position, { path, values }) => {
    const texts = values.map((value) => JSON.stringify(value));
    const index = texts.indexOf(JSON.stringify(at[path]));
    return position * values.length + Math.max(0, index);
  }, 0);
}
