import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { dataFileError } from '../../wasm/client/data-files.ts';
import { engineError } from '../../wasm/client/error.ts';
import type { SessionHandle, WholeModule } from '../../wasm/client/module.ts';
import type { Control, Reply, Request } from '../../wasm/client/protocol.ts';
import type { AskedState } from '../../wasm/client/solve.ts';
import { WorkerServer, type WorkerSurroundings } from '../../wasm/client/serve.ts';

/** The state of a solver before a step, as far as the worker looks at it: not at all. */
const state = { step: 0 } as AskedState;

/** A module whose session does `slices` slices and notes what was called; a solve waits for a step before each. */
function fakeModule(calls: string[], change: Partial<SessionHandle> = {}, slices = 3): WholeModule {
  let left = slices;
  const session: SessionHandle = {
    estimate: () => ({ value: 'the estimate' }),
    needsBytes: () => true,
    feed: (bytes, total) => {
      calls.push(`feed ${bytes.length} of ${total}`);
      return { value: null };
    },
    missingFile: () => '',
    load: () => ({ value: null }),
    shape: () => ({ value: { samples: 7, features: 2 } }),
    rehearse: (_, seconds, threads) => {
      calls.push(`rehearse ${seconds} s on ${threads}`);
      return { value: --left === 0 ? 1 : 0 };
    },
    plan: () => ({ value: 'the plan' }),
    runCount: () => ({ value: 5 }),
    runNumber: (run) => run,
    start: (first, last, threads) => {
      calls.push(`start ${first} ${last} on ${threads}`);
      return { value: null };
    },
    advance: () => {
      calls.push('advance');
      const done = --left === 0;
      return { value: { done, gradientEvaluations: slices - left, totalEvaluations: slices } };
    },
    drain: () => ({
      value: { heads: new Float64Array(3), values: new Float64Array(4), names: [] },
    }),
    cancel: () => {
      calls.push('cancel');
      left = 1;
      return { value: null };
    },
    group: () => ({ value: 'the group' }),
    lacks: () => '',
    delete: () => calls.push('delete'),
    ...change,
  };
  return {
    openWorkspace: () => {
      const workspace = {
        open: () => ({ value: session }),
        delete: () => calls.push('delete workspace'),
      };
      return { value: workspace };
    },
    openAudit: () => ({ error: { code: 'internal', field: '', message: '' } }),
    openInspection: (request) => {
      const seen: string[] = [];
      const inspection = {
        feed: (bytes: Uint8Array) => {
          seen.push(new TextDecoder().decode(bytes));
          return { value: null };
        },
        report: (isCompressed: boolean) => ({
          value: `${request}: ${seen.join('')}, ${String(isCompressed)}`,
        }),
        delete: () => calls.push('delete inspection'),
      };
      return { value: inspection };
    },
    inspectionText: (report) => ({ value: report }),
    openSurvey: (measured, request) => {
      calls.push(`survey ${request}`);
      const survey = {
        advance: (seconds: number) => measured.advance(seconds),
        awaitedStep: () => ({ value: request === 'solve' && left > 0 ? state : null }),
        answerStep: (next: Float64Array | null, failure: string) => {
          calls.push(`answer ${String(next)} ${failure}`);
          return { value: null };
        },
        result: () => ({ value: `measured ${request}` }),
        delete: () => calls.push('delete survey'),
      };
      return { value: survey };
    },
    answerSteps: () => calls.push('answers steps'),
    awaitedSteps: () => ({ value: [] }),
    answerStep: (_, run, next, failure) => {
      calls.push(`answer ${String(next)} ${failure} of ${run}`);
      return { value: null };
    },
    registerSolver: (name) => {
      calls.push(`register ${name}`);
      return { value: null };
    },
    assemble: (_, groups) => ({ value: groups.join('+') }),
    catalogue: () => ({ value: 'the catalogue' }),
    wholeCatalogue: () => ({ value: '{"theoryQueries": []}' }),
    theory: (query) => ({ value: `answer to ${query}` }),
    klTrial: (experiment, samples, features) => ({
      value: `${experiment} of ${samples} x ${features}`,
    }),
    recommend: (experiment, method, samples, features, threads) => ({
      value: `${method} for ${experiment} of ${samples} x ${features} by ${threads}`,
    }),
    withAnyAlgorithm: (experiment) => ({ value: experiment }),
    replayableExperiment: (result) => ({ value: `experiment of ${result}` }),
    compareReplay: (recorded, replay) => ({ value: `${recorded} and ${replay}` }),
    redact: (result) => ({ value: `${result} without` }),
    synthesize: (result) => ({ value: `records of ${result}` }),
    marginalsQuestion: (result, run) => ({
      value: JSON.stringify({ experiment: result, request: `run ${run}` }),
    }),
    resultTable: (result, table) => ({ value: `${table} of ${result}` }),
    account: (query) => ({ value: `${query} answered` }),
    checkStatement: (result) => ({ value: `${result} checked` }),
    fitExperiment: (request, start) => ({
      value: `${request} on ${new TextDecoder().decode(start)}`,
    }),
    completeFit: (request, experiment, samples, features, threads) => ({
      value: `${request}: ${experiment} of ${samples} x ${features} by ${threads}`,
    }),
    requestField: (field) => field,
    modelOf: (result) => ({ value: `model of ${result}` }),
    checkModel: (model) => ({ value: `${model} checked` }),
    redactModel: (model) => ({ value: `${model} without` }),
    modelCode: (model, language) => ({ value: `${model} in ${language}` }),
    modelCard: (model) => ({ value: `card of ${model}` }),
    openPrediction: (model, form) => {
      const seen: string[] = [];
      const prediction = {
        feed: (bytes: Uint8Array) => {
          seen.push(new TextDecoder().decode(bytes));
          return { value: null };
        },
        table: () => ({ value: `${model} on ${form}: ${seen.join('')}` }),
        delete: () => calls.push('delete prediction'),
      };
      return { value: prediction };
    },
    readable: (json) => ({ value: json }),
    accountAtOnce: (query) => ({ value: query === 'zcdp' ? 'at once' : '' }),
    supplyFile: (file, bytes) => {
      calls.push(`supply ${file} of ${bytes.length}`);
      return { value: null };
    },
    memoryBytes: () => 0,
    version: () => '1',
    commandLine: () => ({ error: { code: 'internal', field: '', message: '' } }),
    mayLeaveTableAlone: () => ({ value: null }),
    Messages: class {
      error = () => '';
      warning = () => '';
      refusals = () => ({ value: [] });
    },
    estimatesEntry: () => ({ value: '' }),
    constants: () => ({ value: '' }),
    odometerEntry: () => ({ value: '' }),
    isCounted: () => false,
    odometerLine: () => '',
    beginPart: () => ({ error: { code: 'internal', field: '', message: '' } }),
    readPart: () => ({ error: { code: 'internal', field: '', message: '' } }),
    assembleParts: () => ({ value: '' }),
    odometerReport: () => ({ value: '' }),
    FileIdentity: class {
      update() {}
      finish() {
        return { records: '', bytes: '' };
      }
      delete() {}
    },
    odometerFolder: () => '',
    exitStatus: () => 1,
    declareSolvers: () => ({ value: [] }),
  };
}

const start: Request = {
  type: 'start',
  id: 1,
  variant: 'simd',
  threads: 2,
  memoryBytes: 1e9,
  runs: 100,
  lock: 'a',
};

function serve(module: WholeModule, change: Partial<WorkerSurroundings> = {}) {
  const replies: Reply[] = [];
  let arrived: () => void = () => undefined;
  const server = new WorkerServer({
    loadCore: () => Promise.resolve(() => Promise.resolve(module)),
    loadWhole: () => Promise.resolve(() => Promise.resolve(module)),
    readDataFile: () => Promise.resolve(new Uint8Array(7)),
    post: (reply) => {
      replies.push(reply);
      arrived();
    },
    breathe: () => new Promise((resolve) => setTimeout(resolve, 1)),
    holdLock: () => undefined,
    ...change,
  });
  /** Waits for a reply; stands for what the page would receive. */
  const reply = async (id: number, type: Reply['type'] = 'value'): Promise<Reply> => {
    for (;;) {
      const found = replies.find((one) => one.id === id && one.type === type);
      if (found) return found;
      await new Promise<void>((resolve) => (arrived = resolve));
    }
  };
  const send = (message: Request | Control) => {
    server.receive(message);
  };
  send(start);
  return { send, reply, replies };
}

const run: Request = { type: 'run', id: 2, experiment: '', data: null, share: { index: 1, of: 2 } };

describe('the worker', () => {
  it('runs its share in slices, sends each, and ends with the group', async () => {
    const calls: string[] = [];
    const { send, reply, replies } = serve(fakeModule(calls));
    send(run);
    expect(await reply(2)).toEqual({ type: 'value', id: 2, value: 'the group' });
    expect(calls).toEqual(['start 2 5 on 2', 'advance', 'advance', 'advance', 'delete']);
    expect(replies.filter(({ type }) => type === 'slice')).toHaveLength(3);
  });

  it('measures a landscape in slices and closes what it opened', async () => {
    const calls: string[] = [];
    const { send, reply, replies } = serve(fakeModule(calls));
    send({ type: 'landscape', id: 2, experiment: '', data: null, request: 'r' });
    expect(await reply(2)).toEqual({ type: 'value', id: 2, value: 'measured r' });
    const slices = ['advance', 'advance', 'advance'];
    // The whole engine does it, and all that follows.
    const measured = ['survey r', ...slices, 'delete survey', 'delete'];
    expect(calls).toEqual(['delete workspace', ...measured]);
    expect(replies.filter(({ type }) => type === 'measured')).toHaveLength(3);
  });

  it('ends a landscape that is cancelled between two slices', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, {}, 1e9));
    send({ type: 'landscape', id: 2, experiment: '', data: null, request: 'r' });
    await reply(2, 'measured');
    send({ type: 'cancel', id: 2, keepPartial: false });
    expect(await reply(2, 'error')).toMatchObject({ error: { code: 'cancelled' }, fatal: false });
    expect(calls.slice(-2)).toEqual(['delete survey', 'delete']);
  });

  it.each([
    ['as it is', new Blob(['a,b\n']), 'false'],
    ['unpacked', new Blob([gzipSync('a,b\n')]), 'true'],
  ])('looks at a file %s, and closes what it opened', async (_, blob, isCompressed) => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls));
    const data = { blob, identity: 'data-1' };
    send({ type: 'inspect', id: 2, data, request: '{}' });
    expect(await reply(2)).toMatchObject({ value: `{}: a,b\n, ${isCompressed}` });
    expect(calls).toEqual(['delete inspection']);
  });

  it.each([
    ['as it is', new Blob(['a,b\n1,2\n'])],
    ['unpacked', new Blob([gzipSync('a,b\n1,2\n')])],
  ])('writes the experiment of a fit on a table %s, and keeps its data', async (_, blob) => {
    const calls: string[] = [];
    const { send, reply, replies } = serve(fakeModule(calls));
    send({ type: 'fit', id: 2, data: { blob, identity: 'data-1' }, request: '{}' });
    expect(await reply(2)).toMatchObject({ value: '{}: {} on a,b\n1,2\n of 7 x 2 by 2' });
    const phases = replies.flatMap((one) => (one.type === 'phase' ? [one.phase] : []));
    expect(phases).toEqual(['loading', 'planning']);
    // The engine that works on experiments from now on has read it.
    expect(calls[0]).toBe('delete workspace');
    expect(calls.slice(1).map((call) => call.slice(0, 6))).toEqual(['feed 0', 'feed 8', 'delete']);
  });

  it('shows a fit the first megabyte of a long table', async () => {
    const seen: number[] = [];
    const module = fakeModule([]);
    const { send, reply } = serve({
      ...module,
      fitExperiment: (_, start) => {
        seen.push(start.length);
        return { value: 'draft' };
      },
    });
    const blob = new Blob([new Uint8Array(2 ** 19), new Uint8Array(5 * 2 ** 20)]);
    send({ type: 'fit', id: 2, data: { blob, identity: '' }, request: '{}' });
    await reply(2);
    expect(seen).toEqual([2 ** 20]);
  });

  it('predicts a table in pieces, and closes what it opened', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls));
    const data = { blob: new Blob([gzipSync('a\n1\n')]), identity: '' };
    send({ type: 'predict', id: 2, data, model: 'm', form: '{}' });
    expect(await reply(2)).toMatchObject({ value: 'm on {}: a\n1\n' });
    expect(calls).toEqual(['delete prediction']);
  });

  it('answers what is asked of a model', async () => {
    const { send, reply } = serve(fakeModule([]));
    send({ type: 'model-of', id: 2, result: 'r' });
    send({ type: 'model', id: 3, model: 'm' });
    send({ type: 'redact-model', id: 4, model: 'm' });
    send({ type: 'model-card', id: 5, model: 'm' });
    send({ type: 'model-code', id: 6, model: 'm', language: 'c' });
    const values = ['model of r', 'm checked', 'm without', 'card of m', 'm in c'];
    for (const [index, value] of values.entries()) {
      expect(await reply(index + 2)).toMatchObject({ value });
    }
  });

  const solve: Request = {
    ...{ type: 'solve', id: 2, experiment: '', data: null, request: 'solve', outside: ['mine'] },
  };

  it('asks for each step of a solver of the page, and goes on with the answer', async () => {
    const calls: string[] = [];
    const { send, reply, replies } = serve(fakeModule(calls));
    send({ type: 'solver', id: 9, name: 'mine' });
    await reply(9);
    send(solve);
    expect(await reply(2, 'measured')).toMatchObject({ steps: [{ run: 0, state }] });
    send({ type: 'steps', id: 2, answers: [{ next: Float64Array.of(1, 2), failure: '' }] });
    await expect.poll(() => replies.filter(({ type }) => type === 'measured').length).toBe(2);
    expect(calls.at(-1)).toBe('advance');
    send({ type: 'steps', id: 2, answers: [{ next: null, failure: 'no' }] });
    expect(await reply(2)).toMatchObject({ value: 'measured solve' });
    const steps = ['advance', 'answer 1,2 ', 'advance', 'answer null no', 'advance'];
    const all = ['register mine', 'delete workspace', 'survey solve', ...steps];
    expect(calls).toEqual([...all, 'delete survey', 'delete']);
  });

  it('ends a solve that is cancelled while it waits for a step', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls));
    send(solve);
    await reply(2, 'measured');
    send({ type: 'cancel', id: 2, keepPartial: false });
    expect(await reply(2, 'error')).toMatchObject({ error: { code: 'cancelled' }, fatal: false });
    expect(calls.slice(-3)).toEqual(['advance', 'delete survey', 'delete']);
  });

  /** A module that lacks the method in its core, and whose runs wait for two steps at first. */
  function askingModule(calls: string[]): WholeModule {
    const module = fakeModule(calls, { lacks: () => 'output-perturbation' });
    let steps = [3, 4].map((place) => ({ run: place, state }));
    const awaitedSteps = () => {
      const value = steps;
      steps = [];
      return { value };
    };
    return { ...module, awaitedSteps };
  }

  it('asks for the steps that its runs wait for, of a solver that it heard of with the run', async () => {
    const calls: string[] = [];
    const { send, reply, replies } = serve(askingModule(calls));
    send({ ...run, outside: ['mine', 'other'] });
    const asked = { steps: [{ run: 3, state }, { run: 4, state }] }; // prettier-ignore
    expect(await reply(2, 'slice')).toMatchObject(asked);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(replies.filter(({ type }) => type === 'slice')).toHaveLength(1);
    const answers = [
      { next: Float64Array.of(1, 2), failure: '' },
      { next: null, failure: 'no' },
    ];
    send({ type: 'steps', id: 2, answers });
    expect(await reply(2)).toMatchObject({ value: 'the group' });
    const known = ['delete', 'register mine', 'register other', 'delete workspace'];
    const begun = ['answers steps', 'start 2 5 on 2', 'advance'];
    const answered = ['answer 1,2  of 3', 'answer null no of 4'];
    const ended = ['advance', 'advance', 'delete'];
    expect([...calls].sort()).toEqual([...known, ...begun, ...answered, ...ended].sort());
    expect(calls.slice(-8)).toEqual([...begun, ...answered, ...ended]);
  });

  it('ends a run that is cancelled while it waits for steps, and keeps what there is', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(askingModule(calls));
    send(run);
    await reply(2, 'slice');
    send({ type: 'cancel', id: 2, keepPartial: true });
    expect(await reply(2)).toMatchObject({ value: 'the group' });
    expect(calls.slice(-4)).toEqual(['advance', 'cancel', 'advance', 'delete']);
  });

  it('makes a trial of an experiment alone, and of one on a file by its size', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls));
    send({ type: 'kl-trial', id: 2, experiment: 'e', data: null });
    expect(await reply(2)).toEqual({ type: 'value', id: 2, value: 'e of 0 x 0' });
    expect(calls).toEqual([]);
    const data = { blob: new Blob(['1,2']), identity: '' };
    send({ type: 'kl-trial', id: 3, experiment: 'e', data });
    expect(await reply(3)).toEqual({ type: 'value', id: 3, value: 'e of 7 x 2' });
    expect(calls.at(-1)).toBe('delete');
    const asked = { method: 'dp-gd', samples: 0, features: 0 };
    send({ type: 'recommend', id: 4, experiment: 'e', data, asked });
    expect(await reply(4)).toMatchObject({ value: 'dp-gd for e of 7 x 2 by 2' });
    send({
      type: 'recommend',
      id: 5,
      experiment: 'e',
      data: null,
      asked: { ...asked, samples: 9 },
    });
    expect(await reply(5)).toMatchObject({ value: 'dp-gd for e of 9 x 0 by 2' });
  });

  it('feeds a file in pieces', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls));
    const blob = new Blob([new Uint8Array(5 * 2 ** 20)]);
    send({ type: 'plan', id: 3, experiment: '', data: { blob, identity: 'd' }, onlyAtHand: false });
    expect(await reply(3)).toMatchObject({ value: 'the plan' });
    expect(calls).toEqual([
      'feed 0 of 5242880',
      'feed 4194304 of 5242880',
      'feed 1048576 of 5242880',
      'delete',
    ]);
  });

  it('gives the engine each built-in file that it lacks, then loads', async () => {
    const calls: string[] = [];
    const lacks = ['digits.csv', 'diabetes.csv', ''];
    const { send, reply } = serve(
      fakeModule(calls, {
        missingFile: () => lacks.shift()!,
        load: () => {
          calls.push('load');
          return { value: null };
        },
      }),
    );
    send({ type: 'plan', id: 3, experiment: '', data: null, onlyAtHand: false });
    await reply(3);
    expect(calls).toEqual(['supply digits.csv of 7', 'supply diabetes.csv of 7', 'load', 'delete']);
  });

  it('says which built-in file cannot be had, and reads it again when asked again', async () => {
    const calls: string[] = [];
    const lacks = ['digits.csv', 'digits.csv', ''];
    let reads = 0;
    const { send, reply } = serve(fakeModule(calls, { missingFile: () => lacks.shift()! }), {
      readDataFile: (file) => {
        if (++reads > 1) return Promise.resolve(new Uint8Array(7));
        return Promise.reject(dataFileError(file, 'there is no net'));
      },
    });
    send({ type: 'plan', id: 3, experiment: '', data: null, onlyAtHand: false });
    const { error, fatal } = (await reply(3, 'error')) as Extract<Reply, { type: 'error' }>;
    expect(error).toMatchObject({ code: 'io-failed', field: 'data.name' });
    expect(error.message).toContain('digits.csv cannot be had: there is no net');
    expect(fatal).toBe(false);
    send({ type: 'plan', id: 4, experiment: '', data: null, onlyAtHand: false });
    expect(await reply(4)).toMatchObject({ value: 'the plan' });
  });

  it('loads the whole engine for the first question, and only then', async () => {
    const loaded: string[] = [];
    const module = fakeModule([]);
    const { send, reply } = serve(module, {
      loadWhole: (variant) => {
        loaded.push(variant);
        return Promise.resolve(() => Promise.resolve(module));
      },
    });
    send({ type: 'catalogue', id: 2 });
    send({ type: 'plan', id: 3, experiment: '', data: null, onlyAtHand: false });
    await reply(3);
    send({ type: 'account', id: 6, query: 'zcdp' });
    expect(await reply(6)).toMatchObject({ value: 'at once' });
    expect(loaded).toEqual([]);
    send({ type: 'theory', id: 4, query: 'a' });
    send({ type: 'account', id: 5, query: 'b' });
    expect(await reply(4)).toMatchObject({ value: 'answer to a' });
    expect(await reply(5)).toMatchObject({ value: 'b answered' });
    expect(loaded).toEqual(['simd']);
  });

  const quick = { type: 'plan', id: 3, experiment: '', data: null, onlyAtHand: true } as const;

  /** A core without what the whole engine has. */
  function serveLacking() {
    const calls = { core: [] as string[], whole: [] as string[] };
    const core = fakeModule(calls.core, { lacks: () => 'kl-spider', needsBytes: () => false });
    const whole = fakeModule(calls.whole, { needsBytes: () => false });
    let loads = 0;
    const served = serve(core, {
      loadWhole: () => {
        ++loads;
        return Promise.resolve(() => Promise.resolve(whole));
      },
    });
    return { ...served, calls, loads: () => loads };
  }

  it('gives an experiment that names what the core lacks to the whole engine, and all later ones', async () => {
    const { send, reply, calls, loads } = serveLacking();
    send({ type: 'plan', id: 3, experiment: '', data: null, onlyAtHand: false });
    expect(await reply(3)).toMatchObject({ value: 'the plan' });
    expect(calls.core).toEqual(['delete', 'delete workspace']);
    send(run);
    expect(await reply(2)).toMatchObject({ value: 'the group' });
    send({ type: 'assemble', id: 4, experiment: '', groups: ['a', 'b'] });
    expect(await reply(4)).toMatchObject({ value: 'a+b' });
    expect(calls.core).toHaveLength(2);
    expect(calls.whole.filter((call) => call === 'delete')).toHaveLength(3);
    expect(loads()).toBe(1);
  });

  it('puts together with the whole engine what names more than the core has', async () => {
    const { send, reply, calls } = serveLacking();
    send({ type: 'assemble', id: 4, experiment: '', groups: ['a', 'b'] });
    expect(await reply(4)).toMatchObject({ value: 'a+b' });
    expect(calls.whole).toEqual(['delete']);
  });

  const tried = { ...quick, onlyAtHand: false, trialSeconds: 0.1 };

  it('tries runs in slices before it plans, where that is asked for', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, { needsBytes: () => false }, 2));
    send(tried);
    expect(await reply(3)).toMatchObject({ value: 'the plan' });
    // The core tries nothing: the whole engine takes over.
    const trials = ['rehearse 0.1 s on 2', 'rehearse 0.1 s on 2'];
    expect(calls).toEqual(['delete', 'delete workspace', ...trials, 'delete']);
  });

  it('ends a trial that is cancelled between two slices', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, { needsBytes: () => false }, Infinity));
    send(tried);
    setTimeout(() => {
      send({ type: 'cancel', id: 3, keepPartial: false });
    }, 5);
    expect(await reply(3, 'error')).toMatchObject({ error: { code: 'cancelled' } });
    expect(calls.at(-1)).toBe('delete');
  });

  it('plans nothing for which it would have to load more, where only that is asked for', async () => {
    const { send, reply, loads } = serveLacking();
    send(quick);
    expect(await reply(3, 'error')).toMatchObject({ error: { code: 'cancelled' }, fatal: false });
    expect(loads()).toBe(0);
    send({ ...quick, id: 4, onlyAtHand: false });
    await reply(4);
    send({ ...quick, id: 5 });
    expect(await reply(5)).toMatchObject({ value: 'the plan' });
  });

  it('plans nothing for which it would have to read a file, where only that is asked for', async () => {
    const calls: string[] = [];
    let needsBytes = true;
    const { send, reply } = serve(fakeModule(calls, { needsBytes: () => needsBytes }));
    send(quick);
    expect(await reply(3, 'error')).toMatchObject({ error: { code: 'cancelled' }, fatal: false });
    expect(calls).toEqual(['delete']);
    needsBytes = false;
    send({ ...quick, id: 4 });
    expect(await reply(4)).toMatchObject({ value: 'the plan' });
  });

  it('goes on without the whole engine where it does not load, and tries again', async () => {
    const module = fakeModule([]);
    let tries = 0;
    const { send, reply } = serve(module, {
      loadWhole: () => {
        if (++tries === 1) return Promise.reject(engineError('worker-died', 'baseUrl', 'no file'));
        return Promise.resolve(() => Promise.resolve(module));
      },
    });
    send({ type: 'theory', id: 4, query: 'a' });
    expect(await reply(4, 'error')).toMatchObject({ error: { message: 'no file' }, fatal: false });
    send({ type: 'plan', id: 5, experiment: '', data: null, onlyAtHand: false });
    expect(await reply(5)).toMatchObject({ value: 'the plan' });
    send({ type: 'theory', id: 6, query: 'a' });
    expect(await reply(6)).toMatchObject({ value: 'answer to a' });
  });

  it('reads no file that the engine has kept', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, { needsBytes: () => false }));
    send({
      type: 'plan',
      id: 3,
      experiment: '',
      data: { blob: new Blob(['1']), identity: 'd' },
      onlyAtHand: false,
    });
    await reply(3);
    expect(calls).toEqual(['delete']);
  });

  it('holds while paused and sees a cancellation', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, {}, 1e9));
    send(run);
    await reply(2, 'slice');
    send({ type: 'pause', id: 2, paused: true });
    await new Promise((resolve) => setTimeout(resolve, 10));
    const before = calls.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toHaveLength(before);
    send({ type: 'pause', id: 2, paused: false });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(calls.length).toBeGreaterThan(before);
    send({ type: 'pause', id: 2, paused: true });
    send({ type: 'cancel', id: 2, keepPartial: true });
    expect(await reply(2)).toMatchObject({ value: 'the group' });
    expect(calls.slice(-3)).toEqual(['cancel', 'advance', 'delete']);
  });

  it('drops a cancelled run without writing its group', async () => {
    const calls: string[] = [];
    const { send, reply } = serve(fakeModule(calls, {}, 1e9));
    send(run);
    await reply(2, 'slice');
    send({ type: 'cancel', id: 2, keepPartial: false });
    expect(await reply(2, 'error')).toMatchObject({ error: { code: 'cancelled' }, fatal: false });
    expect(calls).not.toContain('cancel');
  });

  it('asks the engine about the theory', async () => {
    const { send, reply } = serve(fakeModule([]));
    send({ type: 'theory', id: 3, query: 'q' });
    expect(await reply(3)).toMatchObject({ value: 'answer to q' });
  });

  it('asks the engine about results', async () => {
    const { send, reply } = serve(fakeModule([]));
    send({ type: 'replayable', id: 3, result: 'r' });
    send({ type: 'compare', id: 4, recorded: 'a', replay: 'b' });
    send({ type: 'redact', id: 5, result: 'r' });
    send({ type: 'account', id: 6, query: 'q' });
    send({ type: 'check-statement', id: 7, result: 'r' });
    send({ type: 'synthesize', id: 9, result: 'r', synthesis: {} });
    send({ type: 'marginals', id: 10, result: 'r', run: 2 });
    send({ type: 'table', id: 8, result: 'r', table: 'traces' });
    expect(await reply(8)).toMatchObject({ value: 'traces of r' });
    expect(await reply(9)).toMatchObject({ value: 'records of r' });
    expect(await reply(10)).toMatchObject({ value: '{"experiment":"r","request":"run 2"}' });
    expect(await reply(3)).toMatchObject({ value: 'experiment of r' });
    expect(await reply(4)).toMatchObject({ value: 'a and b' });
    expect(await reply(5)).toMatchObject({ value: 'r without' });
    expect(await reply(6)).toMatchObject({ value: 'q answered' });
    expect(await reply(7)).toMatchObject({ value: 'r checked' });
  });

  it('answers other requests between slices', async () => {
    const { send, reply } = serve(fakeModule([], {}, 1e9));
    send(run);
    await reply(2, 'slice');
    send({ type: 'catalogue', id: 4 });
    expect(await reply(4)).toMatchObject({ value: 'the catalogue' });
    send({ type: 'cancel', id: 2, keepPartial: false });
    await reply(2, 'error');
  });

  it('passes an error on; the instance stays good', async () => {
    const calls: string[] = [];
    const error = { code: 'unstable-step', field: 'algorithms.0', message: 'Too long.' } as const;
    const { send, reply } = serve(fakeModule(calls, { start: () => ({ error }) }));
    send(run);
    expect(await reply(2, 'error')).toEqual({ type: 'error', id: 2, error, fatal: false });
    expect(calls).toEqual(['delete']);
  });

  it('a trap is fatal, and nothing of the instance is touched after it', async () => {
    const calls: string[] = [];
    const advance = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const { send, reply } = serve(fakeModule(calls, { advance }));
    send(run);
    const died = { error: { code: 'worker-died' }, fatal: true };
    expect(await reply(2, 'error')).toMatchObject(died);
    expect(calls).not.toContain('delete');
  });

  it('memory that ran out is fatal', async () => {
    const error = { code: 'out-of-memory', field: '', message: '' } as const;
    const { send, reply } = serve(fakeModule([], { load: () => ({ error }) }));
    send(run);
    expect(await reply(2, 'error')).toMatchObject({ error, fatal: true });
  });
});
