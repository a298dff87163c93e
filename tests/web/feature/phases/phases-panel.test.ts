// @vitest-environment happy-dom
// What phases release stands apart from what their unseen solves tell.
import { afterEach, expect, it } from 'vitest';

import type { SmallChart } from '../../../../web/src/components/charts/small-chart.ts';
import { PhasesPanel } from '../../../../web/src/feature/phases/phases-panel.ts';
import { StepsPanel } from '../../../../web/src/feature/steps/steps-panel.ts';
import type { Catalogue, Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import { RunCollection, type TracePoints } from '../../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';

const columns = ['regularization', 'phaseRecords', 'solutionNoise', 'certifiedDistance'].map(
  (name) => ({ name, title: name, description: '' }),
);
const catalogue = {
  algorithms: [{ id: 'gd' }, { id: 'phased', columns }],
} as unknown as Catalogue;
const experiment = {
  problem: { kind: 'saddle', name: 'auc' },
  algorithms: [{ id: 'gd' }, { id: 'phased' }],
  privacy: { notion: 'approximate' },
  run: { repeats: 1, diagnostics: ['objective'] },
} as unknown as Experiment;

const told = {
  phaseRecords: [Number.NaN, 50, 50],
  regularization: [Number.NaN, 2, 4],
  solutionNoise: [Number.NaN, 0.5, 0.25],
  certifiedDistance: [Number.NaN, 0.01, 0.02],
  iterates: [
    [0, 0],
    [3, 4],
    [3, 5],
  ].map((point) => Float64Array.from(point)),
};
const seen = {
  solverResidual: [Number.NaN, 0.003, 0.001],
  solverGradients: [Number.NaN, 1200, 34],
  solverFallback: [Number.NaN, 0, 1],
};

function picture(more: Partial<TracePoints>, variant = 'strongly-concave'): ExperimentPicture {
  const collection = new RunCollection(experiment);
  const iteration = [0, 1, 2];
  collection.append({
    run: 1,
    algorithm: 'phased',
    label: 'Phases',
    sweep: {},
    repeat: 0,
    iteration,
    gradientEvaluations: [0, 0, 0],
    epsilonSpent: iteration,
    seconds: iteration,
    ...more,
  });
  const plans = [{}, { algorithm: 'phased', label: 'Phases', sweep: {}, parameters: { variant } }];
  const plan = { plans } as unknown as PlanReport;
  return { collection, experiment, result: null, plan } as unknown as ExperimentPicture;
}

async function panelOf(shown: ExperimentPicture): Promise<PhasesPanel> {
  const panel = new PhasesPanel();
  panel.catalogue = catalogue;
  panel.picture = shown;
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

/** The tables by their place: what is released, and what is not private. */
function cells(panel: PhasesPanel, place: string): string[][] {
  const rows = [...panel.shadowRoot!.querySelectorAll(`${place} tbody tr`)];
  return rows.map((row) => [...row.children].map((cell) => cell.textContent.trim()));
}

afterEach(() => document.body.replaceChildren());

it('shows what each phase releases, and apart from it what its solve tells', async () => {
  const panel = await panelOf(picture({ ...told, ...seen }));
  expect(cells(panel, '.part:not(.hidden)')).toEqual([
    ['1', '50', '2', '0.5', '5'],
    ['2', '50', '4', '0.25', '1'],
  ]);
  expect(cells(panel, '.hidden')).toEqual([
    ['1', '0.003', '0.01', '1200', 'no'],
    ['2', '0.001', '0.02', '34', 'yes'],
  ]);
  const heading = panel.shadowRoot!.querySelector('.hidden h3')!;
  expect(heading.textContent).toMatch(/^Not private: .* don’t publish it$/);
  const [released] = panel.shadowRoot!.querySelectorAll('.part:not(.hidden)');
  expect(released.textContent).not.toMatch(/certificate of|gradients/);
});

it('draws the noise of every release', async () => {
  const panel = await panelOf(picture(told));
  const chart = panel.shadowRoot!.querySelector<SmallChart>('nd-small-chart')!;
  expect(chart.series).toEqual([{ label: 'Phases', colorIndex: 1, x: [1, 2], y: [0.5, 0.25] }]);
});

it('tells the noise of x and of y where both are released at once', async () => {
  const both = { ...told, dualSolutionNoise: [Number.NaN, 1.5, 0.75] } as Partial<TracePoints>;
  const panel = await panelOf(picture(both));
  expect(cells(panel, '.part:not(.hidden)')).toEqual([
    ['1', '50', '2', '0.5', '1.5', '5'],
    ['2', '50', '4', '0.25', '0.75', '1'],
  ]);
});

it('names releases of x and y in turn', async () => {
  const panel = await panelOf(picture(told, 'convex-concave'));
  expect(cells(panel, '.part:not(.hidden)').map(([name]) => name)).toEqual(['x 1', 'y 1']);
});

it('offers to measure what nobody asked for', async () => {
  const panel = await panelOf(picture(told));
  const edits: unknown[] = [];
  panel.addEventListener('nd-edit', (event) => edits.push((event as CustomEvent).detail));
  panel.shadowRoot!.querySelector<HTMLButtonElement>('.hidden button')!.click();
  const value = ['objective', 'solver-residual', 'solver-gradients', 'solver-fallback'];
  expect(edits).toEqual([{ path: 'run.diagnostics', value }]);
});

it('stands in the place of the steps, and is nothing where nothing has phases', async () => {
  const steps = new StepsPanel();
  steps.catalogue = catalogue;
  steps.picture = picture(told);
  document.body.append(steps);
  await steps.updateComplete;
  expect(steps.shadowRoot!.querySelector('section')).toBeNull();
  const panel = await panelOf(picture(told));
  panel.catalogue = { algorithms: [{ id: 'phased' }] } as unknown as Catalogue;
  await panel.updateComplete;
  expect(panel.shadowRoot!.querySelector('section')).toBeNull();
});
