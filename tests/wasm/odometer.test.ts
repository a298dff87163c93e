import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createEngine } from '../../wasm/node/index.ts';
import { csv, onFile } from './experiments.ts';

const root = join(import.meta.dirname, '..', '..');
const inNode = ['--no-warnings', join(root, 'wasm', 'node', 'cli.ts')];
const secure = {
  ...onFile,
  algorithms: [{ id: 'dp-gd' as const, parameters: { iterations: 3 } }],
  run: { randomness: { mode: 'secure' as const } },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-odometer-'));
  process.env.NOISY_DESCENT_STATE = join(folder, 'state');
});
afterEach(() => {
  delete process.env.NOISY_DESCENT_STATE;
  rmSync(folder, { recursive: true });
});

function journals(): string[] {
  try {
    const names = readdirSync(join(folder, 'state'));
    return names.map((name) => readFileSync(join(folder, 'state', name), 'utf8'));
  } catch {
    return [];
  }
}

function program(words: string[]) {
  return spawnSync(process.execPath, [...inNode, ...words], { cwd: folder, encoding: 'utf8' });
}

describe('the odometer in Node', () => {
  it('counts the runs of the client, where the command line counts them', async () => {
    const engine = await createEngine({ workers: 1, variant: 'simd' });
    try {
      await engine.run(secure, { data: new Blob([csv]) });
      await engine.run(secure, { data: new Blob([`${csv}\r\n\r\n`]) });
      await engine.run(onFile, { data: new Blob([csv]) });
    } finally {
      engine.dispose();
    }
    expect(journals()).toHaveLength(1);
    expect(journals()[0].trim().split('\n')).toHaveLength(2);
    writeFileSync(join(folder, 'e.json'), JSON.stringify(secure));
    writeFileSync(join(folder, 'a.csv'), `${csv}\n`);
    const { status, stderr } = program(['run', 'e.json', '--data', 'a.csv', '--out', 'r.json']);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stderr).toContain('3 secure runs have read this file so far');
    const report = program(['odometer', '--data', 'a.csv']);
    expect(JSON.parse(report.stdout)).toMatchObject({ files: [{ runs: 3, epsilon: 3 }] });
  });

  it('does not where it is told not to', async () => {
    const engine = await createEngine({ workers: 1, variant: 'simd', odometer: false });
    try {
      await engine.run(secure, { data: new Blob([csv]) });
    } finally {
      engine.dispose();
    }
    expect(journals()).toEqual([]);
  });
});
