// @vitest-environment happy-dom
// How each group fares: a chart for each algorithm, when asked for, and always said not to be private.
import { afterEach, expect, it } from 'vitest';

import type { SmallChart } from '../../../../web/src/components/charts/small-chart.ts';
import { GroupsPanel } from '../../../../web/src/feature/groups/groups-panel.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';
import { groupCatalogue, groupPicture } from './group-picture.ts';

async function panelOf(picture: ExperimentPicture): Promise<GroupsPanel> {
  const panel = new GroupsPanel();
  panel.catalogue = groupCatalogue;
  panel.picture = picture;
  panel.view = { sweep: {}, faded: [] };
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

const root = (panel: GroupsPanel) => panel.shadowRoot!;
const charts = (panel: GroupsPanel) => [...root(panel).querySelectorAll<SmallChart>('nd-small-chart')]; // prettier-ignore
const text = (panel: GroupsPanel) => root(panel).textContent.replace(/\s+/g, ' ');

afterEach(() => document.body.replaceChildren());

it('draws a chart for each algorithm on one scale, the worst task thick and named', async () => {
  const panel = await panelOf(groupPicture());
  expect(root(panel).querySelector('h2')!.textContent).toBe('Loss of each task');
  expect(text(panel)).toContain('Not private: computed from the data without noise');
  const [first, second] = charts(panel);
  expect(first.yRange).toEqual(second.yRange);
  const drawn = first.shadowRoot!;
  expect(drawn.querySelectorAll('polyline')).toHaveLength(2);
  expect(drawn.querySelectorAll('polyline.strong')).toHaveLength(1);
  expect(drawn.querySelector('text.strong')!.textContent).toBe('task 2');
  const dashes = [...drawn.querySelectorAll('polyline')].map((line) => line.getAttribute('stroke-dasharray')); // prettier-ignore
  expect(new Set(dashes).size).toBe(2);
  const words = [...drawn.querySelectorAll('text')].map((one) => one.textContent);
  expect(words).toEqual(expect.arrayContaining(['step', 'loss', 'task 1']));
  expect(drawn.querySelector('svg')!.getAttribute('aria-label')).toBe('Loss of each task, Vertices. task 1 from 0.5 to 0.188, task 2 from 0.25 to 0.375.'); // prettier-ignore
  expect(text(panel)).toContain('Worst at the end: task 2, 0.375; 0.188 above the best.');
});

it('tells the same in a table, and hands out all of it', async () => {
  const panel = await panelOf(groupPicture());
  const cells = [...root(panel).querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join(' ')); // prettier-ignore
  expect(cells).toEqual(['task 1 0.188 0.5', 'task 2 0.375 0.25']);
  const button = root(panel).querySelector('header nd-csv-button') as unknown as { heading: string; table: () => { rows: unknown[] } }; // prettier-ignore
  expect(button.heading).toContain('not private');
  expect(button.table().rows).toHaveLength(8);
});

it('asks before anything is measured, and takes it back', async () => {
  const panel = await panelOf(groupPicture({ losses: null }));
  expect(charts(panel)).toEqual([]);
  const box = root(panel).querySelector<HTMLInputElement>('input[type=checkbox]')!;
  expect(box.checked).toBe(false);
  expect(box.closest('label')!.textContent.trim()).toBe('Measure every task');
  const events: unknown[] = [];
  for (const name of ['nd-edit', 'nd-command']) {
    panel.addEventListener(name, (event) => events.push((event as CustomEvent).detail));
  }
  box.click();
  box.click();
  const edit = (value?: true) => ({ path: 'run.trace.groupLosses', value });
  expect(events).toEqual([edit(true), { command: 'run' }, edit(), { command: 'run' }]);
});

it('says that the losses appear at the end while runs go on', async () => {
  const panel = await panelOf(groupPicture({ status: 'running' }));
  expect(text(panel)).toContain('The losses appear when all runs have ended.');
});

it('names the worst and the best alone of many tasks', async () => {
  const many = Array.from({ length: 20 }, (_, task) => task);
  const losses = [[many, many], [many, many]]; // prettier-ignore
  const panel = await panelOf(groupPicture({ losses }));
  const named = charts(panel)[0].series.flatMap(({ endLabel }) => endLabel ?? []);
  expect(named).toEqual(['task 1', 'task 20']);
});
