import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { decodeText, encodeText } from '../../../web/src/link/base64url.ts';
import { checkExperiment } from '../../../web/src/link/check.ts';
import { decodeHash, encodeHash, maximumLinkLength } from '../../../web/src/link/hash.ts';
import { home, placeOf, withPlace } from '../../../web/src/link/place.ts';
import { defaultExperiment } from '../../../web/src/store/defaults.ts';

const decode = (hash: string) => decodeHash(hash, checkExperiment);
const hashOf = (value: unknown) => `#e=${encodeText(JSON.stringify(value))}`;

describe('base64url', () => {
  it.each(['', 'a', 'ab', 'abc', 'ε ≤ 1 – 日本語 🎲', '"\\\u0000'])('carries %j', (text) => {
    const encoded = encodeText(text);
    expect(encoded).toMatch(/^[\w-]*$/);
    expect(decodeText(encoded)).toBe(text);
  });

  it.each(['a', 'abcde', 'ab!d', 'a b', 'ab+/', '\u00e9\u00e9', '_w', '7aCA'])(
    'refuses %j',
    (encoded) => {
      expect(decodeText(encoded)).toBeNull();
    },
  );
});

describe('the experiment in the address', () => {
  it('comes back as it went in', () => {
    const read = decode(encodeHash(defaultExperiment));
    expect(read).toEqual({ kind: 'experiment', experiment: defaultExperiment });
  });

  it('keeps the meaning of a link from before columns could be mapped to another range', () => {
    const steps = [{ kind: 'scale-columns', lower: 0, upper: [3, 4] }];
    const data = { kind: 'builtin', name: 'diabetes', preprocess: steps };
    const sweep = [{ path: 'data.preprocess', values: [steps] }];
    const read = decode(hashOf({ ...defaultExperiment, data, sweep }));
    const stated = [{ ...steps[0], to: [0, 1] }];
    expect(read).toMatchObject({
      experiment: { data: { preprocess: stated }, sweep: [{ values: [stated] }] },
      notice: expect.stringContaining('[0, 1]') as string,
    });
  });

  it('says what columns are mapped to, so that a later page reads it the same way', () => {
    const preprocess = [{ kind: 'scale-columns' as const, lower: 0, upper: 1 }];
    const data = { kind: 'builtin' as const, name: 'diabetes', preprocess };
    const read = decode(encodeHash({ ...defaultExperiment, data }));
    expect(read).toEqual({
      kind: 'experiment',
      experiment: {
        ...defaultExperiment,
        data: { ...data, preprocess: [{ ...preprocess[0], to: [-1, 1] }] },
      },
    });
  });

  it('is absent when the address has none', () => {
    expect(decode('')).toEqual({ kind: 'none' });
    expect(decode('#top')).toEqual({ kind: 'none' });
  });

  it.each([
    ['broken base64', '#e=%%%', 'invalid-json'],
    ['cut in the middle', encodeHash(defaultExperiment).slice(0, -21), 'invalid-json'],
    ['empty', '#e=', 'invalid-json'],
    ['not UTF-8', '#e=_____w', 'invalid-json'],
    ['not JSON', `#e=${encodeText('{')}`, 'invalid-json'],
    ['no object', hashOf(null), 'invalid-type'],
    ['a list', hashOf([]), 'invalid-type'],
    ['another version', hashOf({ ...defaultExperiment, version: 2 }), 'unsupported-version'],
    ['no algorithms', hashOf({ ...defaultExperiment, algorithms: undefined }), 'missing-field'],
    ['an unknown field', hashOf({ ...defaultExperiment, script: 'x' }), 'unknown-field'],
    [
      'epsilon as text',
      hashOf({ ...defaultExperiment, privacy: { notion: 'pure', epsilon: '1' } }),
      'invalid-type',
    ],
    ['too long', `#e=${'A'.repeat(maximumLinkLength + 1)}`, 'limit-exceeded'],
    [
      'nested too deeply',
      `#e=${encodeText('['.repeat(5000) + ']'.repeat(5000))}`,
      'limit-exceeded',
    ],
    [
      'a prototype',
      `#e=${encodeText('{"version":1,"__proto__":{"polluted":1}}')}`,
      'unknown-field',
    ],
  ])('is refused when it is %s, with a code and a reason', (_, hash, code) => {
    const read = decode(hash);
    expect(read).toMatchObject({ kind: 'broken', code });
    if (read.kind === 'broken') expect(read.message.length).toBeGreaterThan(10);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is refused before the schema when it would touch a prototype', () => {
    const text = '{"version":1,"data":{"__proto__":{"polluted":1}}}';
    expect(decode(`#e=${encodeText(text)}`)).toMatchObject({
      kind: 'broken',
      field: 'data.__proto__',
      message: 'The field name "__proto__" is not allowed.',
    });
  });

  it('names the field that is wrong', () => {
    const wrong = { ...defaultExperiment, privacy: { notion: 'pure', epsilon: -1 } };
    expect(decode(hashOf(wrong))).toMatchObject({ kind: 'broken', field: 'privacy.epsilon' });
  });

  it('survives a plus sign in other parameters', () => {
    const experiment: Experiment = { ...defaultExperiment, title: 'a+b & c' };
    expect(decode(`${encodeHash(experiment)}&x=1+2`)).toEqual({ kind: 'experiment', experiment });
  });
});

describe('the place in the address', () => {
  const lab = { view: 'lab', lab: 'horizon,horizon.epsilon:1e-2,horizon.mode:paper-text' } as const;

  it('stands beside the experiment and takes nothing from it', () => {
    const hash = withPlace(encodeHash(defaultExperiment), lab);
    expect(placeOf(hash)).toEqual(lab);
    expect(decode(hash)).toEqual({ kind: 'experiment', experiment: defaultExperiment });
  });

  it('stands alone where the experiment is the opening one', () => {
    expect(withPlace('', lab)).toBe(`#lab=${lab.lab}`);
    expect(placeOf(`#lab=${lab.lab}`)).toEqual(lab);
    expect(decode(`#lab=${lab.lab}`)).toEqual({ kind: 'none' });
  });

  it('is the playground without a word', () => {
    expect(withPlace('#e=x', home)).toBe('#e=x');
    expect(placeOf('#e=x')).toEqual(home);
    expect(placeOf(`#lab=${'a'.repeat(10_000)}`)).toEqual(home);
  });

  it('cannot smuggle an experiment', () => {
    const hash = withPlace('', { view: 'lab', lab: 'quadratic&e=abc#' });
    expect(decode(hash)).toEqual({ kind: 'none' });
    expect(placeOf(hash).lab).toBe('quadratic&e=abc#');
  });
});
