// What the presets of certified solvers say of themselves is so.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, type Engine, type ExperimentFile } from '../../wasm/node/index.ts';
import type { ExperimentResult } from '../../web/src/engine/types.ts';

let engine: Engine<ExperimentFile>;
beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
});
afterAll(() => engine.dispose());

const folder = new URL('../../examples/', import.meta.url);
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as ExperimentFile;

function resultOf(name: string, repeats?: number): Promise<ExperimentResult> {
  const experiment = example(name);
  const run = { ...experiment.run, ...(repeats === undefined ? {} : { repeats }) };
  return engine.run({ ...experiment, run });
}

/** Medians at the end, by label and by what was swept. */
function ends({ nonPrivate }: ExperimentResult, measure: string): Record<string, number> {
  const rows = (nonPrivate?.summary ?? []) as {
    label: string;
    sweep: Record<string, number>;
    final: Partial<Record<string, { median: number }>>;
  }[];
  return Object.fromEntries(
    rows.map(({ label, sweep, final }) => [
      [label, ...Object.values(sweep)].join(' '),
      final[measure]?.median ?? Number.NaN,
    ]),
  );
}

it('At 569 records phases are advised against, and DP-GD ends lower', async () => {
  const { plans } = await engine.plan(example('solver-one-release'));
  const advised = plans.filter(({ warnings }) =>
    warnings.some((text) => /proven bound of one release .* is lower/.test(text)),
  );
  expect(advised.map(({ label }) => label)).toEqual(['Phases']);
  const result = await resultOf('solver-one-release');
  const losses = ends(result, 'objective');
  expect(losses['DP-GD']).toBeLessThan(Math.min(losses['One release'], losses['Phases']));
  // All of them start at log 2.
  for (const [label, loss] of Object.entries(losses)) expect(loss, label).toBeLessThan(0.5);
  for (const score of Object.values(ends(result, 'accuracy'))) expect(score).toBeGreaterThan(0.9);
});

it('All solvers come to one private answer, after different numbers of gradients', async () => {
  const result = await resultOf('solver-race', 1);
  const gaps = Object.values(ends(result, 'suboptimality'));
  expect(gaps).toHaveLength(6);
  expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.001);
  const gradients = ends(result, 'solverGradients');
  expect(gradients['SVRG']).toBeLessThan(0.5 * gradients['Gradient descent']);
});

it('Phases overtake one release as records grow in number, and DP-GD stays lower', async () => {
  const losses = ends(await resultOf('solver-many-records'), 'objective');
  expect(losses['Phases 6000']).toBeGreaterThan(losses['One release 6000']);
  expect(losses['Phases 60000']).toBeLessThan(losses['One release 60000'] - 0.05);
  for (const samples of [6000, 20000, 60000]) {
    expect(losses[`DP-GD, 40 steps ${samples}`]).toBeLessThan(losses[`Phases ${samples}`]);
    expect(losses[`One release ${samples}`]).toBeLessThan(Math.LN2); // where they start
  }
});

it('From phase to phase the noise falls', async () => {
  const { runs } = await resultOf('solver-phases', 1);
  expect(runs).toHaveLength(2);
  for (const run of runs) {
    const { solutionNoise } = run.trace as unknown as { solutionNoise: (number | null)[] };
    const noise = solutionNoise.slice(1) as number[];
    expect(noise).toHaveLength(8);
    noise.slice(1).forEach((sigma, phase) => expect(sigma).toBeLessThan(noise[phase]));
  }
});

/** The prepared records of the built-in set, as the example prepares them. */
function records(): { features: number[]; isPositive: boolean }[] {
  const [ranges] = example('solver-auc').data.preprocess as { lower: number[]; upper: number[] }[];
  const text = readFileSync(new URL('../../wasm/dist/breast_cancer.csv', import.meta.url), 'utf8');
  const rows = text.split('\n').map((line) => line.split(',').map(Number));
  return rows
    .filter((row) => row.length === 31 && row.every(Number.isFinite))
    .map((row) => {
      const scaled = row.slice(0, 30).map((value, column) => {
        const [low, high] = [ranges.lower[column], ranges.upper[column]];
        return (2 * (Math.min(Math.max(value, low), high) - low)) / (high - low) - 1;
      });
      const features = [...scaled, 0.5];
      const shrink = Math.min(1, 3 / Math.hypot(...features));
      return { features: features.map((value) => value * shrink), isPositive: row[30] === 1 };
    });
}

it('One release of a saddle point ranks about 97 of 100 pairs rightly, and so does DP-SGDA', async () => {
  const all = records();
  expect(all).toHaveLength(569);
  const { runs } = await resultOf('solver-auc');
  for (const label of ['One release', 'DP-SGDA']) {
    const shares = runs
      .filter((run) => run.label === label)
      .map((run) => {
        const { solution } = run as unknown as { solution: number[] };
        const scored = all.map(({ features, isPositive }) => ({
          score: features.reduce((sum, value, index) => sum + value * solution[index], 0),
          isPositive,
        }));
        const [positives, negatives] = [true, false].map((is) =>
          scored.filter((one) => one.isPositive === is).map(({ score }) => score),
        );
        const right = positives.map((score) => negatives.filter((other) => other < score).length);
        return right.reduce((sum, count) => sum + count, 0) / positives.length / negatives.length;
      })
      .sort((one, other) => one - other);
    expect(shares, label).toHaveLength(20);
    expect(shares[10], label).toBeGreaterThan(0.965);
    expect(shares[0], label).toBeGreaterThan(0.9);
  }
});
