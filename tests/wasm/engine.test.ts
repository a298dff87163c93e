import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  EngineError,
  PauseController,
  createEngine,
  outcomeOf,
  generatorSizes,
  limits,
  type Catalogue,
  type Engine,
  type Experiment,
  type RecommendOptions,
  type TraceEvent,
} from '../../wasm/node/index.ts';
import { bare, csv, endless, onFile, opening } from './experiments.ts';
import { queries } from './theory-queries.ts';

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`no EngineError but ${String(error)}`);
}

/** The sizes that a generator has where a block gives none, as the client keeps them. */
function sizeOf({ name, parameters, features, rowValues }: Catalogue['syntheticData'][number]) {
  const given = (field: string) => parameters.find((one) => one.name === field)?.default;
  const width = features || given('features');
  return [name, { samples: given('samples'), features: width, rowValues }];
}

/** Of the file that `bare` is about. */
const size = { samples: 100, features: 2 };

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the first engine answered to the theory queries. */
let theoryAnswers: string | undefined;

/** Fingerprints of the opening experiment, one for each engine that ran it. */
const fingerprints = new Map<string, string | null>();

describe.each([
  { variant: 'simd', workers: 1 },
  { variant: 'simd', workers: 2 },
  { variant: 'simd-mt', workers: 2 },
] as const)('$variant with $workers', ({ variant, workers }) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await createEngine({ variant, workers });
  });
  afterAll(() => {
    engine.dispose();
  });

  it('says what it is', () => {
    expect(engine).toMatchObject({ variant, workers });
    expect(engine.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('has the catalogue, whose limits are those that the client checks', async () => {
    const catalogue = await engine.catalogue();
    const ids = catalogue.algorithms.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['dp-gd', 'dp-hb', 'dp-nag', 'dp-nag-opt']));
    expect(catalogue.limits).toEqual(limits);
    const ownSizes = catalogue.syntheticData.filter((set) => set.features + set.rowValues > 0);
    expect(ownSizes.map(sizeOf)).toEqual(Object.entries(generatorSizes));
  });

  it('says what the theory can be asked, apart from what an experiment can say', async () => {
    const listed = new Set((await engine.theoryQueries()).map(({ query }) => query));
    expect(listed).toEqual(new Set(queries.map(({ query }) => query)));
    expect(await engine.catalogue()).not.toHaveProperty('theoryQueries');
  });

  it('answers theory queries; every engine gives the same bits', async () => {
    const answers = [];
    for (const query of queries) answers.push(await engine.theory(query));
    expect(answers.map(({ query }) => query)).toEqual(queries.map(({ query }) => query));
    const text = JSON.stringify(answers);
    theoryAnswers ??= text;
    expect(text).toBe(theoryAnswers);
    const { rate, curve } = await engine.theory(queries[0]);
    expect(rate).toBeCloseTo(0.92604, 4);
    expect(curve.total).toHaveLength(301);
  });

  it('names the field of a theory query that is wrong', async () => {
    const error = await failure(engine.theory({ ...queries[0], momentum: 1 }));
    expect(error.body).toMatchObject({ code: 'invalid-value', field: 'momentum' });
  });

  it('plans without running', async () => {
    const plan = await engine.plan(opening);
    expect(plan.cost.runs).toBe(10);
    expect(plan.plans.map(({ algorithm }) => algorithm)).toEqual(['dp-gd', 'dp-nag-opt']);
    expect(plan.plans[0].privacy.epsilon).toBeCloseTo(1, 9);
  });

  it('makes a trial whose experiment it can plan, of a file by its size', async () => {
    const trial = await engine.klTrial(opening);
    expect(trial.assumed).toEqual([]);
    expect(trial.certified.join(' ')).toContain('L0 = ');
    const plan = await engine.plan(trial.experiment);
    expect(plan.refused).toEqual([]);
    expect(plan.constants.kl?.exponent).toBe(2);
    expect(await engine.klTrial(trial.experiment)).toMatchObject({ changes: [] });
    const ofFile = await engine.klTrial(onFile, { data: new Blob([csv]) });
    expect(ofFile.methods.length).toBeGreaterThan(2);
    const error = await failure(engine.klTrial(onFile));
    expect(error.body).toMatchObject({ code: 'missing-data', field: 'data' });
  });

  it('recommends a method from the size of a file alone, and it can be planned', async () => {
    const text = JSON.stringify(bare);
    const report = await engine.recommend(text, { data: new Blob([csv]) });
    const zeros = new Blob(['0,0,1\n'.repeat(100)]);
    expect(await engine.recommend(text, { data: zeros })).toEqual(report);
    expect(await engine.recommend(text, { samples: 100, features: 2 })).toEqual(report);
    const { algorithm, parameters, expected } = report.ranked[0];
    expect(report.experiment.algorithms).toEqual([expect.objectContaining({ id: algorithm })]);
    expect(parameters.iterations).toBeGreaterThan(0);
    expect(expected.low).toBeLessThanOrEqual(expected.high);
    const plan = await engine.plan(report.experiment, { data: zeros });
    expect(plan.refused).toEqual([]);
    const one = await engine.recommend(text, { samples: 100, features: 2, method: 'dp-hb' });
    expect(new Set(one.ranked.map((choice) => choice.algorithm))).toEqual(new Set(['dp-hb']));
  });

  it.each([
    [bare, {}, 'missing-data', 'data'],
    [{ ...bare, privacy: { notion: 'none' } }, size, 'unsupported-notion', 'privacy.notion'],
    [bare, { ...size, method: 'vr-frank-wolfe' }, 'unknown-algorithm', 'method'],
    [bare, { ...size, method: 7 }, 'invalid-type', 'method'],
  ])('%j with %j: why nothing is recommended', async (experiment, options, code, field) => {
    const asked = engine.recommend(JSON.stringify(experiment), options as RecommendOptions);
    expect((await failure(asked)).body).toMatchObject({ code, field });
  });

  it('audits: refutes a planted defect and nothing that is correct', async () => {
    const told: number[] = [];
    const one: Experiment = {
      ...opening,
      algorithms: [{ id: 'dp-gd', parameters: { iterations: 1 } }],
    };
    const report = await engine.audit(one, {
      runs: 20_000,
      onProgress: ({ done }) => told.push(done),
    });
    expect(report).toMatchObject({ verdict: 'consistent', planted: null, runs: 20_000 });
    expect(report.lowerBound.epsilon).toBeGreaterThan(0.6);
    expect(report.exactEpsilon).toBeCloseTo(1, 2);
    expect(told.at(-1)).toBe(20_000);
    const planted = await engine.audit(one, { runs: 2000, planted: 'exact-release' });
    expect(planted).toMatchObject({ verdict: 'refuted', planted: 'exact-release' });
  });

  it('cancels an audit within 100 ms', async () => {
    const controller = new AbortController();
    let aborted = 0;
    const error = await failure(
      engine.audit(opening, {
        runs: 1_000_000,
        signal: controller.signal,
        onProgress: () => {
          aborted ||= performance.now();
          controller.abort();
        },
      }),
    );
    expect(error.code).toBe('cancelled');
    expect(performance.now() - aborted).toBeLessThan(100);
    // The worker lives on, or its successor.
    expect((await engine.plan(opening)).cost.runs).toBe(10);
  });

  it('runs; the trace that it tells is the trace of the result', async () => {
    const sweep = [{ path: 'privacy.epsilon', values: [1, 10] }];
    const told = new Map<number, TraceEvent[]>();
    let last = { done: 0, total: 0 };
    const result = await engine.run(
      { ...opening, sweep },
      {
        onTrace: (event) => told.set(event.run, [...(told.get(event.run) ?? []), event]),
        onProgress: (progress) => (last = progress),
      },
    );
    expect(result.runs).toHaveLength(20);
    expect(last.done).toBeGreaterThan(0);
    result.runs.forEach((run, position) => {
      expect(run.status).toBe('completed');
      const events = told.get(position) ?? [];
      const { algorithm, label, repeat } = run;
      expect(events[0]).toMatchObject({ algorithm, label, repeat, sweep: run.sweep });
      expect(events.flatMap((event) => [...event.iteration])).toEqual(
        outcomeOf(run).trace.iteration,
      );
      expect(events.flatMap((event) => [...event.epsilonSpent])).toEqual(
        outcomeOf(run).trace.epsilonSpent,
      );
      expect(events.flatMap((event) => [...(event.suboptimality ?? [])])).toEqual(
        run.nonPrivate?.trace?.suboptimality,
      );
    });
  });

  it('gives the same bits again, and to verify', async () => {
    const result = await engine.run(opening);
    expect(result.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    fingerprints.set(`${variant} ${workers}`, result.fingerprint);
    expect(await engine.verify(result)).toEqual({
      matches: true,
      expected: result.fingerprint,
      actual: result.fingerprint,
      differing: [],
    });
    const forged = structuredClone(result);
    forged.fingerprint = '0'.repeat(64);
    expect(await engine.verify(forged)).toMatchObject({ matches: false });
  });

  it('redacts everything that was computed without noise', async () => {
    const result = await engine.run(opening);
    expect(JSON.stringify(result)).toContain('nonPrivate');
    const redacted = await engine.redact(result);
    expect(JSON.stringify(redacted)).not.toMatch(/"nonPrivate":/);
    expect(redacted.fingerprint).toBe(result.fingerprint);
  });

  it('gives the tables of a result as CSV', async () => {
    const result = await engine.run(opening);
    const [header, ...rows] = (await engine.table(result, 'summary')).trimEnd().split('\n');
    const at = header.split(',').indexOf('nonPrivate.suboptimality.median');
    const medians = result.nonPrivate!.summary!.map(({ final }) => final.suboptimality.median);
    expect(rows.map((row) => Number(row.split(',')[at]))).toEqual(medians);
    const traces = (await engine.table(JSON.stringify(result), 'traces')).trimEnd().split('\n');
    const points = result.runs.map(({ trace }) => trace!.iteration.length);
    expect(traces).toHaveLength(1 + points.reduce((sum, count) => sum + count, 0));
    const error = await failure(engine.table(result, 'runs' as 'traces'));
    expect(error.body).toMatchObject({ code: 'invalid-value', field: 'table' });
  });

  it('answers accountant questions and names the wrong field of a bad one', async () => {
    const question = {
      query: 'gaussian-epsilon',
      noiseMultiplier: 1,
      samplingRate: 0.001,
    } as const;
    const rest = { steps: 30000, delta: 1e-7, accountant: 'rdp', orders: [12, 13, 14] } as const;
    const answer = await engine.account({ ...question, ...rest });
    expect(answer.value).toBeCloseTo(1.4154988495445, 12);
    expect(answer.bound).toBe('upper');
    const error = await failure(engine.account({ ...question, delta: 0 }));
    expect(error).toMatchObject({ code: 'invalid-budget', field: 'delta' });
  });

  it('checks the privacy statement from the statement alone, and against the experiment', async () => {
    const result = await engine.run(opening);
    const report = await engine.checkStatement(result);
    expect(report).toMatchObject({ consistent: true, problems: [] });
    expect(report.experiment).toEqual({ compared: true, notCompared: [] });
    expect(report.entries.map(({ algorithm }) => algorithm)).toEqual(['dp-gd', 'dp-nag-opt']);
    const alone = await engine.checkStatement(JSON.stringify(result.privacy.statement));
    expect(alone).toMatchObject({ consistent: true, total: report.total });

    const forged = structuredClone(result);
    forged.privacy.statement!.entries[1].noise!.values[0][1] /= Math.SQRT2;
    const refuted = await engine.checkStatement(forged);
    expect(refuted.consistent).toBe(false);
    expect(refuted.problems[0]).toMatch(/^entries\.1\.cost\.perRun: understated: /);
    const error = await failure(engine.checkStatement('{}'));
    expect(error.body).toMatchObject({ code: 'missing-field', field: 'privacy.statement' });
  });

  // The clock also counts what else the machine does: a busy one has more than one try.
  it('cancels within 100 ms and keeps what was done', { retry: 3 }, async () => {
    const abort = new AbortController();
    let begin: () => void = () => undefined;
    const began = new Promise<void>((resolve) => (begin = resolve));
    const outcome = failure(engine.run(endless, { signal: abort.signal, onTrace: begin }));
    await began;
    await wait(50);
    const start = performance.now();
    abort.abort();
    const error = await outcome;
    expect(performance.now() - start).toBeLessThan(100);
    expect(error.code).toBe('cancelled');
    expect(error.partial?.runs.every(({ status }) => status === 'cancelled')).toBe(true);
    expect((await engine.run(opening)).runs).toHaveLength(10);
  });

  it('holds while paused, then gives the same bits', async () => {
    const pause = new PauseController();
    let points = 0;
    pause.pause();
    const run = engine.run(opening, {
      pause: pause.signal,
      onTrace: ({ iteration }) => (points += iteration.length),
    });
    await wait(300);
    const held = points;
    await wait(100);
    expect(points).toBe(held);
    pause.resume();
    const { fingerprint, runs } = await run;
    expect(fingerprint).toBe(fingerprints.get(`${variant} ${workers}`));
    expect(points).toBe(runs.reduce((sum, one) => sum + outcomeOf(one).trace.iteration.length, 0));
  });

  it('reads a file from a blob, bytes, a stream and the disk alike', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-'));
    const file = join(folder, 'points.csv');
    await writeFile(file, csv);
    const bytes = new TextEncoder().encode(csv);
    const sources = [bytes, bytes.buffer, new Blob([csv]), new Blob([csv]).stream()];
    const results = [];
    for (const data of [...sources, await openAsBlob(file)]) {
      results.push((await engine.run(onFile, { data })).fingerprint);
    }
    await rm(folder, { recursive: true });
    expect(results[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(results).size).toBe(1);
  });

  it.each([
    [
      'an unknown algorithm',
      { algorithms: [{ id: 'dp-sdg' }] },
      'unknown-algorithm',
      'algorithms.0.id',
    ],
    [
      'a mini-batch larger than the data',
      { algorithms: [{ id: 'dp-gd', parameters: { batchSize: 1000 } }] },
      'invalid-value',
      'algorithms.0.parameters.batchSize',
    ],
    [
      'no iterations',
      { algorithms: [{ id: 'dp-gd', parameters: { iterations: 0 } }] },
      'invalid-value',
      'algorithms.0.parameters.iterations',
    ],
    [
      'a parameter that the algorithm does not have',
      { algorithms: [{ id: 'dp-gd', parameters: { colour: 1 } }] },
      'unknown-field',
      'algorithms.0.parameters.colour',
    ],
    [
      'an unknown data set',
      { data: { kind: 'builtin', name: 'iris' } },
      'unknown-name',
      'data.name',
    ],
    [
      'an unsupported notion',
      { privacy: { notion: 'zcdp', rho: -1 } },
      'invalid-budget',
      'privacy.rho',
    ],
  ])('refuses %s', async (_, change, code, field) => {
    const wrong = { ...opening, ...change } as Experiment;
    for (const error of [await failure(engine.plan(wrong)), await failure(engine.run(wrong))]) {
      expect(error).toMatchObject({ code, field });
      expect(error.message).not.toBe('');
    }
  });

  it.each([
    ['no bytes at all', undefined, 'missing-data'],
    ['an empty file', '', 'empty-data'],
    ['a ragged row', '1,2,1\n1,2\n', 'ragged-data'],
    ['text in a number column', '1,2,1\n1,two,1\n', 'not-a-number'],
    ['NaN', '1,2,1\n1,nan,-1\n', 'not-finite'],
    ['three classes', '1,2,1\n1,2,-1\n1,2,3\n', 'invalid-labels'],
  ])('refuses a file: %s', async (_, text, code) => {
    const data = text === undefined ? undefined : new Blob([text]);
    expect(await failure(engine.run(onFile, { data }))).toMatchObject({ code });
  });

  it('refuses a file that cannot fit before it has read it whole', async () => {
    const piece = new Blob(['1,2,1\n'.repeat(2e5)]);
    const many = new Blob(new Array<Blob>(2000).fill(piece));
    const start = performance.now();
    expect(await failure(engine.plan(onFile, { data: many }))).toMatchObject({
      code: 'file-too-large',
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

it('every variant and number of workers gives the same bits', () => {
  expect(fingerprints.size).toBe(3);
  expect(new Set(fingerprints.values()).size).toBe(1);
});

it('memory that cannot be had is out-of-memory, and the engine goes on', async () => {
  const engine = await createEngine({ variant: 'simd', workers: 1, memoryBytes: 5e6 });
  const large = { ...endless.data, samples: 500_000 } as Experiment['data'];
  const error = await failure(engine.run({ ...endless, data: large }));
  expect(['limit-exceeded', 'out-of-memory']).toContain(error.code);
  expect((await engine.run(opening)).runs).toHaveLength(10);
  engine.dispose();
});
