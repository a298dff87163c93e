// The package as a JavaScript developer gets it: packed, installed into an empty project, used from Node.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';

let project = '';
let packed: { path: string }[] = [];

/** Runs a command in the project and returns what it printed; fails with what it complained about. */
function run(command: string, args: string[], cwd = project): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr + stdout}`);
  }
  return stdout;
}

function node(name: string, program: string): string {
  writeFileSync(join(project, name), program);
  return run('node', [name]);
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
  project = mkdtempSync(join(tmpdir(), 'noisy-descent-package-'));
  const listed = run('npm', ['pack', '--json', '--pack-destination', project], root);
  const [{ files, filename }] = JSON.parse(listed.slice(listed.indexOf('['))) as [
    { files: { path: string }[]; filename: string },
  ];
  packed = files;
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${filename}`]);
  writeFileSync(join(project, 'experiment.json'), JSON.stringify(experiment));
});
afterAll(() => {
  rmSync(project, { recursive: true });
});

describe('the packed files', () => {
  it('are the client, its declarations, all wasm modules, the data sets, the schema, and nothing of the source tree', () => {
    const paths = packed.map(({ path }) => path);
    for (const file of [
      'LICENSE',
      'README.md',
      'wasm/dist/index.js',
      'wasm/dist/node.js',
      'wasm/dist/cli.js',
      'wasm/dist/breast_cancer.csv',
      'wasm/dist/diabetes.csv',
      'wasm/dist/digits.csv',
      'wasm/dist/noisy-descent-core-simd.wasm',
      'wasm/dist/noisy-descent-core-simd-mt.wasm',
      'wasm/dist/noisy-descent-simd.wasm',
      'wasm/dist/noisy-descent-simd-mt.wasm',
      'wasm/dist/types/client/index.d.ts',
      'wasm/schema.json',
    ]) {
      expect(paths).toContain(file);
    }
    const outside = paths.filter(
      (path) => !/^(wasm\/(dist\/|schema\.json)|package\.json|README\.md|LICENSE)/.test(path),
    );
    expect(outside).toEqual([]);
  });

  it('name no folder of the machine that built them', () => {
    for (const { path } of packed.filter((file) => /\.(js|ts|json)$/.test(file.path))) {
      const text = readFileSync(join(project, 'node_modules', 'noisy-descent', path), 'utf8');
      expect(text.includes(root), path).toBe(false);
    }
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

  it('hands out the schema of the experiment file', () => {
    const program = `
      import schema from 'noisy-descent/schema.json' with { type: 'json' };
      console.log(schema.title);`;
    expect(node('schema.mjs', program)).toBe('Noisy Descent experiment\n');
  });

  it('learns something in the example that README shows', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, program] = /```js\n([\s\S]*?)```/.exec(readme)!;
    const accuracy = Number(node('readme.mjs', `${program}\nprocess.exit(0);`));
    expect(accuracy).toBeGreaterThan(0.85);
  });

  it('runs the same experiment on the command line, and verifies it', () => {
    run('npx', [
      '--no',
      'noisy-descent',
      'run',
      'experiment.json',
      '--out',
      'result.json',
      '--quiet',
    ]);
    const { fingerprint } = JSON.parse(readFileSync(join(project, 'result.json'), 'utf8')) as {
      fingerprint: string;
    };
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    run('npx', ['--no', 'noisy-descent', 'verify', 'result.json', '--quiet']);
  });

  it('type checks in a strict project', () => {
    writeFileSync(
      join(project, 'use.ts'),
      `import { createEngine, type Experiment } from 'noisy-descent';
       const engine = await createEngine();
       const catalogue: unknown = await engine.catalogue();
       console.log(catalogue);
       // @ts-expect-error the engine knows no such algorithm
       export const unknown: Experiment['algorithms'][number] = { id: 'dp-gdd' };
       // @ts-expect-error an epsilon is a number
       await engine.run({ privacy: { notion: 'pure', epsilon: 'one' } });`,
    );
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    run('node', [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'use.ts']);
  });
});
