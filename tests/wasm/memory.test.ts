import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { openData } from '../../wasm/node/files.ts';
import { startInstance } from '../../wasm/node/instance.ts';
import { onFile } from './experiments.ts';

const samples = 200_000;
const features = 54;
const overhead = 64 * 2 ** 20;

let folder = '';
let file = '';

/** A large table of short decimals, its label in the last column. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-memory-'));
  file = join(folder, 'large.csv');
  const descriptor = openSync(file, 'w');
  let lines = '';
  for (let row = 0; row < samples; ++row) {
    for (let column = 0; column < features; ++column) {
      lines += `0.${(row * 31 + column * 17) % 997},`;
    }
    lines += row % 3 === 0 ? '1\n' : '-1\n';
    if (row % 1000 === 999) {
      writeSync(descriptor, lines);
      lines = '';
    }
  }
  closeSync(descriptor);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each(['simd', 'simd-mt'] as const)(
  'a file of 200,000 x 54 runs in %s with its doubles held once and 64 MB beside them',
  async (variant) => {
    const { module, host } = await startInstance(variant, 2, 0);
    const algorithms = [{ id: 'dp-gd', parameters: { iterations: 5 } }];
    const session = host.open(JSON.stringify({ ...onFile, algorithms }), 'large');
    await session.load(openData(file));
    session.start(0, session.runCount());
    while (!session.advance(1).done);
    session.drain();
    expect(session.group()).toContain('"status":"completed"');
    session.close();
    expect(module.memoryBytes()).toBeLessThan(samples * (features + 1) * 8 + overhead);
  },
);

it('fifty thousand texts of 300,000 words run within 200 MB, their exact loss included', async () => {
  const { module, host } = await startInstance('simd-mt', 2, 0);
  const texts = {
    version: 1,
    data: { kind: 'synthetic', name: 'text-like', samples: 50_000, features: 300_000, seed: 1 },
    problem: { kind: 'saddle', name: 'worst-group-sparse', radius: 5, share: 0.6 },
    privacy: { notion: 'approximate', epsilon: 1, delta: 1e-8 },
    algorithms: [{ id: 'vertex-smd' }],
    run: { randomness: { mode: 'reproducible', seed: 1 }, diagnostics: ['objective'] },
  };
  const session = host.open(JSON.stringify(texts), 'texts');
  await session.load(null);
  session.start(0, session.runCount());
  while (!session.advance(1).done);
  session.drain();
  expect(session.group()).toContain('"status":"completed"');
  session.close();
  expect(module.memoryBytes()).toBeLessThan(200e6);
});
