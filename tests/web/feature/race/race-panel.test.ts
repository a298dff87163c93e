// @vitest-environment happy-dom
// Solvers race by click alone, what they found is called not private, and a new problem ends the race.
import { afterEach, expect, it, vi } from 'vitest';

import { RacePanel } from '../../../../web/src/feature/race/race-panel.ts';
import type { Experiment } from '../../../../web/src/engine/types.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { plan, solvingEngine } from './solvers.ts';

// It draws on a canvas, which only a browser has.
vi.mock('../../../../web/src/components/charts/lab-chart.ts', () => ({}));

const l2: Experiment = {
  ...defaultExperiment,
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.5 } },
};

async function panelOf(double = solvingEngine()) {
  const panel = new RacePanel();
  Object.assign(panel, { engine: double.engine, experiment: l2, plan });
  document.body.append(panel);
  await panel.updateComplete;
  return { panel, asked: double.asked };
}

const root = (panel: RacePanel) => panel.shadowRoot!;
const button = (panel: RacePanel) => root(panel).querySelector<HTMLButtonElement>('.act button')!;

/** Sets off; what was a start is a stop now. */
async function setOff(panel: RacePanel) {
  button(panel).click();
  await panel.updateComplete;
  expect(button(panel).textContent.trim()).toBe('Cancel');
}

/** Waits until the button says this. */
const says = (panel: RacePanel, text: string) =>
  vi.waitFor(() => expect(button(panel).textContent.trim()).toBe(text));

afterEach(() => document.body.replaceChildren());

it('asks nothing before the click, and then has table and chart', async () => {
  const { panel, asked } = await panelOf();
  expect(asked).toEqual([]);
  expect(root(panel).querySelector('.exact')).toBeNull();
  await setOff(panel);
  await says(panel, 'Race them');
  expect(asked).toHaveLength(12);
  const headings = [...root(panel).querySelectorAll('.exact h3')].map(({ textContent }) => textContent.trim()); // prettier-ignore
  expect(headings[0]).toBe('Fewest gradients: Swift, 6000.');
  expect(root(panel).querySelector('.exact')!.textContent).toMatch(
    /Not private: .* don’t publish it/,
  );
  const names = [...root(panel).querySelectorAll('tbody th')].map((cell) => cell.textContent.trim()); // prettier-ignore
  expect(names).toEqual(['Swift', 'Slow']);
  expect(root(panel).querySelector('[role=status]')!.textContent).toContain('Fewest gradients: Swift, 6000.'); // prettier-ignore
  const chart = root(panel).querySelector('nd-lab-chart') as unknown as { picture: { series: unknown[] } }; // prettier-ignore
  expect(chart.picture.series).toHaveLength(2);
});

it('races whom the reader ticks, as near as asked', async () => {
  const { panel, asked } = await panelOf();
  const details = root(panel).querySelector('details')!;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  const boxes = () => [...root(panel).querySelectorAll<HTMLInputElement>('[type=checkbox]')];
  await vi.waitFor(() => expect(boxes()).toHaveLength(4));
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, false, false]);
  boxes()[0].checked = false;
  boxes()[0].dispatchEvent(new Event('change'));
  const nearness = root(panel).querySelector('select')!;
  nearness.value = '0.01';
  nearness.dispatchEvent(new Event('change'));
  await panel.updateComplete;
  await setOff(panel);
  await says(panel, 'Race them');
  expect(asked.map(({ solver, tolerance }) => [solver, tolerance])).toEqual([['slow', 0.1], ['slow', 0.01]]); // prettier-ignore
});

it('is cancelled by click, and by another problem, whose race it is not', async () => {
  let panelStep: () => void = () => undefined;
  const double = solvingEngine(() => {
    panelStep();
  });
  const { panel, asked } = await panelOf(double);
  await setOff(panel);
  button(panel).click();
  await says(panel, 'Race them');
  expect(asked.length).toBeLessThan(12);
  panelStep = () => {
    panel.experiment = { ...l2, problem: { ...l2.problem, loss: 'squared' } };
  };
  button(panel).click();
  await vi.waitFor(() => expect(panel.experiment.problem.loss).toBe('squared'));
  await says(panel, 'Race them');
  await panel.updateComplete;
  expect(root(panel).querySelector('.exact')).toBeNull();
});

it('is nothing where no solver can be certified', async () => {
  const { panel } = await panelOf();
  panel.experiment = { ...l2, problem: { loss: 'logistic' } };
  await panel.updateComplete;
  expect(root(panel).querySelector('section')).toBeNull();
});
