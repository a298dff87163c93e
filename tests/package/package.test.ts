// The package as a JavaScript developer gets it: packed, installed into an empty project, used from Node.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';
import { pages } from './documented.ts';
import { run } from './installed.ts';

const project = inject('project');
const installed = join(project, 'node_modules', 'noisy-descent');

const text = (path: string) => readFileSync(join(installed, path), 'utf8');
const facts = JSON.parse(text('package.json')) as Record<string, unknown>;
const packed = run(project, 'tar', ['-tzf', inject('tarball')])
  .trim()
  .split('\n')
  .map((path) => path.replace(/^package\//, ''));

function node(name: string, program: string): string {
  writeFileSync(join(project, name), program);
  return run(project, 'node', [name]);
}

const experiment = {
  version: 1,
  data: { kind: 'synthetic', name: 'logistic', samples: 200, features: 3, seed: 1 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 10 } }],
  run: { repeats: 2, randomness: { mode: 'reproducible', seed: 1 } },
};

beforeAll(() => {
  writeFileSync(join(project, 'experiment.json'), JSON.stringify(experiment));
});

describe('the packed files', () => {
  it('are the client, its declarations, all wasm modules, the data sets, the schema, the documents', () => {
    for (const file of [
      'LICENSE',
      'README.md',
      'engine/data/builtin/README.md',
      'examples/quickstart.json',
      'wasm/dist/index.js',
      'wasm/dist/worker.js',
      'wasm/dist/blocked.js',
      'wasm/dist/own-solvers.js',
      'wasm/dist/seldom.js',
      'wasm/dist/fit.js',
      'wasm/dist/whole-host.js',
      'wasm/dist/link.js',
      'wasm/dist/node.js',
      'wasm/dist/node-worker.js',
      'wasm/dist/cli.js',
      'wasm/dist/noisy-descent.1',
      'wasm/dist/breast_cancer.csv',
      'wasm/dist/diabetes.csv',
      'wasm/dist/digits.csv',
      'wasm/dist/noisy-descent-core-simd.wasm',
      'wasm/dist/noisy-descent-core-simd-mt.wasm',
      'wasm/dist/noisy-descent-simd.wasm',
      'wasm/dist/noisy-descent-simd-mt.wasm',
      'wasm/dist/types/index.d.ts',
      'wasm/schema.json',
      'wasm/result-schema.json',
      'wasm/model-schema.json',
    ]) {
      expect(packed).toContain(file);
    }
  });

  it('are nothing of the source tree', () => {
    const meant =
      /^(wasm\/(dist\/|((result|model)-)?schema\.json)|examples\/|package\.json|LICENSE|.*README\.md)/;
    const linked = pages.flatMap(linksOf);
    const isLinked = (path: string) => linked.some((link) => path.startsWith(link));
    expect(packed.filter((path) => !meant.test(path) && !isLinked(path))).toEqual([]);
  });

  it('hold README, the documentation, and whatever they refer to', () => {
    const missing = pages
      .flatMap((page) => [page.path, ...linksOf(page)])
      // The playground and the pages of TypeDoc, which the built site has.
      .filter(
        (link) => !['web/index.html', 'web/docs/reference/typescript/index.md'].includes(link),
      )
      .filter((link) => !packed.some((path) => path === link || path.startsWith(`${link}/`)));
    expect(missing).toEqual([]);
  });

  it('name no folder of the machine that built them', () => {
    for (const path of packed.filter((file) => /\.(js|ts|json)$/.test(file))) {
      expect(text(path).includes(root), path).toBe(false);
    }
  });

  it('need no other package', () => {
    expect(facts).not.toHaveProperty('dependencies');
    expect(facts).not.toHaveProperty('private');
    const foreign = /(?:from|import)\s*\(?\s*(["'`])(?!node:)([@a-z][\w@./-]*)\1/g;
    // Who types a framework's tag has the framework.
    const isOfFramework = (path: string) => /\/types\/(react|svelte|vue)\.d\.c?ts$/.test(path);
    const scripts = packed.filter((path) => /^wasm\/dist\/.*\.(c?js|d\.c?ts)$/.test(path));
    const asked = scripts
      .filter((path) => !isOfFramework(path))
      .flatMap((path) => [...text(path).matchAll(foreign)].map(([, , name]) => `${path}: ${name}`));
    expect(asked).toEqual([]);
  });

  it('give a page a client within its budget, which the documentation names', () => {
    const named = /a page loads at most (\d+) KB, compressed \(`index\.js`, `worker\.js`\)/.exec(
      text('web/docs/how-to/use-the-package.md'),
    )!;
    const sizes = [...loadedBy('index.js'), 'worker.js'].map(
      (file) => [file, compressed(file)] as const,
    );
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(Number(named[1]) * 1000);
  });
});

/** A module of the package, and those that it imports before it begins. */
function loadedBy(file: string): string[] {
  const imported = [...text(`wasm/dist/${file}`).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)/g)];
  return [file, ...imported.flatMap(([, other]) => loadedBy(other))];
}

const compressed = (file: string) => gzipSync(text(`wasm/dist/${file}`), { level: 9 }).length;

/** The files that a page links to, by their path from the project's folder. */
function linksOf({ path, text: page }: (typeof pages)[number]): string[] {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
  return links.map(([, link]) => posix.join(posix.dirname(path), link));
}

describe('what the package says of itself', () => {
  it('publint finds nothing to say about', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true });
    expect(messages.map((message) => formatMessage(message, facts))).toEqual([]);
  });

  it('the types are right for everyone who imports modules', async () => {
    const tarball = createPackageFromTarballData(readFileSync(inject('tarball')));
    const options = {
      excludeEntrypoints: [
        './schema.json',
        './result-schema.json',
        './model-schema.json',
        /^\.\/wasm\//,
      ],
    };
    const report = await checkPackage(tarball, options);
    if (report.types === false) throw new Error('The package has no types.');
    const problems = report.problems.filter(
      // There is nothing to require, and nothing for who resolves as Node 10 did.
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
    expect(Object.keys(report.entrypoints)).toEqual(expect.arrayContaining(['.', './worker']));
  });
});

describe('the installed package', () => {
  it('runs an experiment from JavaScript', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { createEngine } from 'noisy-descent';
      const engine = await createEngine();
      const result = await engine.run(JSON.parse(readFileSync('experiment.json', 'utf8')));
      console.log(JSON.stringify(result.runs.map(({ status }) => status)));
      process.exit(0);`;
    expect(JSON.parse(node('use.mjs', program))).toEqual(['completed', 'completed']);
  });

  it.each([
    ['schema', 'experiment'],
    ['result-schema', 'result'],
    ['model-schema', 'model'],
  ])('hands out %s.json, the schema of the %s file', (name, file) => {
    const program = `
      import schema from 'noisy-descent/${name}.json' with { type: 'json' };
      console.log(schema.title);`;
    expect(node('schema.mjs', program)).toBe(`Noisy Descent ${file}\n`);
  });

  it('runs the same experiment on the command line, and verifies it', () => {
    const words = ['experiment.json', '--out', 'result.json', '--quiet'];
    run(project, 'npx', ['--no', 'noisy-descent', 'run', ...words]);
    const { fingerprint } = JSON.parse(readFileSync(join(project, 'result.json'), 'utf8')) as {
      fingerprint: string;
    };
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    run(project, 'npx', ['--no', 'noisy-descent', 'verify', 'result.json', '--quiet']);
  });
});
