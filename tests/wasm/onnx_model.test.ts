// Models as ONNX files: what ONNX Runtime computes of them is what the engine predicts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  createEngine,
  type Engine,
  type FitColumn,
  type FitRequest,
  type Model,
} from '../../wasm/node/index.ts';

const columns: Readonly<Record<string, FitColumn>> = {
  age: { lower: 18, upper: 90 },
  wage: { edges: [10, 20, 40], role: 'ordered', missing: 15, indicator: true },
  hours: { edges: [0, 30], role: 'category' },
  job: { words: ['cook', 'pilot', 'naïve'], other: 'other', missing: 'cook', indicator: true },
  level: { words: ['low', 'mid', 'high'], role: 'ordered' },
  prediction: { lower: 0, upper: 10, missing: 5 },
  kind: { words: ['a', 'b', 'c'] },
};

type Row = Record<string, string | number | null>;

/** Every column takes each of its kinds of cells, missing ones where the model has a value for them. */
const rows: Row[] = Array.from({ length: 240 }, (_, i) => ({
  age: 10 + ((i * 37) % 90),
  wage: i % 7 === 0 ? null : [5, 10, 19.5, 20, 40, 70][i % 6],
  hours: [-1, 0, 29, 30, 31][i % 5],
  job: ['cook', 'pilot', 'naïve', 'monk', null, 'NA'][(i * 5) % 6],
  level: ['low', 'mid', 'high'][(i * 7) % 3],
  prediction: i % 11 === 0 ? null : (i * 13) % 10,
  kind: ['a', 'b', 'c'][Math.floor(i / 3) % 3],
}));

let folder = '';
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-onnx-'));
  process.env.NOISY_DESCENT_STATE = join(folder, 'state');
  engine = await createEngine({ workers: 1, variant: 'simd' });
});
afterAll(() => {
  engine.dispose();
  delete process.env.NOISY_DESCENT_STATE;
  rmSync(folder, { recursive: true });
});

/** What the runtime says of rows, a missing cell of numbers being NaN and one of words "". */
async function byRuntime(model: Model, table: Row[]) {
  const session = await InferenceSession.create(await model.code('onnx'));
  const feeds: Record<string, Tensor> = {};
  for (const { name, words = [] } of model.columns) {
    const cells = table.map((row) => row[name]);
    const texts = cells.map((cell) => String(cell ?? ''));
    const numbers = cells.map((cell) => (cell === null ? Number.NaN : Number(cell)));
    feeds[name] =
      words.length > 0
        ? new Tensor('string', texts, [cells.length, 1])
        : new Tensor('float64', Float64Array.from(numbers), [cells.length, 1]);
  }
  const out = await session.run(feeds);
  const listOf = (name: string) => [...(out[name].data as Float64Array)];
  return { session, listOf, out };
}

const fit = (request: Omit<FitRequest, 'epsilon' | 'columns'>) => {
  const others = Object.entries(columns).filter(
    ([name]) => name !== request.target || (request.positive ?? null) === null,
  );
  const given = { ...request, epsilon: 8, columns: Object.fromEntries(others), holdOut: 0 };
  return engine.fit(rows, given);
};

describe('a model in ONNX', () => {
  it('tells yes from no', async () => {
    const model = await fit({ target: 'kind', positive: 'c' });
    const { listOf, out } = await byRuntime(model, rows);
    const yes = listOf('probabilities').filter((_, i) => i % 2 === 1);
    const expected = (await model.predictProbability(rows)) as number[];
    expected.forEach((share, i) => expect(Math.abs(yes[i] - share)).toBeLessThan(1e-12));
    // A column has the name of the output.
    expect(out.prediction_.data).toEqual(await model.predict(rows));
  });

  it('tells several classes apart', async () => {
    const model = await fit({ target: 'kind' });
    const { listOf, out } = await byRuntime(model, rows);
    const expected = (await model.predictProbability(rows)) as Record<string, number>[];
    const shares = expected.flatMap((row) => ['a', 'b', 'c'].map((name) => row[name]));
    listOf('probabilities').forEach((share, i) =>
      expect(Math.abs(share - shares[i])).toBeLessThan(1e-12),
    );
    expect(out.prediction_.data).toEqual(await model.predict(rows));
  });

  it('predicts numbers, and none where a cell cannot be read', async () => {
    const model = await fit({ target: 'age' });
    const { listOf } = await byRuntime(model, rows);
    const expected = (await model.predict(rows)) as number[];
    const predicted = listOf('prediction_');
    expected.forEach((age, i) => expect(Math.abs(predicted[i] - age)).toBeLessThan(1e-12 * 90));
    const spoilt = [
      { ...rows[1], hours: null },
      { ...rows[1], level: 'highest' },
      { ...rows[1], level: null },
      rows[1],
    ];
    const some = (await byRuntime(model, spoilt)).listOf('prediction_');
    expect(some.slice(0, 3)).toEqual([NaN, NaN, NaN]);
    expect(Math.abs(some[3] - expected[1])).toBeLessThan(1e-10);
  });

  it('gives no class where a cell cannot be read', async () => {
    const spoilt = [{ ...rows[1], level: '' }, rows[1]];
    for (const model of [
      await fit({ target: 'kind' }),
      await fit({ target: 'kind', positive: 'c' }),
    ]) {
      const { out } = await byRuntime(model, spoilt);
      expect(out.prediction_.data).toEqual(['', ...(await model.predict([rows[1]]))]);
    }
  });

  it('names its outputs as they are called where no column is', async () => {
    const few = rows.map(({ age, kind }) => ({ age, kind }));
    const { age } = columns;
    const model = await engine.fit(few, {
      ...{ target: 'kind', positive: 'a', epsilon: 8, holdOut: 0, columns: { age } },
    });
    const { session } = await byRuntime(model, few);
    expect([session.inputNames, session.outputNames]).toEqual([['age'], ['prediction', 'probabilities']]); // prettier-ignore
  });
});
