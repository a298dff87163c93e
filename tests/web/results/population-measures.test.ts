// What is measured on a population is offered where the engine knows that, and nowhere else.
import { expect, it } from 'vitest';

import type { Catalogue, Experiment } from '../../../web/src/engine/types.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { withLoss } from '../../../web/src/store/sources.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const ids = ['population-gap', 'population-excess'];
const loss = (id: string, populations: string[]) => ({ id, title: id, description: '', targets: 'labels', convex: true, populations, parameters: [] }); // prettier-ignore
const catalogue = {
  ...fakeCatalogue,
  diagnostics: ids.map((id) => ({ id, title: id, description: '' })),
  losses: [loss('mean', ['atoms', 'sphere']), loss('logistic', ['atoms'])],
  saddles: [loss('bilinear', ['atoms', 'sphere'])],
} as unknown as Catalogue;

function offered(problem: object, name: string, more: object = {}) {
  const data = { kind: 'synthetic', name, samples: 10, features: 2, ...more };
  return measuresOf(catalogue, { ...defaultExperiment, data, problem } as Experiment);
}

it('the gap for saddle problems, the excess for what is minimized', () => {
  expect(offered({ kind: 'saddle', name: 'bilinear' }, 'sphere')).toEqual(['populationGap']);
  expect(offered({ loss: 'mean' }, 'sphere')).toEqual(['populationExcess']);
  expect(offered({ loss: 'logistic' }, 'atoms')).toEqual(['populationExcess']);
});

it('neither where the law is unknown, changed, or regularized away', () => {
  expect(offered({ loss: 'logistic' }, 'sphere')).toEqual([]);
  expect(offered({ loss: 'mean' }, 'sphere', { preprocess: [{ kind: 'clip-rows' }] })).toEqual([]);
  expect(offered({ loss: 'mean', regularizer: { kind: 'l2', strength: 1 } }, 'sphere')).toEqual([]);
});

it('and leaves the file with the kind of problem that it is of', () => {
  const asked = { ...defaultExperiment, run: { ...defaultExperiment.run, diagnostics: ids } };
  expect(withLoss(asked, 'bilinear', catalogue).run?.diagnostics).toEqual(['population-gap']);
});
