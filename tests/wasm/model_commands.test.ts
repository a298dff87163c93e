// The commands about models: in Node as natively.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ModelFile } from '../../wasm/client/records.ts';
import { columns, csvOf, people } from './people.ts';

const root = join(import.meta.dirname, '..', '..');
const programs = {
  native: [join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent')],
  node: [process.execPath, '--no-warnings', join(root, 'wasm', 'node', 'cli.ts')],
};
const own = [
  '--target',
  'left',
  '--positive',
  'yes',
  '--epsilon',
  '4',
  '--columns',
  'columns.json',
];

let folder = '';
const path = (name: string) => join(folder, name);
const readModel = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as ModelFile;

function call(name: keyof typeof programs, words: string[], input = '') {
  const [program, ...before] = programs[name];
  const env = { ...process.env, NOISY_DESCENT_STATE: path('state') };
  const { status, stdout, stderr } = spawnSync(program, [...before, ...words], {
    ...{ cwd: folder, encoding: 'utf8', input, env, maxBuffer: 2 ** 28 },
  });
  return { status, stdout, stderr };
}

function alike(words: string[], input = '') {
  const inNode = call('node', words, input);
  expect(inNode).toEqual(call('native', words, input));
  return inNode;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-models-'));
  const table = csvOf(people(800));
  writeFileSync(path('people.csv'), table);
  writeFileSync(path('people.csv.gz'), gzipSync(table));
  writeFileSync(path('fresh.csv'), csvOf(people(50, 3)));
  writeFileSync(path('columns.json'), JSON.stringify(columns));
  writeFileSync(path('broken.json'), '{"age": ');
  const words = ['fit', 'people.csv', ...own, '--out', 'model.json', '--quiet', '--threads', '1'];
  expect(call('node', words)).toEqual({ status: 0, stdout: '', stderr: '' });
  const edited = readFileSync(path('model.json'), 'utf8').replace(/"value": -?\d/, '"value": 7');
  writeFileSync(path('edited.json'), edited);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a fit in Node', () => {
  it.each([
    ['a file', ['people.csv'], ''],
    ['one that gzip compressed', ['people.csv.gz'], ''],
    ['standard input', ['-'], csvOf(people(800))],
  ])('runs the experiment that it runs natively: %s', (_, [table], input) => {
    const { status } = alike(['fit', table, ...own, '--experiment'], input);
    expect(status).toBe(0);
  });

  it('writes a model of one counted run, on threads or without', () => {
    const entries = () => readdirSync(path('state')).flatMap((name) => readFileSync(join(path('state'), name), 'utf8').trim().split('\n')); // prettier-ignore
    const before = entries().length;
    const words = ['fit', 'people.csv', ...own, '--out', 'two.json', '--threads', '2'];
    const { status, stderr } = call('node', words);
    expect(status).toBe(0);
    expect(stderr).toContain('secure runs have read this file so far');
    expect(entries()).toHaveLength(before + 1);
    call('node', [...words, '--no-odometer', '--quiet']);
    expect(entries()).toHaveLength(before + 1);
    const { kind, weights, experiment } = readModel('two.json');
    expect(kind).toBe('model');
    expect(weights).toHaveLength(readModel('model.json').weights.length);
    expect(experiment).toEqual(readModel('model.json').experiment);
  });

  it('warns of what its plan warns of, as natively', () => {
    const few = JSON.stringify({ city: { role: 'ignore' }, note: { role: 'ignore' } });
    writeFileSync(path('few.json'), few);
    const table = csvOf(people(60));
    const words = ['fit', '-', ...own.slice(0, -1), 'few.json', '--quiet', '--out', 'warned.json'];
    const warnings = (['node', 'native'] as const).map((name) => {
      const { status, stderr } = call(name, words, table);
      expect(status).toBe(0);
      return stderr.split('\n').filter((line) => line.startsWith('noisy-descent: warning: '));
    });
    expect(warnings[0].join()).toContain('The ends of ranges may be off');
    expect(warnings[0]).toEqual(warnings[1]);
  });

  it.each([
    ['a target that is misspelt', ['people.csv', '--target', 'lef', '--epsilon', '1']],
    ['no budget', ['people.csv', '--target', 'left']],
    ['a share above 1', ['people.csv', ...own, '--hold-out', '2']],
    ['a path that leads nowhere', ['people.csv', ...own, '--set', 'x=1']],
    ['a table without a header', ['-', ...own]],
  ])('says what is wrong as natively: %s', (_, words) => {
    const { status, stdout } = alike(['fit', ...words], '1,2\n3,4\n');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  // What Node and its reader of JSON say has other words.
  it.each([
    [
      'columns that are no JSON',
      'invalid-json',
      ['people.csv', ...own.slice(0, -1), 'broken.json'],
    ],
    ['a table that is not there', 'io-failed', ['none.csv', ...own]],
  ])('ends with the same code as natively: %s', (_, code, words) => {
    const inNode = call('node', ['fit', ...words]);
    expect(inNode.status).toBe(call('native', ['fit', ...words]).status);
    expect(inNode.stderr).toContain(`noisy-descent: error: ${code} at `);
    expect(call('native', ['fit', ...words]).stderr).toContain(`error: ${code} at `);
  });
});

describe('a model in Node', () => {
  it.each([
    ['predict', 'model.json', 'fresh.csv'],
    ['predict', 'model.json', 'people.csv.gz'],
    ['model', 'model.json'],
    ['model', 'model.json', '--code', 'python'],
    ['model', 'model.json', '--code', 'javascript'],
    ['model', 'model.json', '--code', 'c'],
    ['model', 'model.json', '--code', 'onnx'],
    ['redact', 'model.json'],
    ['check-statement', 'model.json'],
  ])('gives what it gives natively: %s %s %s %s', (...words) => {
    expect(alike(words)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['predict', 'edited.json', 'fresh.csv'],
    ['predict', 'model.json', 'columns.json'],
    ['predict', 'model.json', 'fresh.csv', '--delimiter', ';'],
    ['model', 'columns.json'],
    ['model', 'model.json', '--code', 'rust'],
    ['check-statement', 'edited.json'],
    ['redact', 'edited.json'],
  ])('refuses what it refuses natively: %s %s %s %s %s', (...words) => {
    const { status, stderr } = alike(words);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/^noisy-descent: error: [a-z-]+ at [^\n]+\n$/);
  });
});
