// @vitest-environment happy-dom
// How players mix their strategies: released bars and triangles, and apart from them, when asked for, what is not private.
import { afterEach, expect, it } from 'vitest';

import type { ShareBars } from '../../../../web/src/components/charts/share-bars.ts';
import type { TernaryPlot } from '../../../../web/src/feature/strategies/ternary-plot.ts';
import { StrategiesPanel } from '../../../../web/src/feature/strategies/strategies-panel.ts';
import type { Catalogue, Experiment, ExperimentResult } from '../../../../web/src/engine/types.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';
import { saddlePicture } from '../paths/saddle-picture.ts';
import { gamePicture, threeByThree } from './game-picture.ts';
import { saddleCatalogue } from '../paths/saddle-picture.ts';

const solution = [0.25, 0.5, 0.25, 0.25, 0.5, 0.25];

/** An engine that knows the solution, and what it was asked. */
function engineOf(asked: Experiment[]) {
  const trace = { iteration: [0, 1], iterates: [solution, solution] };
  return {
    run(experiment: Experiment) {
      asked.push(experiment);
      const runs = [{ nonPrivate: { status: 'completed', trace } }];
      return Promise.resolve({ runs } as unknown as ExperimentResult);
    },
  };
}

async function panelOf(
  picture: ExperimentPicture,
  asked: Experiment[] = [],
): Promise<StrategiesPanel> {
  // prettier-ignore
  const panel = new StrategiesPanel();
  panel.engine = engineOf(asked);
  panel.picture = picture;
  panel.catalogue = { algorithms: [{ id: 'vertices', hiddenIterate: true }, { id: 'noisy' }, ...saddleCatalogue.algorithms] } as unknown as Catalogue; // prettier-ignore
  panel.view = { sweep: {}, faded: [] };
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

const root = (panel: StrategiesPanel) => panel.shadowRoot!;
const bars = (panel: StrategiesPanel) => [...root(panel).querySelectorAll<ShareBars>('nd-share-bars')]; // prettier-ignore
const triangles = (panel: StrategiesPanel) => [...root(panel).querySelectorAll<TernaryPlot>('nd-ternary-plot')]; // prettier-ignore
const text = (panel: StrategiesPanel) => root(panel).textContent.replace(/\s+/g, ' ');

/** Points of x and y whose first vertex has half, the others equal parts. */
function leaning(size: number): number[] {
  const shares = Array.from({ length: size }, (_, vertex) => (vertex === 0 ? 0.5 : 0.5 / (size - 1))); // prettier-ignore
  return [...shares, ...shares];
}

afterEach(() => document.body.replaceChildren());

it('shows a triangle and bars for each player with three strategies', async () => {
  const panel = await panelOf(gamePicture());
  const [x, y] = triangles(panel);
  const image = x.shadowRoot!.querySelector('svg')!;
  expect(image.getAttribute('role')).toBe('img');
  expect(image.getAttribute('aria-label')).toMatch(
    /^x in the triangle .* to rock 0\.25, paper 0\.5/,
  );
  expect(x.shadowRoot!.querySelectorAll('polyline.path')).toHaveLength(2);
  const corners = [...x.shadowRoot!.querySelectorAll('text')].map((label) => label.textContent);
  expect(corners).toEqual(['rock', 'paper', 'scissors']);
  expect(y.words).toMatch(/^y in the triangle/);
  expect(bars(panel).map(({ words }) => words)).toEqual([
    'x, Vertices: paper 0.5, rock 0.25, scissors 0.25.',
    'x, Noisy: rock 0.333, paper 0.333, scissors 0.333.',
    'y, Vertices: paper 0.75, rock 0.125, scissors 0.125.',
    'y, Noisy: rock 0.333, paper 0.333, scissors 0.333.',
  ]);
  expect(bars(panel)[0].shadowRoot!.querySelectorAll('rect')).toHaveLength(3);
  expect(text(panel)).toContain('Released strategies: public, with the plan’s guarantee');
  expect(text(panel)).not.toContain('Not private: without');
});

it('goes along the way by a slider, which says where it is', async () => {
  const panel = await panelOf(gamePicture());
  const slider = root(panel).querySelector<HTMLInputElement>('input[type=range]')!;
  expect([slider.max, slider.value]).toEqual(['2', '2']);
  expect(triangles(panel)[0].shadowRoot!.querySelectorAll('.at')).toHaveLength(0);
  slider.value = '1';
  slider.dispatchEvent(new Event('input'));
  await panel.updateComplete;
  await triangles(panel)[0].updateComplete;
  expect(slider.getAttribute('aria-valuetext')).toContain('Vertices, step 10. x: rock 0.5, paper 0.25, scissors 0.25; y: rock 0.25'); // prettier-ignore
  expect(root(panel).querySelector('.told li')!.textContent).toContain('Vertices, step 10.');
  expect(triangles(panel)[0].shadowRoot!.querySelectorAll('.at')).toHaveLength(2);
});

it('offers to keep the way where runs kept their answers alone', async () => {
  const panel = await panelOf(gamePicture({ isKept: false }));
  expect(bars(panel)).toHaveLength(4);
  expect(root(panel).querySelector('input[type=range]')).toBeNull();
  const events: unknown[] = [];
  for (const name of ['nd-edit', 'nd-command']) {
    panel.addEventListener(name, (event) => events.push((event as CustomEvent).detail));
  }
  [...root(panel).querySelectorAll('button')].find((one) => one.textContent.includes('Keep'))!.click(); // prettier-ignore
  expect(events).toEqual([{ path: 'run.trace.iterates', value: true }, { command: 'run' }]);
});

it('shows bars alone of other games, in order or by share', async () => {
  const panel = await panelOf(gamePicture({ sizes: [5, 5], data: { kind: 'inline' }, points: [leaning(5), [0.1, 0.1, 0.6, 0.1, 0.1, ...leaning(5).slice(5)]] })); // prettier-ignore
  expect(triangles(panel)).toEqual([]);
  expect(bars(panel)[0].names).toEqual(['1', '2', '3', '4', '5']);
  const box = root(panel).querySelector<HTMLInputElement>('.order input')!;
  box.checked = true;
  box.dispatchEvent(new Event('change'));
  await panel.updateComplete;
  expect(bars(panel)[0].names.slice(0, 2)).toEqual(['3', '1']);
});

it('cuts a long row to what is played most, and says how many others there are', async () => {
  const panel = await panelOf(gamePicture({ sizes: [1000, 1000], data: { kind: 'inline' }, points: [leaning(1000)] })); // prettier-ignore
  const [first] = bars(panel);
  expect(first.shadowRoot!.querySelectorAll('rect')).toHaveLength(40);
  expect(first.shadowRoot!.textContent).toContain('and 961 others');
  expect(root(panel).querySelector('.order')).toBeNull();
  expect(text(panel)).toContain('1000 strategies');
});

it('draws games of one size, where a sweep has several, and says so', async () => {
  const picture = gamePicture({ sizes: [2, 2], data: { kind: 'inline' }, points: [leaning(2)] });
  const { runs } = picture.result!;
  const other = leaning(4);
  Object.assign(runs[2], { trace: { ...runs[2].trace, iterates: [other] }, solution: other });
  const panel = await panelOf(picture);
  expect(bars(panel).map(({ names }) => names.length)).toEqual([2, 2]);
  expect(text(panel)).toContain('Games of other sizes are left out');
});

it('says where nothing is promised', async () => {
  const panel = await panelOf(gamePicture({ guarantee: 'not-private' }));
  expect(text(panel)).toContain(
    'Not private: without a guarantee, these strategies reveal the data',
  );
  expect(root(panel).querySelector('.name')!.textContent).toContain('Vertices (not private)');
});

it('shows the solution by request alone, as not private, in no table', async () => {
  const asked: Experiment[] = [];
  const panel = await panelOf(gamePicture(), asked);
  expect(asked).toEqual([]);
  expect(text(panel)).not.toContain('Solution, not private');
  root(panel).querySelector<HTMLButtonElement>('.exact button')!.click();
  await new Promise((done) => setTimeout(done));
  await panel.updateComplete;
  expect(asked.map(({ privacy }) => privacy)).toEqual([{ notion: 'none' }]);
  const exact = bars(panel).filter(({ colorIndex }) => colorIndex === null);
  expect(exact.map(({ words }) => words)).toEqual(['x, solution, not private: paper 0.5, rock 0.25, scissors 0.25.', 'y, solution, not private: paper 0.5, rock 0.25, scissors 0.25.']); // prettier-ignore
  for (const one of triangles(panel)) {
    expect(one.shadowRoot!.querySelector('.label')!.textContent).toBe('not private');
    expect(one.words).toContain('Solution, not private: rock 0.25');
  }
  const button = root(panel).querySelector('nd-csv-button') as unknown as { table: () => { rows: unknown[] } }; // prettier-ignore
  expect(button.table().rows).toHaveLength(12);
});

it('asks before it shows what vertices are drawn from, and takes it back', async () => {
  const picture = gamePicture();
  const panel = await panelOf(picture);
  expect(text(panel)).toContain('Not private: the internal iterate');
  const box = root(panel).querySelector<HTMLInputElement>('.exact input[type=checkbox]')!;
  expect(box.checked).toBe(false);
  expect(box.closest('label')!.textContent.trim()).toBe('Show the internal iterate');
  const events: unknown[] = [];
  for (const name of ['nd-edit', 'nd-command']) {
    panel.addEventListener(name, (event) => events.push((event as CustomEvent).detail));
  }
  box.click();
  box.click();
  const edit = (value?: true) => ({ path: 'run.trace.hiddenIterates', value });
  expect(events).toEqual([edit(true), { command: 'run' }, edit(), { command: 'run' }]);
});

it('draws what vertices were drawn from beside them, marked as not private', async () => {
  const panel = await panelOf(gamePicture({ hidden: [threeByThree[1], threeByThree[2]] }));
  const [drawn, noisy] = bars(panel);
  expect(drawn.shadowRoot!.querySelectorAll('.hidden rect')).toHaveLength(3);
  expect(noisy.shadowRoot!.querySelectorAll('.hidden rect')).toHaveLength(0);
  expect(drawn.words).toBe('x, Vertices: paper 0.5, rock 0.25, scissors 0.25. Internal iterate, not private: paper 0.5, rock 0.25, scissors 0.25.'); // prettier-ignore
  const [released, hidden] = ['g:not(.hidden) rect', '.hidden rect'].map((kind) => [...drawn.shadowRoot!.querySelectorAll(kind)].map((rect) => Number(rect.getAttribute('x')))); // prettier-ignore
  hidden.forEach((x, index) => expect(x).toBeGreaterThan(released[index]));
  const triangle = triangles(panel)[0].shadowRoot!;
  expect(triangle.querySelectorAll('polyline.hidden')).toHaveLength(1);
  expect(triangle.querySelectorAll('.hidden-end')).toHaveLength(1);
  expect(triangle.querySelector('.label')!.textContent).toBe('not private');
  const badges = [...root(panel).querySelectorAll('.badge')].map((one) => one.textContent);
  expect(badges).toEqual(['hollow: not private', 'hollow: not private']);
  expect(text(panel)).toContain('Hollow bars, dots and squares: the probabilities of the last draws'); // prettier-ignore
});

it('draws the hidden average of a minimization over one simplex, too', async () => {
  const data = { kind: 'synthetic', name: 'planted-game' };
  const picture = gamePicture({ data, hidden: [threeByThree[1], threeByThree[2]] });
  const problem = { loss: 'linear', domain: { kind: 'simplex' } };
  const plan = { ...picture.plan, saddle: undefined };
  const experiment = { ...picture.experiment, problem };
  const panel = await panelOf({ ...picture, experiment, plan } as unknown as typeof picture);
  const [drawn, ...others] = panel.shadowRoot!.querySelectorAll('nd-share-bars');
  expect(drawn.shadowRoot!.querySelectorAll('.hidden rect')).toHaveLength(6);
  expect(others.flatMap((bars) => [...bars.shadowRoot!.querySelectorAll('.hidden rect')])).toEqual([]); // prettier-ignore
  expect(text(panel)).toContain('Not private: the internal iterate');
});

it('offers no hidden iterate of a file, nor where no algorithm has one', async () => {
  const closed = await panelOf(gamePicture({ data: { kind: 'file' }, hidden: [threeByThree[1]] }));
  expect(root(closed).querySelector('.exact input')).toBeNull();
  expect(text(closed)).toContain('for a file, it would reveal the records');
  expect(bars(closed)[0].beside).toBeNull();
  const panel = await panelOf(gamePicture());
  panel.catalogue = { algorithms: [] } as unknown as Catalogue;
  await panel.updateComplete;
  expect(root(panel).querySelector('.exact input')).toBeNull();
});

it('is nothing where points are no strategies', async () => {
  expect(root(await panelOf(saddlePicture())).querySelector('section')).toBeNull();
});
