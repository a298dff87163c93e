// How each group fares: medians over repeats, the worst and the best at the end, and what groups are called.
import { expect, it } from 'vitest';

import { spread } from '../../../../web/src/chart/spread.ts';
import type { Experiment } from '../../../../web/src/engine/types.ts';
import {
  extremeOf,
  groupLossesOf,
  groupTable,
  groupNames,
  kindOf,
} from '../../../../web/src/feature/groups/losses.ts';
import { groupCatalogue, groupPicture } from './group-picture.ts';

const view = { sweep: {}, faded: [] };
const experimentOf = (problem: object, data: object = { kind: 'inline' }) =>
  ({ data, problem: { kind: 'saddle', ...problem } }) as unknown as Experiment;
const namesOf = (experiment: Experiment) => [0, 1].map(groupNames(experiment, groupCatalogue));

it('are medians over the repeats, group by group', () => {
  const [first, second] = groupLossesOf(groupPicture(), view, groupCatalogue);
  expect(first.iteration).toEqual([0, 10, 20]);
  expect(first.losses).toEqual([
    [0.5, 0.5, 0.1875],
    [0.25, 0.25, 0.375],
  ]);
  expect(second.losses).toEqual([[0.5], [0.25]]);
  expect([extremeOf(first, 'worst'), extremeOf(first, 'best')]).toEqual([1, 0]);
});

it('are called as their point of a sweep makes them', () => {
  const rule = { kind: 'saddle', name: 'sides', column: 0, threshold: 0 };
  const [plain] = groupLossesOf(groupPicture({ problem: rule }), view, groupCatalogue);
  expect(plain.names).toEqual(['column 1 ≤ 0', 'column 1 > 0']);
  const swept = groupPicture({ problem: rule, sweep: { 'problem.threshold': 0.5 } });
  const [moved] = groupLossesOf(swept, view, groupCatalogue);
  expect(moved.names).toEqual(['column 1 ≤ 0.5', 'column 1 > 0.5']);
});

it('leave out what is not finite, and runs that ended early', () => {
  const all = [[[1, 2], [3, null]], [[2, 3]]]; // prettier-ignore
  const [first] = groupLossesOf(groupPicture({ losses: all }), view, groupCatalogue);
  expect(first.losses).toEqual([
    [1.5, 3],
    [2.5, Number.NaN],
  ]);
  expect(extremeOf(first, 'worst')).toBe(0);
});

it('are of the curves that are shown, and none of runs that kept none', () => {
  const shown = groupLossesOf(groupPicture(), { sweep: {}, faded: ['Vertices'] }, groupCatalogue);
  expect(shown.map(({ label }) => label)).toEqual(['Noisy']);
  expect(groupLossesOf(groupPicture({ losses: null }), view, groupCatalogue)).toEqual([]);
  expect(groupLossesOf(groupPicture({ status: 'running' }), view, groupCatalogue)).toEqual([]);
});

it('make a table whose column says that it is not private', () => {
  const table = groupTable(groupLossesOf(groupPicture(), view, groupCatalogue));
  expect(table.columns).toEqual(['label', 'iteration', 'group', 'nonPrivate.groupLoss.median']);
  expect(table.rows).toHaveLength(8);
  expect(table.rows[5]).toEqual(['Vertices', 20, 'task 2', 0.375]);
});

it('are of tasks by number, and of groups by label or by the side of a threshold', () => {
  const tasks = experimentOf({ name: 'tasks' });
  expect([kindOf(tasks, groupCatalogue), ...namesOf(tasks)]).toEqual(['task', 'task 1', 'task 2']);
  const labels = experimentOf({ name: 'labels' });
  expect([kindOf(labels, groupCatalogue), ...namesOf(labels)]).toEqual([
    'group',
    'label −1',
    'label 1',
  ]);
  const rule = { name: 'labels', groupBy: 'column', column: 1, threshold: 0.5 };
  expect(namesOf(experimentOf(rule))).toEqual(['column 2 ≤ 0.5', 'column 2 > 0.5']);
  const file = { kind: 'file', columns: ['height', 'age'] };
  expect(namesOf(experimentOf(rule, file))).toEqual(['age ≤ 0.5', 'age > 0.5']);
  const squared = { name: 'sides', column: 1 };
  expect(namesOf(experimentOf(squared, file))).toEqual(['age ≤ 0', 'age > 0']);
});

it('are of several groups by the thresholds that they lie between, and by their labels', () => {
  const rule = { name: 'labels', groupBy: 'column', threshold: [-0.5, 0.25] };
  const names = groupNames(experimentOf(rule), groupCatalogue);
  expect([0, 1, 2].map(names)).toEqual([
    'column 1 ≤ −0.5',
    '−0.5 < column 1 ≤ 0.25',
    'column 1 > 0.25',
  ]);
  const both = groupNames(
    experimentOf({ ...rule, groupBy: 'label-and-column', threshold: 0 }),
    groupCatalogue,
  );
  expect([0, 1, 2, 3].map(both)).toEqual([
    'column 1 ≤ 0, label −1',
    'column 1 ≤ 0, label 1',
    'column 1 > 0, label −1',
    'column 1 > 0, label 1',
  ]);
});

it('have their names moved apart as little as it takes, within the chart', () => {
  expect(spread([10, 50], 12, [0, 100])).toEqual([10, 50]);
  expect(spread([10, 11, 12], 12, [0, 100])).toEqual([10, 22, 34]);
  expect(spread([95, 99], 12, [0, 100])).toEqual([88, 100]);
  expect(spread([], 12, [0, 100])).toEqual([]);
});
