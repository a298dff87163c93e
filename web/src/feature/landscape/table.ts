import type { Cell, Table } from '../../export/csv.ts';
import { measureNames, type Measure } from '../../results/measures.ts';
import type { Stage } from './scene.ts';
import { standing, type Trajectory } from './trajectories.ts';

/** Where every run stands at an iteration: its place on the picture and its numbers, a row for each. */
export function standingTable(stage: Stage, iteration: number): Table {
  return tableOf(stage, ({ iteration: iterations }) => [
    standing({ iteration: iterations }, iteration).index,
  ]);
}

/** Every point of every run, a row for each. */
export function pointTable(stage: Stage): Table {
  return tableOf(stage, ({ iteration }) => iteration.map((_, index) => index));
}

function tableOf({ paths, plane }: Stage, pointsOf: (run: Trajectory) => number[]): Table {
  const places = plane.v === null ? ['along'] : ['along', 'across'];
  const names = [...new Set(paths.flatMap(({ trajectory }) => Object.keys(trajectory.numbers)))];
  const others = names.filter((name) => name !== 'iteration');
  return {
    columns: ['label', 'repeat', 'iteration', ...places, ...others.map(columnName)],
    rows: paths.flatMap(({ trajectory, places: path }) =>
      pointsOf(trajectory).map((index): Cell[] => [
        trajectory.label,
        trajectory.repeat + 1,
        trajectory.iteration[index],
        ...path[index].slice(0, places.length),
        ...others.map((name) => trajectory.numbers[name]?.[index]),
      ]),
    ),
  };
}

/** What was computed from the data without noise says so, as in all tables. */
function columnName(name: string): string {
  return measureNames.includes(name as Measure) ? `nonPrivate.${name}` : name;
}
