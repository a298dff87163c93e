import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { opening } from './experiments.ts';

const entry = join(import.meta.dirname, '..', '..', 'wasm', 'node', 'index.ts');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-node-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a module's text in a Node process of its own, which nothing but the engine keeps alive. */
function inBareNode(text: string) {
  const source = `
    import { createEngine } from ${JSON.stringify(entry)};
    const engine = await createEngine({ variant: 'simd', workers: 1 });
    const experiment = ${JSON.stringify(opening)};
    ${text}
    console.log('the end');
  `;
  const file = join(folder, 'module.mjs');
  writeFileSync(file, source);
  const words = ['--no-warnings', file];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout: stdout.trim().split('\n'), stderr };
}

describe('a bare Node process', () => {
  it('sees the end of an audit that tells its progress, and of a run after it', () => {
    const { status, stdout, stderr } = inBareNode(`
      let told = 0;
      const report = await engine.audit(experiment, { runs: 2000, onProgress: () => ++told });
      console.log(report.verdict, told > 0);
      console.log((await engine.run(experiment)).status);
    `);
    expect(stderr).toBe('');
    expect(stdout).toEqual(['consistent true', 'completed', 'the end']);
    expect(status).toBe(0);
  });

  it('outlives a function of its own that throws, and runs again', () => {
    const { status, stdout } = inBareNode(`
      const onTrace = () => { throw new Error('mine'); };
      const error = await engine.run(experiment, { onTrace }).catch((reason) => reason);
      console.log(error.name, error.code, error.field, error.cause.message);
      console.log((await engine.run(experiment)).status);
    `);
    expect(stdout).toEqual(['EngineError invalid-value onTrace mine', 'completed', 'the end']);
    expect(status).toBe(0);
  });
});
