import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, type Engine, type ExperimentFile } from '../../wasm/node/index.ts';
import { askLowerLines } from '../../web/src/curves/lower-bounds.ts';

let engine: Engine<ExperimentFile>;

beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
});
afterAll(() => engine.dispose());

async function example(name: string): Promise<ExperimentFile> {
  const file = new URL(`../../examples/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as ExperimentFile;
}

/** x of Corollary 1 for ||w||^p / p with tilts up to 1: two records' gradients differ by 2 L_0 = 2. */
function rateOf(power: number, samples: number, { rho = 0, dimension = 0 }): number {
  const exponent = power / (power - 1);
  const x = (power ** (-1 / exponent) * Math.sqrt(dimension)) / (samples * Math.sqrt(rho));
  return x ** exponent;
}

it('draws the rate of Corollary 1 for each power, over the records', async () => {
  const { lines, words } = await askLowerLines(engine, await example('kl-spider-rate'), {});
  expect(lines.map(({ label }) => label)).toEqual(
    [2, 3, 4].map((power) => `Lower rate x^κ, power ${power}`),
  );
  for (const [index, { line }] of lines.entries()) {
    expect(line.x).toEqual([1e4, 1e5, 1e6, 1e7, 1e8]);
    for (const [at, y] of line.y.entries()) {
      const expected = rateOf(index + 2, line.x[at], { rho: 0.5, dimension: 10 });
      expect(Math.abs(y! / expected - 1)).toBeLessThan(1e-9);
    }
  }
  expect(words).toContain('Corollary 1');
  expect(words).not.toContain('Theorem 8');
});

it('draws for one power what is looked at, and one line for several methods', async () => {
  const spider = await askLowerLines(engine, await example('kl-spider-rate'), { 'problem.power': 1 }); // prettier-ignore
  expect(spider.lines.map(({ label, at }) => [label, at])).toEqual([['Lower rate x^κ', '']]);
  const adaptive = await askLowerLines(engine, await example('kl-adaptive-rate'), {});
  expect(adaptive.lines).toHaveLength(1);
  const expected = rateOf(4, 1000, { rho: 1, dimension: 10 });
  expect(Math.abs(adaptive.lines[0].line.y[0]! / expected - 1)).toBeLessThan(1e-9);
});

it('adds Theorem 8 where the exponent is above 2, with an epsilon that it is about', async () => {
  const stall = await example('kl-proximal-stall');
  const { lines, words } = await askLowerLines(engine, stall, {});
  expect(lines.map(({ label }) => label)).toEqual(['Lower rate x^κ', 'Lower bound, ε = 0.693']);
  const lowest = [50, 100, 200].map((n) => 0.25 * (n * Math.LN2) ** -4);
  lowest.forEach((y, at) => expect(Math.abs(lines[1].line.y[at]! / y - 1)).toBeLessThan(1e-9));
  expect(words).toContain('Theorem 8');
  const ownEpsilon = { ...stall, privacy: { notion: 'approximate' as const, epsilon: 0.5, delta: 0.01 } }; // prettier-ignore
  const own = await askLowerLines(engine, ownEpsilon, {});
  expect(own.lines.map(({ label }) => label)).toEqual(['Lower bound, ε = 0.5']);
  expect(own.lines[0].line.y[1]).toBeCloseTo(0.25 / 50 ** 4, 12);
});

it('follows rho, and draws nothing where no exponent above 1 is known', async () => {
  const spider = await example('kl-spider-rate');
  const overRho = { ...spider, sweep: [{ path: 'privacy.rho', values: [2, 0.5] }] };
  const [{ line }] = (await askLowerLines(engine, overRho, {})).lines;
  expect(line.x).toEqual([0.5, 2]);
  expect(line.y[0]! / line.y[1]!).toBeCloseTo(4, 9);
  const flat = { ...overRho, problem: { loss: 'logistic' as const } };
  const labelled = { ...flat, data: { kind: 'synthetic' as const, name: 'logistic' as const, samples: 200, features: 3 }, algorithms: [{ id: 'dp-gd' as const }] }; // prettier-ignore
  expect((await askLowerLines(engine, labelled, {})).lines).toEqual([]);
});
