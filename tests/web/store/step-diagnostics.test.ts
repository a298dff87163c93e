// What the steps of private methods tell is asked of nobody else: not of the grey line, not of a method that is tried.
import { expect, it } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { alone } from '../../../web/src/fit/fixes.ts';
import { defaultExperiment } from '../../../web/src/store/defaults.ts';
import { referenceExperiment } from '../../../web/src/store/reference.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const solver = {
  ...fakeCatalogue.algorithms[0],
  id: 'solver',
  private: true,
  notions: ['approximate'],
  diagnostics: ['solver-residual'],
};
const catalogue = { ...fakeCatalogue, algorithms: [...fakeCatalogue.algorithms, solver] };
const experiment: Experiment = {
  ...defaultExperiment,
  algorithms: [{ id: 'solver' }, { id: 'dp-gd' }],
  run: { diagnostics: ['objective', 'solver-residual'] },
};

it('leaves the grey line what it has', () => {
  const reference = referenceExperiment(experiment, catalogue)!;
  expect(reference.algorithms.map(({ id }) => id)).not.toContain('solver');
  expect(reference.run?.diagnostics).toEqual(['objective']);
  expect(reference.run?.repeats).toBe(1);
});

it('does not blame a method that is tried alone', () => {
  expect(alone(experiment, 1, { catalogue }).run?.diagnostics).toEqual(['objective']);
  expect(alone(experiment, 0, { catalogue }).run?.diagnostics).toEqual(experiment.run?.diagnostics);
});
