// What the engine says names fields as files have them, not as its own code does.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const engine = join(import.meta.dirname, '../../engine');
const literal = /"((?:[^"\\\n]|\\.)*)"/g;
/** Words of two parts of two letters at least: `x_0` and `mu_x` are symbols of papers. */
const codeName = /\b[a-z]{2,}_[a-z0-9]{2,}\w*\b/;
/** Names of files, and marks in them. */
const files = ['breast_cancer.csv', '<stata_dta>'];

it('texts of the engine hold no names of variables', () => {
  const found = readdirSync(engine, { recursive: true, encoding: 'utf8' })
    // Models written in C have names of C, and those in ONNX its names of attributes.
    .filter((path) => path.endsWith('.cpp') && !/fit\/model_code_(?:c|onnx)\.cpp$/.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(engine, path), 'utf8')
        .replace(/^\s*#include.*$/gm, '')
        .replace(/(?<!:)\/\/.*$/gm, '');
      return [...source.matchAll(literal)].map(([, text]) => `${path}: ${text}`);
    })
    .filter((line) => codeName.test(line.slice(line.indexOf(': '))))
    .filter((line) => !files.some((name) => line.endsWith(name)));
  expect(found).toEqual([]);
});
