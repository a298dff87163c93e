// Words that the engine does not know are errors of types: the compiler runs this test, and each unused expectation of
// an error is an error.
import { expect, it } from 'vitest';

import type { Experiment } from '../../wasm/client/experiment.ts';

const right: Experiment = {
  version: 1,
  data: { kind: 'builtin', name: 'breast-cancer' },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.1 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 10, division: 'uniform' } }],
};

export const wrong: Experiment[] = [
  // @ts-expect-error an algorithm that does not exist
  { ...right, algorithms: [{ id: 'dp-gdd' }] },
  // @ts-expect-error a parameter that this algorithm does not have
  { ...right, algorithms: [{ id: 'dp-gd', parameters: { momentum: 0.5 } }] },
  // @ts-expect-error a value that this parameter does not have
  { ...right, algorithms: [{ id: 'dp-gd', parameters: { division: 'all' } }] },
  // @ts-expect-error a loss that does not exist
  { ...right, problem: { loss: 'hinge' } },
  // @ts-expect-error a regularizer that does not exist
  { ...right, problem: { loss: 'logistic', regularizer: { kind: 'l3', strength: 1 } } },
  // @ts-expect-error a domain that does not exist
  { ...right, problem: { loss: 'logistic', domain: { kind: 'torus' } } },
  // @ts-expect-error data that do not come with the engine
  { ...right, data: { kind: 'builtin', name: 'iris' } },
  // @ts-expect-error a generator that does not exist
  { ...right, data: { kind: 'synthetic', name: 'iris' } },
  // @ts-expect-error a diagnostic that does not exist
  { ...right, run: { diagnostics: ['mood'] } },
  // @ts-expect-error a field that does not exist
  { ...right, colour: 'red' },
];

it('there are experiments that no type allows', () => {
  expect(wrong).toHaveLength(10);
});
