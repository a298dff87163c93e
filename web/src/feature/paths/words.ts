import type { Table } from '../../export/csv.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { distanceMoved, letters, sizeOf, type Path } from './parts.ts';
import type { Subject } from './scene.ts';

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
