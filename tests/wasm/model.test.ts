import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ModelFile } from '../../wasm/client/records.ts';
import {
  EngineError,
  createEngine,
  type Engine,
  type FitOptions,
  type Model,
  type Table,
} from '../../wasm/node/index.ts';
import { columns, csvOf, people, type Person } from './people.ts';
import { holdsPlanted } from './planted.ts';

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`no EngineError but ${String(error)}`);
}

let folder = '';
let engine: Engine;
let model: Model;

const rows = people(1500);
const csv = csvOf(rows);
const options: FitOptions = { target: 'left', positive: 'yes', epsilon: 8, columns };
/** Rows that no fit has seen. */
const fresh = people(200, 11);

/** The rows without what is predicted. */
function asked(from: Person[]): Omit<Person, 'left' | 'note'>[] {
  return from.map(({ age, income, city }) => ({ city, income, age }));
}

function columnsOf<Row extends object>(table: Row[]): Record<keyof Row, unknown[]> {
  const names = Object.keys(table[0]) as (keyof Row)[];
  const lists = names.map((name) => [name, table.map((row) => row[name])]);
  return Object.fromEntries(lists) as Record<keyof Row, unknown[]>;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-model-'));
  process.env.NOISY_DESCENT_STATE = join(folder, 'state');
  engine = await createEngine({ workers: 2, variant: 'simd' });
  model = await engine.fit(csv, options);
});
afterAll(() => {
  engine.dispose();
  delete process.env.NOISY_DESCENT_STATE;
  rmSync(folder, { recursive: true });
});

describe('a model of a table', () => {
  it('predicts rows that it has not seen', async () => {
    const predicted = await model.predict(asked(fresh));
    const isRight = (word: unknown, index: number) =>
      (word === 'yes') === (fresh[index].left === 'yes');
    const hits = predicted.filter(isRight).length;
    // The larger class alone has less than 0.65 of them, and the exact optimum about 0.95.
    expect(hits / fresh.length).toBeGreaterThan(0.75);
    const shares = (await model.predictProbability(asked(fresh))) as number[];
    expect(predicted).toEqual(shares.map((share) => (share >= 0.5 ? 'yes' : 'not yes')));
  });

  it('says what it is', () => {
    expect(model.task).toBe('yes-or-no');
    expect(model.target).toMatchObject({ name: 'left' });
    expect(model.columns.map(({ name }) => name)).toEqual(['age', 'income', 'city']);
    const names = model.weights.map(({ name, level }) => (level ? `${name} ${level}` : name));
    const cities = columns.city.words.map((city) => `city ${city}`);
    expect(names).toEqual(['age', 'income', ...cities, '(intercept)']);
    expect(model.privacy.total!.epsilon).toBeLessThanOrEqual(8);
    expect(model.experiment.run).toMatchObject({ repeats: 1, randomness: { mode: 'secure' } });
    const measured = model.evaluation!.nonPrivate!.find(({ figure }) => figure.includes('ccuracy'));
    expect(measured!.value).toBeGreaterThan(0.7);
  });

  it('tells it in plain words, and writes it as code', async () => {
    expect(await model.card()).toContain('left');
    for (const language of ['python', 'javascript', 'c'] as const) {
      expect((await model.code(language)).length).toBeGreaterThan(500);
    }
    const error = await failure(model.code('pythn' as 'python'));
    expect(error.body).toMatchObject({ code: 'unknown-name', field: 'code' });
    expect(error.message).toContain('python');
  });

  it('is counted in the journal of its table, as any run', () => {
    const state = join(folder, 'state');
    const journals = readdirSync(state).map((name) => readFileSync(join(state, name), 'utf8'));
    expect(journals.join('').trim().split('\n').length).toBeGreaterThanOrEqual(1);
  });

  it('is the same after it was written and loaded', async () => {
    const text = JSON.stringify(model);
    const predicted = await model.predictTable(asked(fresh));
    for (const file of [text, JSON.parse(text) as ModelFile]) {
      const loaded = await engine.loadModel(file);
      expect(loaded.toJSON()).toEqual(model.toJSON());
      expect(await loaded.predictTable(asked(fresh))).toBe(predicted);
    }
  });

  it('that was edited is not loaded', async () => {
    const edits: ((file: ModelFile) => void)[] = [
      (file) => (file.weights[0].value += 1),
      (file) => (file.privacy.total!.epsilon = 0.1),
      (file) => (file.columns[0].upper = 90),
      (file) => (file.releasable = !file.releasable),
    ];
    for (const edit of edits) {
      const file = structuredClone(model.toJSON());
      edit(file);
      expect((await failure(engine.loadModel(file))).code, String(edit)).toBe(
        'inconsistent-statement',
      );
    }
    expect((await failure(engine.loadModel('{"a"'))).code).toBe('invalid-json');
    expect((await failure(engine.loadModel('{}'))).code).toBe('missing-field');
  });
});

const own = csvOf(fresh);
const bytes = new TextEncoder().encode(own);
/** A table of each kind; those that can be read once are made anew. */
const kinds: [string, () => Table][] = [
  ['a text', () => own],
  ['a file', () => new File([own], 'people.csv')],
  ['a packed file', () => new File([gzipSync(own)], 'people.csv.gz')],
  ['bytes', () => bytes],
  ['a buffer', () => bytes.buffer],
  ['a response', () => new Response(own)],
  ['a stream', () => new Blob([own]).stream()],
  ['a stream of Node', () => Readable.from([Buffer.from(own)])],
  ['rows', () => fresh],
  ['rows without the target', () => asked(fresh)],
  ['columns', () => columnsOf(fresh)],
  ['columns of typed arrays', () => ({ ...columnsOf(fresh), age: Int32Array.from(fresh, ({ age }) => age), income: Float64Array.from(fresh, ({ income }) => income) })], // prettier-ignore
];

describe('a table of any kind', () => {
  it.each(kinds)('has the same predictions: %s', async (_, table) => {
    expect(await model.predictTable(table())).toBe(await model.predictTable(own));
  });

  it.each(kinds.filter(([, table]) => table() instanceof Blob || Array.isArray(table())))(
    'is fitted by the same experiment: %s',
    async (kind, table) => {
      if (kind === 'rows without the target') {
        const error = await failure(engine.fit(table(), options));
        expect(error.body).toMatchObject({ code: 'unknown-name', field: 'target' });
        return;
      }
      const stated = { ...options, name: 'table.csv' };
      const fitted = await engine.fit(table(), stated);
      const reference = await engine.fit(own, stated);
      expect(fitted.experiment).toEqual(reference.experiment);
    },
  );

  it('with another delimiter, decimal mark and encoding makes a model that takes objects', async () => {
    const text = csvOf(rows, ';', ',');
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const fitted = await engine.fit(latin, { ...options, decimal: ',', encoding: 'latin1' });
    const predicted = await fitted.predictTable(asked(fresh));
    const file = Uint8Array.from(csvOf(fresh, ';', ','), (letter) => letter.charCodeAt(0));
    expect(await fitted.predictTable(file)).toBe(predicted);
    const form = { delimiter: ',', decimal: '.', encoding: 'utf-8' } as const;
    expect(await fitted.predictTable(bytes, form)).toBe(predicted);
  });
});

describe('the code of a model in JavaScript', () => {
  interface Program {
    predict: (row: object) => {
      prediction: string | number;
      probabilities?: Record<string, number>;
    };
  }

  async function program(of: Model): Promise<Program> {
    const code = encodeURIComponent(await of.code('javascript'));
    return (await import(/* @vite-ignore */ `data:text/javascript,${code}`)) as Program;
  }

  it.each<[string, FitOptions]>([
    ['yes or no', options],
    [
      'several classes',
      { target: 'city', epsilon: 8, columns: { ...columns, left: { words: ['yes', 'no'] } } },
    ],
    [
      'a number',
      { target: 'income', epsilon: 8, columns: { ...columns, left: { words: ['yes', 'no'] } } },
    ],
    [
      'a number whose range is found',
      { target: 'income', regression: true, epsilon: 8, columns: { ...columns, income: {}, left: { words: ['yes', 'no'] } } }, // prettier-ignore
    ],
  ])('predicts what the model predicts, to 1e-12: %s', async (_, asking) => {
    const fitted = await engine.fit(rows, asking);
    const { predict } = await program(fitted);
    const predicted = await fitted.predict(fresh);
    const answers = fresh.map((row) => predict(row));
    if (fitted.task === 'number') {
      const { lower = 0, upper = 0 } = fitted.target;
      answers.forEach(({ prediction }, index) => {
        const difference = Math.abs(Number(prediction) - Number(predicted[index]));
        expect(difference).toBeLessThan(1e-12 * (upper - lower));
      });
      return;
    }
    expect(answers.map(({ prediction }) => prediction)).toEqual(predicted);
    const shares = await fitted.predictProbability(fresh);
    answers.forEach(({ probabilities = {} }, index) => {
      const given = shares[index];
      const classes = fitted.target.classes ?? [];
      expect(Object.keys(probabilities)).toEqual(classes);
      const sum = Object.values(probabilities).reduce((a, b) => a + b);
      expect(sum).toBeCloseTo(1, 12);
      classes.forEach((name, k) => {
        const share = typeof given === 'number' ? (k === 1 ? given : 1 - given) : given[name];
        expect(Math.abs(probabilities[name] - share)).toBeLessThan(1e-12);
      });
    });
  });
});

describe('what is wrong', () => {
  it.each<[string, Partial<FitOptions>, string, string, string]>([
    ['a target that is misspelt', { target: 'lef' }, 'unknown-name', 'target', 'Did you mean "left"?'], // prettier-ignore
    ['a column that is misspelt', { columns: { ...columns, agee: {} } }, 'unknown-name', 'columns.agee', '"age"'], // prettier-ignore
    ['a budget below 0', { epsilon: -1 }, 'invalid-value', 'epsilon', ''],
    ['a word that no target is', { positive: 'maybe' }, 'invalid-labels', 'positive', 'no target'],
    ['no word for yes', { positive: undefined }, 'missing-field', 'positive', 'counts as yes'],
    ['a share above 1', { holdOut: 2 }, 'invalid-value', 'holdOut', ''],
    ['yes of a number', { regression: true }, 'conflicting-fields', 'regression', ''],
    ['both forms of yes', { threshold: 1 }, 'conflicting-fields', 'threshold', ''],
    ['a method that there is not', { method: 'dp-gdd' as 'dp-gd' }, 'unknown-algorithm', 'method', 'dp-gd'], // prettier-ignore
  ])('with a fit keeps its code and field: %s', async (_, change, code, field, words) => {
    const error = await failure(engine.fit(csv, { ...options, ...change }));
    expect(error.code).toBe(code);
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
  });

  it.each<[string, Table, string]>([
    ['nothing', '', 'empty-data'],
    ['a header alone', 'age,income,city,note,left\n', 'empty-data'],
    ['one column', 'left\nyes\nno\n', 'empty-data'],
    ['records without a header', '1,2,yes\n3,4,no\n', 'missing-field'],
    ['lines of different lengths', `${csv}1,2\n`, 'ragged-data'],
    ['columns of different lengths', { ...columnsOf(fresh), age: [1] } as Table, 'ragged-data'],
    ['no rows', [], 'empty-data'],
    ['a missing cell', csv.replace(/\n\d+,/, '\n,'), 'missing-value'],
    ['a word in a column of numbers', csv.replace(/\n\d+,/, '\nold,'), 'not-a-number'],
    ['a word that is not listed', csv.replace('"Rome"', '"Roma"'), 'unknown-category'],
  ])('with a table is said: %s', async (_, table, code) => {
    expect((await failure(engine.fit(table, options))).code).toBe(code);
  });

  it('with a table that is predicted is said at its place', async () => {
    const [first, ...others] = asked(fresh);
    const lacking = others.map(({ age, income }) => ({ age, income }));
    const error = await failure(model.predict(lacking));
    expect(error.code).toBe('unknown-name');
    expect(error.message).toContain('city');
    for (const [change, code] of [
      [{ city: 'Roma' }, 'unknown-category'],
      [{ age: null }, 'missing-value'],
      [{ age: 'old' }, 'not-a-number'],
    ] as const) {
      const wrong = await failure(model.predict([first, { ...first, ...change }]));
      expect(wrong.code).toBe(code);
      expect(wrong.field).toContain('line 3');
    }
  });

  it('ends nothing: the engine goes on', async () => {
    expect(await model.predict(asked(fresh).slice(0, 3))).toHaveLength(3);
  });
});

it('a fit that is aborted hands out nothing and is not counted', async () => {
  const state = join(folder, 'state');
  const entries = () =>
    readdirSync(state).map((name) => readFileSync(join(state, name), 'utf8')).join(''); // prettier-ignore
  const before = entries();
  const abort = new AbortController();
  const set = { 'algorithms.0.parameters.iterations': 100_000_000 };
  const long = { ...options, method: 'dp-gd', set } as const;
  const began = performance.now();
  const onProgress = ({ phase }: { phase: string }) => {
    if (phase === 'running') abort.abort();
  };
  const error = await failure(engine.fit(csv, long, { signal: abort.signal, onProgress }));
  expect(error.code).toBe('cancelled');
  expect(error.partial).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(entries()).toBe(before);
});

it("a record's number is nowhere in a redacted model, nor in what is made of it", async () => {
  const planted = [{ ...rows[0], age: 77345.678912 }, ...rows.slice(1)];
  const stated = await engine.fit(planted, options);
  // Ranges that nobody states are found by noise, from the records.
  const found = await engine.fit(planted, { ...options, columns: { ...columns, age: {} } });
  for (const fitted of [stated, found]) {
    const redacted = await fitted.redacted();
    expect(redacted.evaluation).toBeNull();
    const texts = [
      JSON.stringify(redacted),
      await redacted.card(),
      await redacted.code('javascript'),
      await redacted.predictTable(asked(fresh)),
    ];
    for (const text of texts) expect(holdsPlanted(text), text.slice(0, 2000)).toBe(false);
    expect(texts[0]).not.toContain('nonPrivate');
  }
});
