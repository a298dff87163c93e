// Built-in tables as files on the page: the engine reads the same levels there, and what they teach is told.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createEngine } from '../../wasm/node/index.ts';
import { readDataFile } from '../../wasm/node/read-data.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import type { Catalogue, Experiment, PageEngine } from '../../web/src/engine/types.ts';
import { testClassifier } from '../../web/src/feature/workbench/classify.ts';
import {
  recordsOf,
  type FetchTable,
  type Records,
} from '../../web/src/feature/workbench/records.ts';

const example = (name: string) =>
  JSON.parse(readFileSync(join(root, 'examples', `${name}.json`), 'utf8')) as Experiment;
const breast = example('synthetic-breast-cancer');
const digits = example('synthetic-digits');
const bare = { kind: 'saddle', name: 'marginal-queries' } as const;
const diabetes: Experiment = {
  ...breast,
  data: { kind: 'builtin', name: 'diabetes', columns: [{ name: 'body mass index', edges: [25, 30] }, { name: 9, edges: [90] }, { name: 'target', edges: [100, 200] }] }, // prettier-ignore
  problem: bare,
};

const fetchTable: FetchTable = (name) => readDataFile(`${name.replaceAll('-', '_')}.csv`);
const { signal } = new AbortController();
let engine: PageEngine;
let catalogue: Catalogue;

beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
  catalogue = await engine.catalogue();
});
afterAll(() => {
  engine.dispose();
});

async function onPage(experiment: Experiment): Promise<Records> {
  return (await recordsOf(experiment, null, catalogue, fetchTable))!;
}

/** Of a short run without diagnostics. */
async function fingerprint(experiment: Experiment, text?: string) {
  const run = { ...experiment.run, repeats: 1, diagnostics: [], trace: { points: 2 } };
  const data = text === undefined ? {} : { data: new Blob([text]) };
  return (await engine.run({ ...experiment, sweep: [], run }, data)).fingerprint;
}

describe('a built-in table', () => {
  it.each([breast, digits, diabetes])(
    'has the levels that the engine reads',
    async (experiment) => {
      const { experiment: moved, text } = await onPage(experiment);
      expect(await fingerprint(moved, text)).toBe(await fingerprint(experiment));
    },
  );

  it('teaches beyond the majority, and so do synthetic records of it', async () => {
    const records = await onPage(breast);
    const question = { records, entry: 0, sweep: { 'privacy.epsilon': 2 }, target: 'target', level: 1, share: 0.25, seed: 1, repeats: 3 }; // prettier-ignore
    const { counts, majority, real, synthetic, uniform } = await testClassifier(engine, question, signal); // prettier-ignore
    expect(counts).toEqual({ training: 427, heldOut: 142 });
    expect(real).toBeGreaterThan(majority + 0.2);
    expect(synthetic.mean).toBeGreaterThan(majority + 0.1);
    expect(uniform.mean).toBeLessThan(synthetic.mean);
  });
});
