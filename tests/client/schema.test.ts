import { describe, expect, it } from 'vitest';

import { EngineError } from '../../wasm/client/error.ts';
import { limits } from '../../wasm/client/limits.ts';
import { readExperiment } from '../../wasm/client/read-experiment.ts';
import type { Experiment } from '../../wasm/client/experiment.ts';
import { changed, small } from './experiments.ts';

function refusal(source: unknown): { code: string; field: string; message: string } {
  try {
    readExperiment(source as Experiment | string);
  } catch (error) {
    if (error instanceof EngineError) return error.body;
    throw error;
  }
  throw new Error('it was accepted');
}

const features = [
  { name: 0, lower: 0, upper: 16, missing: 3, indicator: true },
  { name: 1, edges: [8], encode: 'one-hot' },
  { name: 2, words: ['a', 'b'], missing: 'b', encode: 'ordered' },
];

describe('an experiment that is right', () => {
  it('passes as an object and as text, and its runs are counted', () => {
    expect(readExperiment(small).runs).toBe(6);
    expect(readExperiment(JSON.stringify(small)).experiment).toEqual(small);
  });

  it('goes to the engine as the text that came', () => {
    const text = JSON.stringify(small, null, 2);
    expect(readExperiment(text).text).toBe(text);
  });

  it.each([
    ['data', { kind: 'builtin', name: 'breast-cancer' }],
    ['data', { kind: 'file', name: 'a9a', format: 'libsvm', features: 123, target: 3 }],
    ['data', { kind: 'inline', features: [[1, 2]], targets: [1] }],
    ['data', { kind: 'file', name: 'a.csv', format: 'csv', target: 'income', columns: [{ name: 'work', words: ['Private', '__proto__'], other: 'other' }, { name: 3, edges: [25, 40] }, { name: 'hours' }] }], // prettier-ignore
    ['data', { kind: 'builtin', name: 'digits', columns: [{ name: 'pixel 3 3', edges: [8] }] }],
    ['data', { kind: 'inline', features: [[1, 2]], targets: [1], columns: [{ name: 1 }] }],
    ['data.preprocess', [{ kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'normalize' }]],
    ['data.preprocess', [{ kind: 'scale-columns', lower: [0, 1], upper: 3 }]],
    ['data.preprocess', [{ kind: 'scale-columns', lower: 0, upper: 3, to: [0, 1] }]],
    ['data.preprocess', [{ kind: 'clamp-target', lower: 0, upper: 3 }]],
    ['data.preprocess', [{ kind: 'hold-out', share: 0.2, seed: 3 }]],
    ['data', { kind: 'builtin', name: 'digits', columns: features }],
    ['privacy', { notion: 'zcdp', rho: 0.5 }],
    ['privacy', { notion: 'none' }],
    ['problem.constants', { smoothness: 'public-bound', strongConvexity: 0.01 }],
    ['algorithms.0.parameters', { momentum: 'nesterov', start: [1, 2], stepScale: 0.5 }],
    ['sweep', [{ path: 'privacy.epsilon', values: [0.1, 1, 10] }]],
    ['run', undefined],
  ])('%s may be %j', (path, value) => {
    expect(() => readExperiment(changed(path, value))).not.toThrow();
  });
});

describe('a name that is wrong is told the nearest one', () => {
  it.each([
    ['privcy', {}, 'privacy'],
    ['Title', 'x', 'title'],
    ['data.sample', 5, 'samples'],
    ['data.Seed', 5, 'seed'],
    ['data.preprocess', [{ kind: 'clip-rows', bund: 1 }], 'bound'],
    ['data.preprocess', [{ kind: 'hold-out', Count: 9 }], 'count'],
    ['data.preprocess', [{ kind: 'clip-row' }], 'clip-rows'],
    ['data', { kind: 'Builtin', name: 'digits' }, 'builtin'],
    ['problem.regulariser', { kind: 'l2' }, 'regularizer'],
    ['problem.domain', { kind: 'l2-ball', raduis: 1 }, 'radius'],
    ['privacy.notion', 'Pure', 'pure'],
    ['privacy.epsilom', 1, 'epsilon'],
    ['algorithms.0.parameter', {}, 'parameters'],
    ['run.trace', { point: 3 }, 'points'],
    ['sweep', [{ path: 'privacy.epsilon', value: [1] }], 'values'],
  ])('%s: %j means %s', (path, value, meant) => {
    const error = refusal(changed(path, value));
    expect(error.message).toContain(`Did you mean "${meant}"?`);
  });

  it('and nothing where none is near, or the name is hostile', () => {
    for (const name of ['banana', 'x'.repeat(1e5), 'constructor', 'toString']) {
      expect(refusal(changed(name, 1)).message).toBe('The format has no such field here.');
    }
  });
});

describe('an experiment that is wrong names code and field', () => {
  it.each([
    ['privacy.epsilon', 0, 'invalid-budget', 'privacy.epsilon'],
    ['privacy.epsilon', -1, 'invalid-budget', 'privacy.epsilon'],
    ['privacy.epsilon', NaN, 'invalid-budget', 'privacy.epsilon'],
    ['privacy.epsilon', Infinity, 'invalid-budget', 'privacy.epsilon'],
    ['privacy.epsilon', null, 'invalid-budget', 'privacy.epsilon'],
    ['privacy.epsilon', '1', 'invalid-type', 'privacy.epsilon'],
    ['privacy.notion', 'renyi', 'invalid-value', 'privacy.notion'],
    ['privacy.epsilom', 1, 'unknown-field', 'privacy.epsilom'],
    ['problem', undefined, 'missing-field', 'problem'],
    ['problem.loss', undefined, 'missing-field', 'problem.loss'],
    ['problem.regularizer.strength', 0, 'invalid-value', 'problem.regularizer.strength'],
    ['data.kind', undefined, 'missing-field', 'data.kind'],
    ['data.kind', 'web', 'invalid-value', 'data.kind'],
    ['data.samples', 10.5, 'invalid-value', 'data.samples'],
    ['data.samples', 'many', 'invalid-type', 'data.samples'],
    ['data.seed', 2 ** 53, 'invalid-value', 'data.seed'],
    ['data', null, 'invalid-type', 'data'],
    [
      'data.preprocess',
      [{ kind: 'hold-out', share: 1 }],
      'invalid-value',
      'data.preprocess.0.share',
    ],
    [
      'data.preprocess',
      [{ kind: 'hold-out', share: 0 }],
      'invalid-value',
      'data.preprocess.0.share',
    ],
    ['data.columns', [{ name: 0 }], 'unknown-field', 'data.columns'],
    [
      'data',
      { kind: 'file', name: 'a', format: 'csv', decimal: ';' },
      'invalid-value',
      'data.decimal',
    ],
    [
      'data',
      { kind: 'file', name: 'a', format: 'csv', delimiter: 'tabs' },
      'invalid-value',
      'data.delimiter',
    ],
    ['algorithms', [], 'invalid-value', 'algorithms'],
    ['algorithms', 'dp-gd', 'invalid-type', 'algorithms'],
    [
      'algorithms.1.parameters',
      { start: [1, 'a'] },
      'invalid-type',
      'algorithms.1.parameters.start',
    ],
    ['run.repeats', 0, 'invalid-value', 'run.repeats'],
    ['run.trace', { points: 1 }, 'invalid-value', 'run.trace.points'],
    ['version', 2, 'unsupported-version', 'version'],
    ['version', undefined, 'missing-field', 'version'],
    ['sweep', [{ path: 'privacy.epsilon', values: [] }], 'invalid-value', 'sweep.0.values'],
  ])('%s = %j: %s', (path, value, code, field) => {
    const error = refusal(changed(path, value));
    expect(error).toMatchObject({ code, field });
    expect(error.message).toMatch(/[.?]$/);
  });

  it.each([
    [{ name: 0, words: ['one'] }, 'invalid-value', 'words'],
    [{ name: 0, words: ['one', ''] }, 'invalid-value', 'words.1'],
    [{ name: 0, words: ['a', 'x'.repeat(201)] }, 'limit-exceeded', 'words.1'],
    [{ name: 0, edges: [] }, 'invalid-value', 'edges'],
    [{ name: 0, edges: [NaN] }, 'invalid-type', 'edges.0'],
    [{ name: -1 }, 'invalid-value', 'name'],
    [{ words: ['a', 'b'] }, 'missing-field', 'name'],
    [{ name: 0, lower: NaN, upper: 1 }, 'invalid-type', 'lower'],
    [{ name: 0, lower: 0, upper: Infinity }, 'invalid-value', 'upper'],
    [{ name: 0, missing: true }, 'invalid-type', 'missing'],
    [{ name: 0, missing: 1, indicator: 1 }, 'invalid-type', 'indicator'],
    [{ name: 0, edges: [1], encode: 'onehot' }, 'invalid-value', 'encode'],
    [{ name: 0, Lower: 1 }, 'unknown-field', 'Lower'],
    [JSON.parse('{"name":0,"__proto__":1}') as object, 'unknown-field', '__proto__'],
  ])('a column %j: %s', (column, code, field) => {
    const data = { kind: 'builtin', name: 'digits', columns: [column] };
    const error = refusal(changed('data', data));
    expect(error).toMatchObject({ code, field: `data.columns.0.${field}` });
  });

  it('says the version before anything else', () => {
    expect(refusal({ version: 3, colour: 'red' })).toMatchObject({ code: 'unsupported-version' });
  });

  it.each(['', '{', 'null', '[]', '"x"', '1'])('text %j', (text) => {
    expect(['invalid-json', 'invalid-type']).toContain(refusal(text).code);
  });
});

describe('a hostile link is refused before anything is sent', () => {
  it.each([
    ['title', 'x'.repeat(limits.titleLength + 1), 'title'],
    ['algorithms', new Array(limits.algorithms + 1).fill({ id: 'dp-gd' }), 'algorithms'],
    ['algorithms.0.id', 'x'.repeat(1000), 'algorithms.0.id'],
    ['run.repeats', limits.runs, 'run.repeats'],
    [
      'sweep',
      new Array(3).fill({ path: 'a', values: new Array(100).fill(1) as number[] }),
      'sweep',
    ],
    ['sweep', new Array(9).fill({ path: 'a', values: [1] }), 'sweep'],
    ['data.samples', limits.samples, 'data.samples'],
    ['data.preprocess', new Array(33).fill({ kind: 'standardize' }), 'data.preprocess'],
    [
      'data',
      { kind: 'builtin', name: 'digits', columns: new Array(100_000).fill({ name: 0 }) },
      'data.columns',
    ],
  ])('too much in %s', (path, value, field) => {
    expect(refusal(changed(path, value))).toMatchObject({ code: 'limit-exceeded', field });
  });

  it.each([
    [
      'of the default bags of words, whose rows hold few of many columns',
      { samples: 100_000 },
      null,
    ],
    ['of the same rows stored with all their zeros', { storage: 'dense' }, 'data.samples'],
    ['of a billion sparse rows', { samples: 1e9 }, 'data.samples'],
  ])('data %s', (_, more, field) => {
    const data = { kind: 'synthetic', name: 'text-like', features: 50_000, seed: 1, ...more };
    const experiment = changed('data', data);
    if (field === null) expect(readExperiment(experiment).runs).toBe(6);
    else expect(refusal(experiment)).toMatchObject({ code: 'limit-exceeded', field });
  });

  it('a text beyond the cap', () => {
    const text = ' '.repeat(limits.textBytes + 1);
    expect(refusal(text)).toMatchObject({ code: 'limit-exceeded', field: '' });
  });

  it('values nested without end', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const text = JSON.stringify(changed('sweep', [{ path: 'a', values: [0] }])).replace(
      '[0]',
      `[${deep}]`,
    );
    expect(refusal(text).code).toBe('limit-exceeded');
  });

  it.each(['__proto__', 'constructor', 'toString'])('a field named %s', (name) => {
    const text = JSON.stringify(small).replace('"version"', `"${name}":{"x":1},"version"`);
    expect(refusal(text)).toMatchObject({ code: 'unknown-field', field: name });
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
