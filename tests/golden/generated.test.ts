// What is written from the engine's catalogue is what the catalogue gives now, and it knows the files that we ship.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { generatedFiles } from '../../wasm/generate/generate.ts';
import { root } from '../../wasm/toolchain/process.mjs';

const files = await generatedFiles();

it.each([...files])('%s is written from the catalogue of this engine', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text);
});

describe('schema.json, in a validator of JSON Schema', () => {
  const schema = JSON.parse(files.get('wasm/schema.json') ?? '{}') as { $schema: string };
  const validator = schema.$schema.includes('2020') ? new Ajv2020() : new Ajv();
  const accepts = validator.compile(schema);
  const folder = join(root, 'examples');
  const examples = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
  const right = read('quickstart.json') as { algorithms: object[]; problem: object; run: object };

  it.each(examples)('accepts %s', (name) => {
    accepts(read(name));
    expect(accepts.errors).toBeNull();
  });

  it('accepts a solver of one’s own', () => {
    const parameters = { solver: 'my-descent' };
    const algorithms = [{ id: 'output-perturbation', parameters }];
    expect(accepts({ ...right, algorithms })).toBe(true);
  });

  it('accepts a file that names it', () => {
    expect(accepts({ $schema: 'schema.json', ...right })).toBe(true);
  });

  it.each([
    ['an algorithm', { algorithms: [{ id: 'dp-gdd' }] }],
    ['a parameter', { algorithms: [{ id: 'dp-gd', parameters: { momentum: 0.5 } }] }],
    ['a value of a parameter', { algorithms: [{ id: 'dp-gd', parameters: { division: 'all' } }] }],
    ['what can name no solver', { algorithms: [{ id: 'output-perturbation', parameters: { solver: 'My Descent' } }] }], // prettier-ignore
    ['a number out of range', { algorithms: [{ id: 'dp-gd', parameters: { iterations: 0.5 } }] }],
    ['a loss', { problem: { ...right.problem, loss: 'hinge' } }],
    ['a regularizer', { problem: { ...right.problem, regularizer: { kind: 'l3' } } }],
    ['a domain', { problem: { ...right.problem, domain: { kind: 'torus' } } }],
    ['a data set', { data: { kind: 'builtin', name: 'iris' } }],
    ['a generator', { data: { kind: 'synthetic', name: 'iris' } }],
    ['a diagnostic', { run: { ...right.run, diagnostics: ['mood'] } }],
    ['a field', { colour: 'red' }],
  ])('refuses what the engine does not know: %s', (_, change) => {
    expect(accepts({ ...right, ...change })).toBe(false);
  });
});
