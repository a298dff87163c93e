// What the presets of games on simplices say of themselves is so, and files may say all that the catalogue knows of their data.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, outcomeOf, type Engine, type ExperimentFile } from '../../wasm/node/index.ts'; // prettier-ignore
import { readExperiment } from '../../wasm/client/read-experiment.ts';
import { defaultExperiment } from '../../web/src/experiment/defaults.ts';

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
it('Drawing vertices loses to noise in small games, and wins in large ones', async () => {
  const experiment = example('simplex-dimension');
  const values = [16, 256, 4096];
  const gaps = await gapsOf({ ...experiment, run: { ...experiment.run, repeats: 2 }, sweep: [{ path: 'data.features', values }] }); // prettier-ignore
  const [drawn, noisy, inBlocks] = [
    gaps['Vertices drawn'],
    gaps['DP-SGDA'],
    gaps['Noisy gradients'],
  ];
  expect(noisy[0]).toBeLessThan(0.4 * drawn[0]);
  expect(drawn[2]).toBeLessThan(0.85 * noisy[2]);
  expect(inBlocks[0]).toBeLessThan(drawn[0]);
  expect(inBlocks[1]).toBeGreaterThan(1.2 * drawn[1]);
  // Four times as many strategies: the one grows by a constant, the other by a factor.
  expect(drawn[2] - drawn[0]).toBeLessThan(0.35);
  for (const size of [1, 2]) expect(noisy[size] / noisy[size - 1]).toBeGreaterThan(2.5);
});

it('Among few arms noisy gradients are ahead of the paper’s method, and behind it among many', async () => {
  const { nonPrivate } = await engine.run(example('simplex-arm'));
  const ends = (label: string) => nonPrivate!.summary!.filter((one) => one.label === label).map((one) => one.final['populationExcess'].mean); // prettier-ignore
  const [paper, noisy] = [ends('As in the paper'), ends('Noisy gradients')];
  expect(noisy[0]).toBeLessThan(0.7 * paper[0]);
  expect(noisy[3]).toBeGreaterThan(1.15 * paper[3]);
  expect(paper[3] / paper[0]).toBeLessThan(2.5);
  expect(noisy[3] / noisy[0]).toBeGreaterThan(4);
});

it('Rock, paper and scissors come near a quarter, a half and a quarter', async () => {
  const { runs } = await engine.run(example('simplex-rock-paper-scissors'));
  const best = [0.25, 0.5, 0.25, 0.25, 0.5, 0.25];
  const farthest = (label: string) =>
    Math.max(...runs.filter((run) => run.label === label).flatMap((run) => outcomeOf(run).solution!.map((share, vertex) => Math.abs(share - best[vertex])))); // prettier-ignore
  expect(farthest('Vertices drawn')).toBeLessThan(0.15);
  expect(farthest('DP-SGDA')).toBeLessThan(0.06);
});

/** By label, the mean error of tables of two columns at each epsilon. */
async function pairErrorsOf(name: string): Promise<Record<string, number[]>> {
  const { nonPrivate } = await engine.run(example(name));
  const errors: Record<string, number[]> = {};
  for (const { label, final } of nonPrivate?.summary ?? []) {
    (errors[label!] ??= []).push(final['marginalError2'].mean);
  }
  return errors;
}

it('Synthetic tables come closer with every epsilon, and MWEM is ahead', async () => {
  for (const name of ['synthetic-breast-cancer', 'synthetic-digits']) {
    const { MWEM: ahead, 'Theorem 1.1': behind } = await pairErrorsOf(name);
    expect(ahead).toHaveLength(3);
    for (const errors of [ahead, behind]) {
      expect(errors, name).toEqual(errors.toSorted((a, b) => b - a));
    }
    ahead.forEach((error, i) => {
      expect(error, name).toBeLessThan(behind[i]);
    });
  }
  const { MWEM: ahead, 'Theorem 1.1': behind } = await pairErrorsOf('synthetic-digits');
  expect(ahead[0]).toBeLessThan(0.1);
  expect(behind[1]).toBeGreaterThan(0.1);
  expect(behind[2]).toBeLessThan(0.1);
});

it('Synthetic records have the names of their columns, and their tables are compared with the records', async () => {
  const experiment = example('synthetic-digits');
  delete experiment.sweep;
  const result = await engine.run({ ...experiment, run: { ...experiment.run, repeats: 1 } });
  const lines = (await engine.synthesize(result)).trimEnd().split('\n');
  expect(lines).toHaveLength(1798);
  expect(lines[0]).toBe('pixel 2 2,pixel 2 5,pixel 3 3,pixel 4 4,pixel 5 2,pixel 5 5,target');
  expect(lines[1]).toMatch(/^(<|>=) 8,(<|>=) 8,/);
  const coded = (await engine.synthesize(result, { records: 5, codes: true })).trimEnd();
  expect(coded.split('\n').slice(1).join('')).toMatch(/^[0-9,]+$/);
  const { nonPrivate, records, tables } = await engine.marginals(result);
  expect([nonPrivate, records, tables.length]).toEqual([true, 1797, 63]);
  const pairs = tables.filter(({ columns }) => columns.length === 2);
  const mean = (of: 'totalVariation' | 'uniform') => pairs.reduce((sum, table) => sum + table[of], 0) / pairs.length; // prettier-ignore
  expect(mean('uniform')).toBeCloseTo(0.2, 1);
  expect(mean('totalVariation')).toBeCloseTo(result.nonPrivate!.summary![0].final['marginalError2'].mean, 12); // prettier-ignore
});

it('Words of a file of one’s own come back as words', async () => {
  const data = {
    kind: 'file' as const,
    name: 'people.csv',
    format: 'csv' as const,
    target: 'paid',
    columns: [
      { name: 'work', words: ['Private', 'Self, own'], other: 'other' },
      { name: 'paid', words: ['no', 'yes'] },
    ],
  };
  const experiment = { ...example('synthetic-digits'), data };
  delete experiment.sweep;
  experiment.problem = { kind: 'saddle', name: 'marginal-queries' };
  const file = new Blob(['paid,work\n', 'no,Private\nyes,"Self, own"\nno,?\n'.repeat(100)]);
  const result = await engine.run(experiment, { data: file });
  const text = await engine.synthesize(result);
  expect(text).toMatch(/^work,paid\n((Private|"Self, own"|other),(no|yes)\n){300}$/);
  expect((await engine.marginals(result, { data: file })).records).toBe(300);
  for (const [field, value] of Object.entries({ run: -1, records: 1e9, seed: 0.5 })) {
    await expect(engine.synthesize(result, { [field]: value })).rejects.toMatchObject({ code: 'invalid-value', field }); // prettier-ignore
  }
  await expect(engine.marginals(result, { run: NaN })).rejects.toMatchObject({ code: 'invalid-value', field: 'run' }); // prettier-ignore
  await expect(engine.marginals(result, { data: new Blob(['paid,work\nno,Private\n']) })).rejects.toMatchObject({ code: 'fingerprint-mismatch' }); // prettier-ignore
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
