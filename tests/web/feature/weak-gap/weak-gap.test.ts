// @vitest-environment happy-dom
// The weak gap by request: fresh data for every run, released points alone, and a word of care below 50 runs.
import { afterEach, expect, it, vi } from 'vitest';

import {
  WeakGapPanel,
  careText,
  freshRuns,
  releasedBy,
} from '../../../../web/src/feature/weak-gap/weak-gap-panel.ts';
import type { Catalogue, Experiment, ExperimentResult } from '../../../../web/src/engine/types.ts';
import { measuresOf } from '../../../../web/src/results/offered-measures.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { fakeCatalogue } from '../../support/fake-engine.ts';

const experiment: Experiment = {
  ...defaultExperiment,
  data: { kind: 'synthetic', name: 'atoms' },
  problem: { kind: 'saddle', name: 'auc' },
  algorithms: [{ id: 'phased', label: 'Phased' }],
  run: { repeats: 7, diagnostics: ['auc'] },
  sweep: [{ path: 'privacy.epsilon', values: [1, 2] }],
};

const done = (solution: number[]) => ({ label: 'Phased', status: 'completed', solution });
const failed = { label: 'Phased', status: 'failed', solution: [9, 9] };
const result = { runs: [done([1, 2]), failed, done([3, 4])] } as unknown as ExperimentResult;

afterEach(() => document.body.replaceChildren());

it('runs every algorithm on data of its own, once each, in place of the sweep', () => {
  const { run, sweep } = freshRuns(experiment, 3);
  expect(sweep).toEqual([{ path: 'data.seed', values: [1, 2, 3] }]);
  expect(run).toMatchObject({ repeats: 1, diagnostics: [] });
});

it('takes what was released, and nothing of runs that failed', () => {
  expect([...releasedBy(result)]).toEqual([['Phased', [[1, 2], [3, 4]]]]); // prettier-ignore
});

it('is careful with few runs', () => {
  expect(careText(49)).toContain('fewer than 50 runs');
  expect(careText(50)).toBe('');
});

it('asks nothing before the click, tells both estimates, and forgets them with the experiment', async () => {
  const asked: unknown[] = [];
  const weakGap = { runs: 2, plugIn: { lower: 0.28, upper: 0.3 }, split: 0.1, interval: { lower: 0.05, upper: 0.2 }, level: 0.95, strong: { lower: 0.4, upper: 0.5 } }; // prettier-ignore
  const engine = {
    run: (of: Experiment) => {
      asked.push(of.sweep![0].values.length);
      return Promise.resolve(result);
    },
    landscape: (_: unknown, request: unknown) => {
      asked.push(request);
      return Promise.resolve({ nonPrivate: true, optimum: null, weakGap });
    },
  };
  const panel = new WeakGapPanel();
  Object.assign(panel, { engine, experiment });
  document.body.append(panel);
  await panel.updateComplete;
  const root = panel.shadowRoot!;
  expect(asked).toEqual([]);
  root.querySelector('select')!.value = '10';
  root.querySelector('select')!.dispatchEvent(new Event('change'));
  await panel.updateComplete;
  expect(root.querySelector('.care')!.textContent).toContain('fewer than 50 runs');
  root.querySelector<HTMLButtonElement>('.act button')!.click();
  await vi.waitFor(() => expect(root.querySelector('tbody tr')).not.toBeNull());
  expect(asked).toEqual([10, { weakGap: { points: [[1, 2], [3, 4]] } }]); // prettier-ignore
  const cells = [...root.querySelectorAll('tbody td')].map((cell) => cell.textContent.trim());
  expect(cells).toEqual(['0.1', '0.3', '0.05 – 0.2', '0.4 – 0.5', '2']);
  expect(root.querySelector('.exact h3')!.textContent).toMatch(/^Not private/);
  panel.experiment = { ...experiment, title: 'another' };
  await panel.updateComplete;
  expect(root.querySelector('.exact')).toBeNull();
});

it('is offered where the law of the records is known', () => {
  const diagnostics = [{ id: 'population-gap', title: 'Gap', description: '' }];
  const share = (value: number) => [{ name: 'positiveShare', default: value }];
  const catalogue = {
    ...fakeCatalogue,
    diagnostics,
    saddles: [
      { id: 'auc', parameters: [], populations: ['atoms'] },
      { id: 'group-dro', parameters: [], populations: ['atoms'] },
    ],
    syntheticData: [{ name: 'two-classes', parameters: share(0.5) }],
  } as unknown as Catalogue;
  const offers = (data: Experiment['data'], problem: Experiment['problem']) =>
    measuresOf(catalogue, { ...experiment, data, problem }).includes('populationGap');
  const auc = { kind: 'saddle', name: 'auc', positiveShare: 0.5 } as const;
  const classes = { kind: 'synthetic', name: 'two-classes' } as const;
  expect(offers(classes, auc)).toBe(true);
  expect(offers({ ...classes, positiveShare: 0.6 }, auc)).toBe(false);
  expect(offers({ ...classes, preprocess: [{ kind: 'add-intercept' }] }, auc)).toBe(false);
  expect(offers(classes, { kind: 'saddle', name: 'group-dro' })).toBe(false);
  expect(offers({ kind: 'synthetic', name: 'atoms' }, { ...auc, name: 'group-dro' })).toBe(true);
});
