// Questions that the engine does not take are errors of types, and an answer's type follows from its question: the compiler
// runs this test, and each unused expectation of an error is an error.
import { expect, it } from 'vitest';

import type { AccountQuery } from '../../wasm/client/types.ts';
import type { Engine } from '../../wasm/client/index.ts';

type Ask = (engine: Engine) => unknown;

export const wrong: Ask[] = [
  // @ts-expect-error a question that does not exist
  (engine) => engine.theory({ query: 'figure-3', stages: 2 }),
  // @ts-expect-error a field is missing
  (engine) => engine.theory({ query: 'figure-2', form: 'published' }),
  // @ts-expect-error a field that this question does not have
  (engine) => engine.theory({ query: 'figure-2', form: 'published', stages: 2, colour: 'red' }),
  // @ts-expect-error a word that this field does not have
  (engine) => engine.theory({ query: 'figure-2', form: 'printed', stages: 2 }),
  // @ts-expect-error a number where a list is asked for
  (engine) => engine.theory({ query: 'gaussian-width', set: 'l1-ball', dimensions: 3 }),
  (engine) =>
    engine.theory({
      query: 'lmi-certificate',
      strongConvexity: 0.1,
      smoothness: 1,
      stepSize: 1,
      // @ts-expect-error a block without its fields
      bound: { iterations: 5 },
    }),
  (engine) =>
    // @ts-expect-error a method that needs the strong convexity
    engine.theory({
      query: 'erm-bounds',
      method: 'dp-svrg',
      samples: 9,
      dimension: 2,
      epsilon: 1,
      delta: 1e-6,
    }),
  (engine) =>
    // @ts-expect-error rows of a map without columns
    engine.theory({ query: 'svrg-contraction', strongConvexity: 1, smoothness: 1, steps: [1] }),
  (engine) =>
    // @ts-expect-error both the budget and the records, of which one is the answer
    engine.theory({
      query: 'kl-target-budget',
      klExponent: 2,
      klConstant: 1,
      initialGap: 1,
      lipschitz: 1,
      smoothness: 1,
      dimension: 2,
      targetGap: 0.1,
      samples: 9,
      rho: 1,
    }),
  // @ts-expect-error a question that does not exist
  (engine) => engine.account({ query: 'gaussian', noiseMultiplier: 1, delta: 1e-5 }),
  // @ts-expect-error a field is missing
  (engine) => engine.account({ query: 'gaussian-epsilon', noiseMultiplier: 1 }),
  // @ts-expect-error what the question answers is no field of it
  (engine) => engine.account({ query: 'zcdp-to-rho', epsilon: 1, delta: 1e-5, rho: 1 }),
  // @ts-expect-error a word that this field does not have
  (engine) => engine.account({ query: 'zcdp-to-rho', epsilon: 1, delta: 1e-5, conversion: 'best' }),
  // @ts-expect-error one release's epsilon is missing
  (engine) => engine.account({ query: 'compose', mechanisms: [{ count: 2 }] }),
  // @ts-expect-error a cap of another notion
  (engine) => engine.account({ query: 'filter', notion: 'zcdp', epsilon: 1, requests: [1] }),
  (engine) =>
    // @ts-expect-error orders without the accountant that has them
    engine.account({ query: 'gaussian-epsilon', noiseMultiplier: 1, delta: 0.1, orders: 2 }),
  // @ts-expect-error both ways to say how noisy a choice is
  (engine) => engine.account({ query: 'exponential-epsilon', epsilonPerDraw: 1, scoreScale: 1 }),
];

/** What the compiler knows of answers: each line would not compile if the type were another. */
export async function read(engine: Engine, query: AccountQuery<'zcdp-to-rho'>) {
  const { granted } = await engine.account({
    query: 'filter',
    notion: 'pure',
    epsilon: 1,
    requests: 1,
  });
  const isGranted: boolean | undefined = granted[0];
  const { value } = await engine.account(query);
  const rho: number | null = value;
  const { noise } = await engine.theory({ query: 'figure-2', form: 'published', stages: 2 });
  const first: number | undefined = noise[0];
  // @ts-expect-error nothing of another question's answer
  const { granted: other }: { granted: boolean[] } = await engine.account(query);
  return { isGranted, rho, first, other };
}

it('there are questions that no type allows', () => {
  expect(wrong).toHaveLength(17);
});
