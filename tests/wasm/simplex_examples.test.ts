// What the presets of games on simplices say of themselves is so, and files may say all that the catalogue knows of their data.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, outcomeOf, type Engine, type ExperimentFile } from '../../wasm/node/index.ts'; // prettier-ignore
import { readExperiment } from '../../wasm/client/read-experiment.ts';
import { defaultExperiment } from '../../web/src/store/defaults.ts';

let engine: Engine<ExperimentFile>;
beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
});
afterAll(() => engine.dispose());

const folder = new URL('../../examples/', import.meta.url);
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as ExperimentFile;

/** By label, the mean gap at the end of each size that is swept. */
async function gapsOf(experiment: ExperimentFile): Promise<Record<string, number[]>> {
  const { nonPrivate } = await engine.run(experiment);
  const gaps: Record<string, number[]> = {};
  for (const { label, final } of nonPrivate?.summary ?? []) {
    (gaps[label!] ??= []).push(final['populationGap'].mean);
  }
  return gaps;
}

/** The seed is fixed: what is compared differs by many standard errors. */
it('Drawing vertices loses to DP-SGDA in small games, and wins in large ones', async () => {
  const experiment = example('simplex-dimension');
  const values = [16, 256, 4096];
  const gaps = await gapsOf({ ...experiment, run: { ...experiment.run, repeats: 2 }, sweep: [{ path: 'data.features', values }] }); // prettier-ignore
  const [drawn, noisy] = [gaps['Vertices drawn'], gaps['DP-SGDA']];
  expect(noisy[0]).toBeLessThan(0.4 * drawn[0]);
  expect(drawn[2]).toBeLessThan(0.85 * noisy[2]);
  // Four times as many strategies: the one grows by a constant, the other by a factor.
  expect(drawn[2] - drawn[0]).toBeLessThan(0.35);
  for (const size of [1, 2]) expect(noisy[size] / noisy[size - 1]).toBeGreaterThan(2.5);
});

it('Rock, paper and scissors come near a quarter, a half and a quarter', async () => {
  const { runs } = await engine.run(example('simplex-rock-paper-scissors'));
  const best = [0.25, 0.5, 0.25, 0.25, 0.5, 0.25];
  const farthest = (label: string) =>
    Math.max(...runs.filter((run) => run.label === label).flatMap((run) => outcomeOf(run).solution!.map((share, vertex) => Math.abs(share - best[vertex])))); // prettier-ignore
  expect(farthest('Vertices drawn')).toBeLessThan(0.15);
  expect(farthest('DP-SGDA')).toBeLessThan(0.06);
});

it('Every field of generated data is one of the file’s', async () => {
  const { syntheticData } = await engine.catalogue();
  for (const { name, parameters } of syntheticData) {
    const given = parameters.map(({ name: field, default: value, minimum, choices }) => [field, value ?? choices?.at(0) ?? minimum]); // prettier-ignore
    const data = {
      kind: 'synthetic',
      name,
      ...Object.fromEntries(given),
    } as ExperimentFile['data'];
    expect(() => readExperiment({ ...defaultExperiment, data }), name).not.toThrow();
  }
});
