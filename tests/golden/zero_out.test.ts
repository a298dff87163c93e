// Both checkers of privacy statements on methods whose guarantee is about a record that is zeroed out: they confirm what was
// written, and refuse less noise, other neighbours, and half of the noise of records that are replaced.
import { expect, it } from 'vitest';

import { falsified } from './falsify.ts';
import { call } from './record.ts';
import { judge } from './second_checker.ts';

type Release = 'floating' | 'hardened';

/** Batches that are proven for a record that is zeroed out only. */
const poisson = 'dp-sgd, Poisson batches';

/** Experiments with one algorithm each, about a logistic loss in a ball. */
const methods: Record<string, { id: string; parameters?: object; release?: Release; privacy?: object; clip?: number }> = {
  'dp-gd': { id: 'dp-gd' },
  'dp-gd, hardened': { id: 'dp-gd', release: 'hardened' },
  'dp-gd, clipped': { id: 'dp-gd', clip: 0.4 },
  'dp-gd, (epsilon, delta)': { id: 'dp-gd', privacy: { notion: 'approximate', epsilon: 1, delta: 1e-5 } },
  'dp-gd, last': { id: 'dp-gd', parameters: { publishes: 'last' } },
  'noisy-mirror-descent': { id: 'noisy-mirror-descent' },
  'dp-accmd': { id: 'dp-accmd' },
  [poisson]: {
    id: 'dp-sgd',
    parameters: { batchSize: 8, sampling: 'poisson' },
    privacy: { notion: 'approximate', epsilon: 1, delta: 1e-5 },
  },
};

function experiment(name: string, neighbours: string): object {
  const { id, parameters, release = 'floating', privacy = { notion: 'zcdp', rho: 0.5 }, clip } = methods[name];
  return {
    version: 1,
    data: {
      kind: 'synthetic',
      name: 'logistic',
      samples: 80,
      features: 3,
      seed: 2,
      preprocess: [{ kind: 'clip-rows', norm: 'l2', bound: 1 }],
    },
    problem: {
      loss: 'logistic',
      domain: { kind: 'l2-ball', radius: 2 },
      ...(clip !== undefined && { gradientClip: { norm: 'l2', bound: clip } }),
    },
    privacy: { ...privacy, neighbours },
    algorithms: [{ id, parameters: { iterations: 12, ...parameters } }],
    run: { repeats: 2, randomness: { mode: 'reproducible', seed: 7, release }, trace: { points: 4 } },
  };
}

async function resultOf(name: string, neighbours: string): Promise<string> {
  const { out, said } = await call(['run', '-', '--quiet', '--threads', '1'], JSON.stringify(experiment(name, neighbours)));
  expect(said ?? '', name).toBe('');
  return out;
}

async function isConfirmedByEngine(text: string): Promise<boolean> {
  const { status, out } = await call(['check-statement', '-'], text);
  return status !== 2 && (JSON.parse(out) as { consistent: boolean | null }).consistent === true;
}

/** What both say of statements alone: a result's experiment would give a change away by itself. */
async function confirmedBy(results: ReadonlyMap<string, string>): Promise<Record<string, [engine: boolean, second: boolean]>> {
  const alone = new Map(
    [...results].map(([name, text]) => {
      const { privacy } = JSON.parse(text) as { privacy: { statement: object } };
      return [name, JSON.stringify(privacy.statement)];
    }),
  );
  const judged = judge(alone);
  const answers = [...alone].map(
    async ([name, text]): Promise<[string, [boolean, boolean]]> => [
      name,
      [await isConfirmedByEngine(text), judged.get(name)?.verdict === 'confirmed'],
    ],
  );
  return Object.fromEntries(await Promise.all(answers));
}

const all = (names: Iterable<string>, verdict: boolean) => Object.fromEntries([...names].map((name) => [name, [verdict, verdict]]));

const results = new Map<string, string>();
for (const name of Object.keys(methods)) results.set(name, await resultOf(name, 'zero-out'));

/** The result with its noise scaled by so much, and nothing else. */
function withNoise(text: string, factor: number): string {
  const result = JSON.parse(text) as { privacy: { statement: { entries: { noise: { values: number[][] } }[] } } };
  for (const { noise } of result.privacy.statement.entries) {
    for (const row of noise.values) for (let i = 1; i < row.length; ++i) row[i] *= factor;
  }
  return JSON.stringify(result);
}

it('both confirm what was written, for the neighbours that it names', async () => {
  expect(await confirmedBy(results)).toEqual(all(results.keys(), true));
  for (const [name, text] of results) {
    const { statement } = (JSON.parse(text) as { privacy: { statement: { neighbours: { id: string } } } }).privacy;
    expect(statement.neighbours.id, name).toBe('zero-out');
  }
}, 120_000);

it('both refuse 1.15 times less noise', async () => {
  const less = new Map([...results].map(([name, text]) => [name, withNoise(text, 1 / 1.15)]));
  expect(await confirmedBy(less)).toEqual(all(less.keys(), false));
}, 120_000);

it('both refuse half of the noise of records that are replaced', async () => {
  const halved = new Map<string, string>();
  for (const name of Object.keys(methods)) {
    if (name !== poisson) halved.set(name, withNoise(await resultOf(name, 'replace-one'), 0.5));
  }
  expect(await confirmedBy(halved)).toEqual(all(halved.keys(), false));
}, 120_000);

it('both refuse Poisson batches that are called batches of a fixed size', async () => {
  const text = results.get(poisson) ?? '';
  const renamed = {
    sampler: text.replaceAll('"sampler": "poisson"', '"sampler": "without-replacement"'),
    both: text
      .replaceAll('"sampler": "poisson"', '"sampler": "without-replacement"')
      .replaceAll('"poisson-gradient"', '"gradient"'),
  };
  for (const one of Object.values(renamed)) expect(one).not.toBe(text);
  expect(await confirmedBy(new Map(Object.entries(renamed)))).toEqual(all(Object.keys(renamed), false));
}, 60_000);

it('both refuse other neighbours', async () => {
  const passed = new Map([...results].map(([name, text]) => [name, text.replaceAll('"zero-out"', '"replace-one"')]));
  expect(await confirmedBy(passed)).toEqual(all(passed.keys(), false));
}, 120_000);

it('the engine refuses every falsified result', async () => {
  const wrong: string[] = [];
  for (const name of ['dp-gd', 'noisy-mirror-descent', poisson]) {
    for (const { name: change, result } of falsified(results.get(name) ?? '', 0, 0)) {
      if (await isConfirmedByEngine(JSON.stringify(result))) wrong.push(`${name}: ${change}`);
    }
  }
  expect(wrong).toEqual([]);
}, 300_000);
