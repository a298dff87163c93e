// The installed package on servers and in test runners: required, left out of a bundle, or bundled.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build as esbuild } from 'esbuild';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import webpack from 'webpack';

import { run } from './installed.ts';
import { program, type Outcome } from './site.ts';

const folder = join(inject('project'), 'server');
const imported = `import { createEngine } from 'noisy-descent';
${program({ workers: 1 })}.then((outcome) => console.log(JSON.stringify(outcome)));`;

const outcomeOf = (file: string) => JSON.parse(run(folder, 'node', [file])) as Outcome;

let expected: Outcome;
beforeAll(() => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(folder, 'main.mjs'), imported);
  expected = outcomeOf('main.mjs');
  expect(expected.value).toBeGreaterThan(0);
});

describe('require', () => {
  const required = imported.replace(/import (.*) from (.*);/, 'const $1 = require($2);');

  it('gives what import gives', () => {
    writeFileSync(join(folder, 'required.cjs'), required);
    expect(outcomeOf('required.cjs')).toEqual(expected);
  });

  it('says where to be in a window of Electron, whose Node has no worker threads', () => {
    const without = `require('node:worker_threads').Worker = class {
      constructor() {
        throw Object.assign(new Error(), { code: 'ERR_MISSING_PLATFORM_FOR_WORKER' });
      }
    };\n`;
    writeFileSync(join(folder, 'window.cjs'), without + required);
    const { error } = outcomeOf('window.cjs');
    expect(error).toMatchObject({ name: 'EngineError', code: 'unsupported-option' });
    expect(error?.message).toContain('a window of Electron');
  });

  it('of the element and of links gives functions', () => {
    const text = `const { NoisyDescentElement } = require('noisy-descent/element');
      const { encodeLink } = require('noisy-descent/link');
      console.log(typeof NoisyDescentElement, typeof encodeLink);`;
    writeFileSync(join(folder, 'others.cjs'), text);
    expect(run(folder, 'node', ['others.cjs'])).toBe('function function\n');
  });
});

describe('a bundle for a server', () => {
  const bundled = async (outfile: string, external: string[] = []) => {
    const options = { bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' } as const;
    await esbuild({
      ...options,
      absWorkingDir: folder,
      entryPoints: ['main.mjs'],
      outfile,
      external,
    });
    return outcomeOf(outfile);
  };

  it('of esbuild in CommonJS runs where the package is left out of it', async () => {
    expect(await bundled('external.cjs', ['noisy-descent'])).toEqual(expected);
  });

  it('of esbuild in CommonJS says to leave the package out where it is in it', async () => {
    const { error } = await bundled('bundled.cjs');
    expect(error).toMatchObject({ name: 'EngineError', code: 'unsupported-option' });
    expect(error?.message).toMatch(/Leave the package out of the bundle.*external in esbuild/);
  });

  it('of webpack, as Next makes it, runs', async () => {
    const { errors } = await new Promise<webpack.StatsCompilation>((resolve, reject) => {
      const output = { path: folder, filename: 'webpack.cjs' };
      const options = { context: folder, entry: './main.mjs', mode: 'none', target: 'node', output } as const; // prettier-ignore
      webpack(options, (error, stats) => {
        if (stats) resolve(stats.toJson());
        else reject(error ?? new Error('webpack said nothing'));
      });
    });
    expect(errors).toEqual([]);
    expect(outcomeOf('webpack.cjs')).toEqual(expected);
  });
});
