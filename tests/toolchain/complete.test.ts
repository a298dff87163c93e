// Whether what was built is a whole package: what `npm start` leaves is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { lacks } from '../../wasm/toolchain/complete.mjs';

let folder = '';

const whole = {
  'package.json': JSON.stringify({
    main: './wasm/dist/index.js',
    exports: {
      '.': { types: './wasm/dist/types/index.d.ts', default: './wasm/dist/index.js' },
      './wasm/*': './wasm/dist/*',
    },
    files: ['wasm/dist', 'web/docs/**/*.md'],
  }),
  'wasm/dist/index.js':
    'import{a}from"./core.js";const w=new URL(`./a.wasm`,import.meta.url);import(`./later.js`)',
  'wasm/dist/core.js': 'import "node:fs";',
  'wasm/dist/later.js': '',
  'wasm/dist/a.wasm': '',
  'wasm/dist/types/index.d.ts': "export * from './shared.js';",
  'wasm/dist/types/shared.d.ts': '',
};

function put(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-complete-'));
  put(whole);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('nothing is lacking where all is there that is named', () => {
  expect(lacks(folder)).toEqual([]);
});

it.each([
  ['wasm/dist/types/index.d.ts', 'package.json'],
  ['wasm/dist/types/shared.d.ts', 'wasm/dist/types/index.d.ts'],
  ['wasm/dist/core.js', 'wasm/dist/index.js'],
  ['wasm/dist/later.js', 'wasm/dist/index.js'],
  ['wasm/dist/a.wasm', 'wasm/dist/index.js'],
])('%s is lacking, which %s names', (file, by) => {
  rmSync(join(folder, file));
  expect(lacks(folder)).toEqual([`${file} is missing, which ${by} names`]);
});
