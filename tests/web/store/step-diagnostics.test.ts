// What the steps of private methods tell is asked of nobody else: not of the grey line, not of a method that is tried.
import { expect, it } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { alone } from '../../../web/src/fit/fixes.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { referenceExperiments } from '../../../web/src/store/reference.ts';
import { References } from '../../../web/src/store/references.ts';
import { FakeEngine, FakeError, fakeCatalogue } from '../support/fake-engine.ts';

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
  const reference = referenceExperiments(experiment, catalogue)[0];
  expect(reference.algorithms.map(({ id }) => id)).not.toContain('solver');
  expect(reference.run?.diagnostics).toEqual(['objective']);
  expect(reference.run?.repeats).toBe(1);
});

it('asks for no hidden iterate where no method hides one', () => {
  const hiding = { ...solver, id: 'hiding', diagnostics: [], hiddenIterate: true as const };
  const known = { ...fakeCatalogue, algorithms: [...fakeCatalogue.algorithms, hiding] };
  const run = { trace: { points: 9, hiddenIterates: true } };
  const both = { ...experiment, algorithms: [{ id: 'hiding' }, { id: 'dp-gd' }], run };
  expect(alone(both, 0, { catalogue: known }).run).toEqual(run);
  expect(alone(both, 1, { catalogue: known }).run).toEqual({
    trace: { points: 9, hiddenIterates: false },
  });
  expect(referenceExperiments(both, known)[0].run?.trace).toEqual({ points: 9 });
});

it('is no grey line beside methods whose every iteration is a whole solve', () => {
  const parameters = [{ name: 'solver' }] as unknown as typeof solver.parameters;
  const solving = { ...catalogue, algorithms: [...fakeCatalogue.algorithms, { ...solver, parameters }] }; // prettier-ignore
  const alone = { ...experiment, algorithms: [{ id: 'solver' }] };
  expect(referenceExperiments(alone, solving)).toEqual([]);
  expect(referenceExperiments(experiment, solving)).not.toEqual([]);
});

it('does not blame a method that is tried alone', () => {
  expect(alone(experiment, 1, { catalogue }).run?.diagnostics).toEqual(['objective']);
  expect(alone(experiment, 0, { catalogue }).run?.diagnostics).toEqual(experiment.run?.diagnostics);
});

it('takes another method without noise where the first does not take the problem', async () => {
  const tried: string[] = [];
  const double = new FakeEngine();
  const refusing = (code: string) => ({
    run: async (reference: Experiment) => {
      const { id } = reference.algorithms[0];
      tried.push(id);
      if (tried.length === 1) throw new FakeError(code, 'problem.domain', 'works on all of space');
      return double.run(reference);
    },
  });
  const subject = { experiment: defaultExperiment, file: null };
  const references = new References(refusing('unsupported-option'));
  const found = await references.run(subject, fakeCatalogue);
  expect(new Set(tried).size).toBe(2);
  expect(found?.curves[0].algorithm).toBe(tried[1]);
  expect(references.known(subject, fakeCatalogue)).toBe(found);
  tried.length = 0;
  const broken = new References(refusing('out-of-memory'));
  expect(await broken.run(subject, fakeCatalogue)).toBeNull();
  expect(tried).toHaveLength(1);
});
