import { describe, expect, it } from 'vitest';

import { EngineError } from '../../wasm/client/error.ts';
import { readExperiment } from '../../wasm/client/read-experiment.ts';
import { parseStrictJson } from '../../wasm/client/strict-json.ts';
import { small } from './experiments.ts';

function refusal(text: string): EngineError {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (error instanceof EngineError) return error;
  }
  throw new Error(`accepted ${text}`);
}

describe('strict JSON', () => {
  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '["a","a",{"a":"a:a"}]',
    String.raw`{"a\"":1,"a":"\"a\":1"}`,
    '0.5',
    '"{"',
    '{}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"x":[{"seed":1,"b":[],"seed":2}]}', 'seed'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    ['{"a":{"b":1},"a":{"c":1}}', 'a'],
  ])('refuses %s', (text, key) => {
    const error = refusal(text);
    expect(error.code).toBe('invalid-json');
    expect(error.message).toBe(`The key "${key}" appears twice in one object.`);
  });

  it('does not quote a long key whole', () => {
    const key = 'k'.repeat(10_000);
    expect(refusal(`{"${key}":1,"${key}":2}`).message.length).toBeLessThan(100);
  });

  it('is what reads an experiment, from a link or a file', () => {
    const text = JSON.stringify(small).replace('"notion"', '"epsilon":5,"notion"');
    expect(() => readExperiment(text)).toThrow(/"epsilon" appears twice/);
  });
});
