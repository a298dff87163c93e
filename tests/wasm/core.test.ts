// The core, which the first screen loads, beside the whole engine: what it has is the same, and it says what it lacks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Host, type Session } from '../../wasm/client/host.ts';
import { createEngine, type Engine, type Experiment } from '../../wasm/node/index.ts';
import { startInstance } from '../../wasm/node/instance.ts';
import { loadCore } from '../../wasm/node/load.ts';
import { readDataFile } from '../../wasm/node/read-data.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import { opening } from './experiments.ts';

let core: Host;
let whole: Host;

beforeAll(async () => {
  const module = await (await loadCore('simd'))({ threads: 0 });
  core = new Host(module, { threads: 1, memoryBytes: 1e9, runs: 10_000, readDataFile });
  whole = (await startInstance('simd', 1, 0)).host;
});

/** A step of a method that the core lacks, on a problem of the gallery that it lacks too. */
const stray: Experiment = {
  version: 1,
  data: { kind: 'synthetic', name: 'balanced-values', samples: 100_000 },
  problem: { kind: 'gallery', name: 'hyperbola' },
  privacy: { notion: 'zcdp', rho: 0.5 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 20 } }, { id: 'adaptive-noisy-gd' }],
  run: { repeats: 2, randomness: { mode: 'reproducible', seed: 3 }, trace: { points: 5 } },
};

/** The result's fingerprint, which holds for every figure but the times. */
async function fingerprint(host: Host, experiment: Experiment): Promise<string> {
  const text = JSON.stringify(experiment);
  const session = host.open(text, '');
  try {
    await session.load(null);
    session.start(0, session.runCount());
    while (!session.advance(1).done);
    const result = JSON.parse(host.assemble(text, [session.group()])) as { fingerprint: string };
    return result.fingerprint;
  } finally {
    session.close();
  }
}

function opened<T>(host: Host, experiment: object, look: (session: Session) => T): T {
  const session = host.open(JSON.stringify(experiment), '');
  try {
    return look(session);
  } finally {
    session.close();
  }
}

describe('the core', () => {
  it('lists all that the whole engine has', () => {
    const { theoryQueries, accountQueries, ...shared } = JSON.parse(whole.catalogue()) as Record<
      string,
      unknown
    >;
    expect(theoryQueries).toBeDefined();
    expect(accountQueries).toBeDefined();
    expect(JSON.parse(core.catalogue())).toEqual(shared);
  });

  it('has all that the page opens with, and runs it to the same bits', async () => {
    const text = readFileSync(join(root, 'examples', 'quickstart.json'), 'utf8');
    const quick = JSON.parse(text) as Experiment;
    for (const experiment of [quick, opening]) {
      expect(opened(core, experiment, (session) => session.lacks())).toBe('');
      expect(await fingerprint(core, experiment)).toBe(await fingerprint(whole, experiment));
    }
  });

  it('names the problem or the method that it lacks, and refuses to run it', async () => {
    expect(opened(core, stray, (session) => session.lacks())).toBe('hyperbola');
    const { algorithms } = stray;
    const method = { ...opening, privacy: stray.privacy, algorithms };
    expect(opened(core, method, (session) => session.lacks())).toBe('adaptive-noisy-gd');
    await expect(fingerprint(core, method)).rejects.toMatchObject({
      code: 'unsupported-option',
      message: expect.stringContaining('adaptive-noisy-gd') as string,
    });
    expect(opened(whole, stray, (session) => session.lacks())).toBe('');
  });

  it.each<[string, object]>([
    ['hull', { problem: { ...opening.problem, domain: { kind: 'hull', vertices: [[0], [1]] } } }],
    [
      'covertype-surrogate',
      { data: { kind: 'synthetic', name: 'covertype-surrogate', samples: 100 } },
    ],
    ['publishes', { algorithms: [{ id: 'dp-gd', parameters: { publishes: 'last' } }] }],
  ])('leaves %s to the whole engine', (lacking, change) => {
    const experiment = { ...opening, ...change };
    expect(opened(core, experiment, (session) => session.lacks())).toBe(lacking);
    expect(opened(whole, experiment, (session) => session.lacks())).toBe('');
  });
});

describe('an engine that begins with the core', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ variant: 'simd', workers: 2 });
  });
  afterAll(() => {
    engine.dispose();
  });

  it('plans and runs what the core lacks as the whole engine does', async () => {
    await expect(engine.plan(stray, { onlyAtHand: true })).rejects.toMatchObject({
      body: { code: 'cancelled' },
    });
    expect((await engine.plan(stray)).plans).toHaveLength(2);
    expect((await engine.run(stray)).fingerprint).toBe(await fingerprint(whole, stray));
    expect((await engine.run(opening)).fingerprint).toBe(await fingerprint(core, opening));
  });
});
