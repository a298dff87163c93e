// How each group, or task, of a saddle problem fares over the steps.
import { experimentAt } from '../../experiment/sweep.ts';
import { toldRuns, type ToldRun } from '../../results/steps.ts';
import { visibleCurves } from '../../results/visible.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { Table } from '../../export/csv.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import { groupNames } from './names.ts';

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
): GroupLosses[] {
  const runs = toldRuns(picture, []).filter(({ groupLosses }) => groupLosses.length > 0);
  return visibleCurves(picture.collection, view.sweep).flatMap((shown) => {
    const { curve, label, colorIndex, dashIndex } = shown;
    const own = runs.filter(({ group }) => group === curve.group);
    if (own.length === 0 || view.faded.includes(label)) return [];
    const longest = own.reduce((one, other) => (other.iteration.length > one.iteration.length ? other : one)); // prettier-ignore
    const nameOf = groupNames(experimentAt(picture.experiment, curve.sweep));
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
