// @vitest-environment happy-dom
// Where x and y went: pictures of what is released, and apart from it, when asked for, what is not private.
import { afterEach, expect, it } from 'vitest';

import { type PathChart, PathsPanel } from '../../../../web/src/feature/paths/paths-panel.ts';
import type { Experiment, ExperimentResult } from '../../../../web/src/engine/types.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';
import { saddleCatalogue, saddlePicture } from './saddle-picture.ts';

const solution = [0.3, 0.4, 0.5, 0.25, -0.5];

/** An engine that knows the solution, and what it was asked. */
function engineOf(asked: Experiment[]) {
  const trace = { iteration: [0, 1], iterates: [[0, 0, 0, 0, 0], solution] }; // prettier-ignore
  return {
    run(experiment: Experiment) {
      asked.push(experiment);
      const runs = [{ nonPrivate: { status: 'completed', trace } }];
      return Promise.resolve({ runs } as unknown as ExperimentResult);
    },
  };
}

async function panelOf(picture: ExperimentPicture, asked: Experiment[] = []): Promise<PathsPanel> {
  const panel = new PathsPanel();
  panel.engine = engineOf(asked);
  panel.catalogue = saddleCatalogue;
  panel.picture = picture;
  panel.view = { sweep: {}, faded: [] };
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

const root = (panel: PathsPanel) => panel.shadowRoot!;
const charts = (panel: PathsPanel) => [...root(panel).querySelectorAll<PathChart>('nd-path-chart')];
const text = (panel: PathsPanel, place: string) =>
  root(panel).querySelector(place)?.textContent.replace(/\s+/g, ' ').trim() ?? '';

afterEach(() => document.body.replaceChildren());

it('shows x and y side by side with their words, and how far they moved', async () => {
  const panel = await panelOf(saddlePicture());
  const [x, y] = charts(panel);
  const image = x.shadowRoot!.querySelector('svg')!;
  expect(image.getAttribute('role')).toBe('img');
  expect(image.getAttribute('aria-label')).toMatch(/Phases: from \(0, 0\) to \(0\.3, 0\.4\)/);
  expect(x.shadowRoot!.querySelectorAll('polyline.path')).toHaveLength(2);
  expect(x.shadowRoot!.querySelectorAll('.start')).toHaveLength(2);
  expect(x.shadowRoot!.querySelectorAll('.border')).toHaveLength(1);
  expect(y.words).toMatch(/^y against the step/);
  const cells = [...root(panel).querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent.trim())); // prettier-ignore
  expect(cells).toEqual([['Phases', '0.5', '0'], ['Noisy', '0.2', '0.25']]); // prettier-ignore
  expect(text(panel, '.told h3')).toBe('Released points: public, with the plan’s guarantee');
  expect(root(panel).textContent).toContain('Anyone who knows the seed knows this noise');
  expect(root(panel).textContent).toContain('Where y did not move, only x is released.');
});

it('says where nothing is promised', async () => {
  const panel = await panelOf(saddlePicture({ guarantee: 'not-private' }));
  expect(text(panel, '.told h3')).toMatch(/^Not private: .* don’t publish them$/);
  expect(text(panel, 'tbody th')).toBe('Phases (not private)');
  expect(charts(panel)[0].words).toContain('Phases (not private): from');
});

it('draws the coordinates that are chosen, never one twice', async () => {
  const panel = await panelOf(saddlePicture());
  const inputs = [...root(panel).querySelectorAll<HTMLInputElement>('.coordinates input')];
  expect(inputs.map((input) => input.getAttribute('aria-label'))).toEqual(['Coordinate of x across, from 1 to 4', 'Coordinate of x up, from 1 to 4']); // prettier-ignore
  const choose = async (input: HTMLInputElement, value: string) => {
    input.value = value;
    input.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    return charts(panel)[0].scene.titles;
  };
  expect(await choose(inputs[0], '3')).toEqual({ x: 'x 3', y: 'x 2' });
  expect(await choose(inputs[1], '3')).toEqual({ x: 'x 2', y: 'x 3' });
  expect(await choose(inputs[1], '9')).toEqual({ x: 'x 2', y: 'x 3' });
  expect(inputs[1].value).toBe('3');
});

it('keeps the points when asked to', async () => {
  const panel = await panelOf(saddlePicture({ isKept: false, status: 'done' }));
  expect(charts(panel)).toEqual([]);
  const events: unknown[] = [];
  for (const name of ['nd-edit', 'nd-command']) {
    panel.addEventListener(name, (event) => events.push((event as CustomEvent).detail));
  }
  root(panel).querySelector('button')!.click();
  expect(events).toEqual([{ path: 'run.trace.iterates', value: true }, { command: 'run' }]);
});

it('marks the solution by request alone, as not private, in no table', async () => {
  const asked: Experiment[] = [];
  const panel = await panelOf(saddlePicture({ status: 'done' }), asked);
  expect(asked).toEqual([]);
  expect(text(panel, '.exact h3')).toBe(
    'Not private: the solution without noise, don’t publish it',
  );
  root(panel).querySelector<HTMLButtonElement>('.exact button')!.click();
  await new Promise((done) => setTimeout(done));
  await panel.updateComplete;
  expect(asked.map(({ privacy }) => privacy)).toEqual([{ notion: 'none' }]);
  const [x, y] = charts(panel);
  for (const chart of [x, y]) {
    expect(chart.shadowRoot!.querySelector('.label')!.textContent).toBe('not private');
  }
  expect(x.words).toMatch(/Solution, not private: \(0\.3, 0\.4\)\.$/);
  expect(y.words).toMatch(/Solution, not private: −0\.5\.$/);
  expect(text(panel, '.exact')).toContain('regularization of 5 × 10⁻⁴ added');
  const button = root(panel).querySelector('nd-csv-button') as unknown as { table: () => { rows: unknown[] } }; // prettier-ignore
  expect(button.table().rows).toHaveLength(5);
});

it('is nothing where the plan knows no x and y', async () => {
  const picture = saddlePicture();
  const panel = await panelOf({ ...picture, plan: { ...picture.plan, saddle: undefined } } as ExperimentPicture); // prettier-ignore
  expect(root(panel).querySelector('section')).toBeNull();
});
