import type { Catalogue, Experiment } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { experimentAt } from '../../experiment/sweep.ts';
import { saddleOf, takes } from '../../results/offered-measures.ts';
import { toldRuns, type ToldRun } from '../../results/steps.ts';
import { visibleCurves } from '../../results/visible.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { Table } from '../../export/csv.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';

/** What an experiment's groups are: those of a problem that takes tasks are these. */
export function kindOf(experiment: Experiment, catalogue: Catalogue): 'task' | 'group' {
  return takes(saddleOf(catalogue, experiment), 'tasks') ? 'task' : 'group';
}

/** What each group is called: the task's number, or between which thresholds and which label it is, in the engine's order. */
export function groupNames(
  experiment: Experiment,
  catalogue: Catalogue,
): (group: number) => string {
  if (kindOf(experiment, catalogue) === 'task') return (task) => `task ${task + 1}`;
  const rule = experiment.problem as GroupRule;
  const by =
    rule.groupBy ?? (takes(saddleOf(catalogue, experiment), 'groupBy') ? 'label' : 'column');
  if (by === 'label') return labelName;
  const ranges = rangeNames(columnName(experiment, rule.column ?? 0), [rule.threshold ?? 0].flat());
  if (by === 'column') return (group) => ranges[group];
  return (group) => `${ranges[Math.floor(group / 2)]}, ${labelName(group % 2)}`;
}

interface GroupRule {
  groupBy?: 'label' | 'column' | 'label-and-column';
  column?: number;
  threshold?: number | number[];
}

function labelName(group: number): string {
  return group === 0 ? 'label −1' : 'label 1';
}

/** The parts that thresholds make of a column: "age ≤ 30", "30 < age ≤ 50", "age > 50". */
function rangeNames(column: string, thresholds: number[]): string[] {
  const words = thresholds.map((threshold) => formatNumber(threshold));
  const below = words.map((word, k) =>
    k === 0 ? `${column} ≤ ${word}` : `${words[k - 1]} < ${column} ≤ ${word}`,
  );
  return [...below, `${column} > ${words.at(-1)}`];
}

/** A column of a file that says what it is called, unless its coding makes several of one; else its number. */
function columnName({ data }: Experiment, column: number): string {
  const chosen = 'columns' in data ? data.columns?.at(column) : undefined;
  return typeof chosen === 'string' ? chosen : `column ${column + 1}`;
}

// How each group, or task, of a saddle problem fares over the steps.

/** The losses of one algorithm: read off the data without noise, so not private. */
export interface GroupLosses {
  label: string;
  colorIndex: number;
  dashIndex: number;
  iteration: readonly number[];
  /** Of each group its median over the repeats, point by point; NaN where no repeat has one. */
  losses: readonly (readonly number[])[];
  /** What each group is called at the curve's point of the sweep, which may move thresholds. */
  names: readonly string[];
}

/** Of the curves that the chart shows those whose runs kept the losses. */
export function groupLossesOf(
  picture: ExperimentPicture,
  view: Pick<View, 'sweep' | 'faded'>,
  catalogue: Catalogue,
): GroupLosses[] {
  const runs = toldRuns(picture, []).filter(({ groupLosses }) => groupLosses.length > 0);
  return visibleCurves(picture.collection, view.sweep).flatMap((shown) => {
    const { curve, label, colorIndex, dashIndex } = shown;
    const own = runs.filter(({ group }) => group === curve.group);
    if (own.length === 0 || view.faded.includes(label)) return [];
    const longest = own.reduce((one, other) => (other.iteration.length > one.iteration.length ? other : one)); // prettier-ignore
    const nameOf = groupNames(experimentAt(picture.experiment, curve.sweep), catalogue);
    const count = longest.groupLosses[0].length;
    const losses = Array.from({ length: count }, (_, group) =>
      longest.iteration.map((_, point) => median(own, point, group)),
    );
    const names = losses.map((_, group) => nameOf(group));
    return [{ label, colorIndex, dashIndex, iteration: longest.iteration, losses, names }];
  });
}

function median(runs: readonly ToldRun[], point: number, group: number): number {
  const told = runs
    .map(({ groupLosses }) => groupLosses.at(point)?.[group] ?? Number.NaN)
    .filter((loss) => Number.isFinite(loss))
    .sort((one, other) => one - other);
  return quantile(told, 0.5);
}

/** The last number of a line. */
export function endOf(losses: readonly number[]): number {
  return losses.findLast((loss) => Number.isFinite(loss)) ?? Number.NaN;
}

/** Which group ends with the largest loss, or with the least. */
export function extremeOf({ losses }: GroupLosses, which: 'worst' | 'best'): number {
  const ends = losses.map(endOf);
  const known = ends.filter((end) => Number.isFinite(end));
  return ends.indexOf(which === 'worst' ? Math.max(...known) : Math.min(...known));
}

/** A row for each algorithm, point and group. */
export function groupTable(all: readonly GroupLosses[]): Table {
  return {
    columns: ['label', 'iteration', 'group', 'nonPrivate.groupLoss.median'],
    rows: all.flatMap(({ label, iteration, losses, names }) =>
      iteration.flatMap((at, point) =>
        losses.map((line, group) => [label, at, names[group], line[point]]),
      ),
    ),
  };
}
