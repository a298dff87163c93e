// What plans count is what runs compute: estimates of time rest on it.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, type Engine, type ExperimentFile } from '../../wasm/node/index.ts';

let engine: Engine<ExperimentFile>;
beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
});
afterAll(() => engine.dispose());

const folder = new URL('../../examples/', import.meta.url);
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as ExperimentFile;

interface Summary {
  label: string;
  final: { solverGradients?: { median: number } };
}

/** Gradients of one run by label, as they were counted and as its solver has taken them. */
async function gradients(experiment: ExperimentFile) {
  const { plans } = await engine.plan(experiment);
  const run = { ...experiment.run, repeats: 1, diagnostics: ['solver-gradients'] };
  const { nonPrivate } = await engine.run({ ...experiment, run });
  const summary = (nonPrivate?.summary ?? []) as unknown as Summary[];
  return Object.fromEntries(
    plans.map(({ label, gradientEvaluations: counted }, i) => [
      label,
      { counted, taken: summary[i].final.solverGradients?.median ?? Number.NaN },
    ]),
  );
}

it('Epochs of a theorem take the gradients that their plan counts', async () => {
  const { Markov } = await gradients(example('solver-certificate'));
  expect(Markov.taken).toBeGreaterThan(1e6);
  expect(Markov.counted).toBe(Markov.taken);
});
