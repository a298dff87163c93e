import type { CoordinateSet, PlanReport } from '../../engine/types.ts';
import { planOf } from '../../results/collection.ts';
import { toldRuns, type ToldRun } from '../../results/steps.ts';
import { visibleCurves } from '../../results/visible.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import type { Table } from '../../export/csv.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import type { Subject } from './scene.ts';

/** x, over which a saddle problem is minimized, and y, over which it is maximized. */
export type Part = 'primal' | 'dual';
export const letters: Readonly<Record<Part, string>> = { primal: 'x', dual: 'y' };

/** The traced points of one run of a saddle problem, x apart from y. */
export interface Path {
  label: string;
  colorIndex: number;
  dashIndex: number;
  iteration: readonly number[];
  primal: readonly (readonly number[])[];
  dual: readonly (readonly number[])[];
  /** Whether its plan promises something: then everybody may see these points. */
  isReleased: boolean;
}

/** What a plan says of x and y. */
export type SaddleSets = NonNullable<PlanReport['saddle']>;

/** How many numbers x or y has. */
export function sizeOf(sets: readonly CoordinateSet[]): number {
  return sets.reduce((sum, { size }) => sum + size, 0);
}

/** One repeat of the curves that the chart shows, in their order; of a curve nothing where points were not kept. */
export function pathsOf(
  picture: ExperimentPicture,
  view: Pick<View, 'sweep' | 'faded'>,
  repeat: number,
): Path[] {
  const sets = picture.plan?.saddle;
  if (sets === undefined) return [];
  const runs = toldRuns(picture, []).filter((run) => run.repeat === repeat);
  const first = sizeOf(sets.primal);
  return visibleCurves(picture.collection, view.sweep).flatMap((shown) => {
    const { curve, label, colorIndex, dashIndex } = shown;
    const run = runs.find(({ group }) => group === curve.group);
    const points = run === undefined ? [] : pointsOf(run, first + sizeOf(sets.dual));
    if (run === undefined || points.length === 0 || view.faded.includes(label)) return [];
    const path: Path = {
      label,
      colorIndex,
      dashIndex,
      iteration: run.iteration.slice(0, points.length),
      primal: points.map((point) => point.slice(0, first)),
      dual: points.map((point) => point.slice(first)),
      isReleased: isPromised(planOf(curve, picture.plan)),
    };
    return [path];
  });
}

/** As many points as there are before a run that diverged left all bounds. */
export function pointsOf({ path }: Pick<ToldRun, 'path'>, size: number): number[][] {
  const points = path.map((point) => Array.from(point));
  const isWhole = (point: number[]) => point.length === size && point.every(Number.isFinite);
  const end = points.findIndex((point) => !isWhole(point));
  return end < 0 ? points : points.slice(0, end);
}

/** Whether a plan promises something: then everybody may see what its runs release. */
export function isPromised(plan: PlanReport['plans'][number] | undefined): boolean {
  const guarantee = plan?.privacy.guarantee;
  return guarantee !== undefined && guarantee !== 'leaks' && guarantee !== 'not-private';
}

/** How far the last point is from the first, in all coordinates. */
export function distanceMoved(points: readonly (readonly number[])[]): number {
  const [first, last] = [points.at(0) ?? [], points.at(-1) ?? []];
  return Math.hypot(...first.map((value, index) => last[index] - value));
}

/** Whether a run never moved this part: then it is not released at all, but stands where it began. */
export function stays(path: Path, part: Part): boolean {
  const [first, ...others] = path[part];
  const isFirst = (point: readonly number[]) =>
    point.every((value, index) => value === first[index]);
  return others.length > 0 && others.every(isFirst);
}

/** A picture in words: where each run began and ended, and how far that is. */
export function sceneWords({ part, sets, paths, pair, solution }: Subject): string {
  const size = sizeOf(sets);
  const name = letters[part];
  const shown = size === 1 ? [0] : pair;
  const placeOf = (point: readonly number[]) => placeText(shown.map((index) => point[index]));
  const what =
    size === 1
      ? `${name} against the step.`
      : `${name}, coordinates ${shown[0] + 1} and ${shown[1] + 1} of ${size}.`;
  const told = paths.map((path) => {
    const points = path[part];
    const moved = `moved ${formatNumber(distanceMoved(points))} in ${formatCounted(size, 'coordinate')}`;
    const kind = path.isReleased ? '' : ' (not private)';
    return `${path.label}${kind}: from ${placeOf(points[0])} to ${placeOf(points.at(-1)!)}, ${moved}.`;
  });
  const known = solution === null ? [] : [`Solution, not private: ${placeOf(solution)}.`];
  return [what, ...told, ...known].join(' ');
}

function placeText(values: readonly number[]): string {
  const texts = values.map((value) => formatNumber(value));
  return texts.length === 1 ? texts[0] : `(${texts.join(', ')})`;
}

/** All traced points with all their coordinates; those of runs that promise nothing say so. */
export function pathTable(paths: readonly Path[]): Table {
  const names = (['primal', 'dual'] as const).flatMap((part) =>
    (paths.at(0)?.[part][0] ?? []).map((_, index) => `${letters[part]}${index + 1}`),
  );
  const isReleased = paths.every((path) => path.isReleased);
  return {
    columns: ['label', 'iteration', ...names.map((name) => (isReleased ? name : `nonPrivate.${name}`))], // prettier-ignore
    rows: paths.flatMap(({ label, iteration, primal, dual }) =>
      iteration.map((step, index) => [label, step, ...primal[index], ...dual[index]]),
    ),
  };
}
