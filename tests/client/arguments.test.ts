import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { Engine, EngineOptions, RunOptions } from '../../wasm/client/types.ts';
import { changed, small } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging } from './fake-environment.ts';

/** An engine without the types that TypeScript would check. */
type Untyped = Record<keyof Engine, (...values: unknown[]) => Promise<unknown>>;

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

async function untypedEngine() {
  const environment = new FakeEnvironment();
  const engine = (await createEngineIn(environment, {})) as unknown as Untyped;
  const sent = () => environment.workers.flatMap(({ received }) => received).length;
  return { engine, environment, sent };
}

/** What each method of the engine takes by name, after what it takes by place. */
const calls: Record<
  Exclude<keyof Engine, 'variant' | 'workers' | 'version' | 'dispose' | symbol>,
  { before: unknown[]; options: string[] }
> = {
  catalogue: { before: [], options: [] },
  theoryQueries: { before: [], options: [] },
  theory: { before: [{ query: 'horizon' }], options: [] },
  account: { before: [{ query: 'zcdp-to-delta' }], options: [] },
  estimate: { before: [small], options: [] },
  redact: { before: ['{}'], options: [] },
  table: { before: ['{}', 'traces'], options: [] },
  checkStatement: { before: ['{}'], options: [] },
  plan: {
    before: [small],
    options: ['data', 'signal', 'onProgress', 'onlyAtHand', 'trialSeconds'],
  },
  run: { before: [small], options: ['data', 'signal', 'onProgress', 'onTrace', 'pause', 'keepPartial'] }, // prettier-ignore
  verify: { before: ['{}'], options: ['data', 'signal', 'onProgress', 'onTrace', 'pause', 'keepPartial'] }, // prettier-ignore
  audit: { before: [small], options: ['data', 'signal', 'onProgress', 'algorithm', 'planted', 'runs', 'confidence', 'seed'] }, // prettier-ignore
  neighbours: { before: [small], options: ['data', 'signal', 'onProgress', 'algorithm'] },
  inspect: { before: [new Blob(['a'])], options: ['signal', 'name', 'format', 'delimiter', 'decimal', 'header', 'comments', 'encoding', 'target', 'positive', 'firstIndex'] }, // prettier-ignore
  klTrial: { before: [small], options: ['data', 'signal'] },
  recommend: { before: [small], options: ['data', 'signal', 'method', 'samples', 'features'] },
  landscape: { before: [small, {}], options: ['data', 'signal', 'onProgress'] },
  solve: { before: [small], options: ['data', 'signal', 'onProgress', 'solver', 'tolerance', 'gradients', 'seed', 'primalRegularization', 'dualRegularization'] }, // prettier-ignore
  registerSolver: { before: ['mine', () => null], options: ['stepSeconds', 'solveSeconds'] },
  synthesize: { before: ['{}'], options: ['run', 'records', 'seed', 'codes'] },
  marginals: { before: ['{}'], options: ['data', 'signal', 'onProgress', 'run'] },
  fit: { before: ['a,b\n1,2\n'], options: ['target', 'positive', 'threshold', 'regression', 'epsilon', 'delta', 'columns', 'holdOut', 'privateScore', 'method', 'rangesShare', 'name', 'set', 'delimiter', 'decimal', 'encoding', 'signal', 'onProgress'] }, // prettier-ignore
  loadModel: { before: ['{}'], options: [] },
};
const everyOption = [...new Set(Object.values(calls).flatMap(({ options }) => options))];

describe('an argument of the wrong type', () => {
  const wrong = [undefined, null, 5, true, () => 1, Symbol('a'), cyclic, { n: 1n }];
  const methods = ['redact', 'table', 'checkStatement', 'verify', 'account', 'theory'] as const;

  it.each([...methods, 'plan', 'run', 'audit'] as const)(
    '%s refuses it before a worker sees it',
    async (method) => {
      const { engine, sent } = await untypedEngine();
      const before = sent();
      for (const value of wrong) {
        expect((await failure(engine[method](value))).code).toBe('invalid-type');
      }
      expect(sent()).toBe(before);
    },
  );

  it.each(wrong)('landscape refuses %p as an experiment and as a request', async (value) => {
    const { engine, sent } = await untypedEngine();
    const before = sent();
    expect((await failure(engine.landscape(value, {}))).code).toBe('invalid-type');
    const error = await failure(engine.landscape(small, value));
    expect(error.body).toMatchObject({ code: 'invalid-type', field: 'request' });
    expect(sent()).toBe(before);
  });

  it.each(wrong)('table refuses %p as the name of a table', async (value) => {
    const { engine } = await untypedEngine();
    const error = await failure(engine.table('{}', value));
    expect(error.body).toMatchObject({ code: 'invalid-type', field: 'table' });
  });

  it.each([
    ['data', 7],
    ['data', null],
    ['signal', {}],
    ['signal', 'now'],
    ['pause', true],
    ['onTrace', 'log'],
    ['onProgress', {}],
    ['keepPartial', 'yes'],
    ['runs', '7'],
    ['algorithm', 7],
  ])('%s: %j names the option', async (name, value) => {
    const { engine, sent } = await untypedEngine();
    const before = sent();
    const having = (['plan', 'run', 'audit', 'verify'] as const).filter((method) =>
      calls[method].options.includes(name),
    );
    expect(having).not.toEqual([]);
    for (const method of having) {
      const error = await failure(engine[method](small, { [name]: value }));
      expect(error.body).toMatchObject({ code: 'invalid-type', field: name });
    }
    expect((await failure(engine.run(small, null))).field).toBe('options');
    expect(sent()).toBe(before);
  });

  it.each([
    [{ variant: 'fast' }, 'invalid-value', 'variant'],
    [{ variant: 7 }, 'invalid-type', 'variant'],
    [{ memoryBytes: -1 }, 'invalid-value', 'memoryBytes'],
    [{ memoryBytes: NaN }, 'invalid-value', 'memoryBytes'],
    [{ memoryBytes: '1e9' }, 'invalid-type', 'memoryBytes'],
    [{ workers: '2' }, 'invalid-type', 'workers'],
    [{ baseUrl: 5 }, 'invalid-type', 'baseUrl'],
    [null, 'invalid-type', 'options'],
  ])('createEngine(%j) is %s at %s', async (options, code, field) => {
    const environment = new FakeEnvironment();
    const error = await failure(createEngineIn(environment, options as EngineOptions));
    expect(error.body).toMatchObject({ code, field });
    expect(environment.workers).toEqual([]);
  });
});

describe.each(Object.entries(calls))('the options of %s', (method, { before, options }) => {
  const ask = async (given: unknown) => {
    const { engine, sent } = await untypedEngine();
    const earlier = sent();
    const error = await failure(engine[method as keyof Engine](...before, given));
    expect(sent()).toBe(earlier);
    return error;
  };

  it('are refused where it has none of the name, whatever others have', async () => {
    const strange = ['tolerence', 'constructor', '__proto', 'toString', '', 'x'.repeat(1000)];
    for (const name of [...strange, ...everyOption.filter((one) => !options.includes(one))]) {
      for (const value of [undefined, 1e-3]) {
        const { body } = await ask({ [name]: value });
        expect(body).toMatchObject({ code: 'unknown-field', field: name.slice(0, 40) });
        expect(body.message.length).toBeLessThan(400);
      }
    }
  });

  it('are looked for by their nearest name, in any case', async () => {
    for (const option of options) {
      for (const slip of [option.toUpperCase(), `${option}s`, option.slice(0, -1)]) {
        if (options.includes(slip)) continue;
        expect((await ask({ [slip]: 1 })).message).toContain(`Did you mean "${option}"?`);
      }
    }
  });

  it.each([new Blob([]), [], null, 'data', new AbortController().signal])(
    'are no %p',
    async (given) => {
      expect((await ask(given)).body).toMatchObject({ code: 'invalid-type', field: 'options' });
    },
  );

  it('are all listed here', async () => {
    for (const option of options) {
      const { body } = await ask({ [option]: Symbol('wrong') });
      expect(body).toMatchObject({ code: 'invalid-type', field: option });
    }
  });
});

it('every method of the engine is among those', async () => {
  const { engine } = await untypedEngine();
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(engine));
  expect(own.filter((name) => !['constructor', 'dispose'].includes(name)).sort()).toEqual(
    Object.keys(calls).sort(),
  );
});

it('createEngine refuses what it does not know', async () => {
  const environment = new FakeEnvironment();
  const error = await failure(createEngineIn(environment, { worker: 2 } as EngineOptions));
  expect(error.body).toMatchObject({ code: 'unknown-field', field: 'worker' });
  expect(error.message).toContain('Did you mean "workers"?');
});

describe('data that cannot be read', () => {
  const onFile = changed('data', { kind: 'file', name: 'a.csv', format: 'csv' });

  it('is an error at data: a locked stream, a failing one, one of other things', async () => {
    const { engine } = await untypedEngine();
    const locked = new ReadableStream<Uint8Array>();
    locked.getReader();
    expect((await failure(engine.run(onFile, { data: locked }))).code).toBe('io-failed');
    const failing = new ReadableStream({
      pull: () => Promise.reject(new Error('gone')),
    });
    const gone = await failure(engine.run(onFile, { data: failing }));
    expect(gone.body).toMatchObject({ code: 'io-failed', field: 'data' });
    expect(gone.message).toContain('gone');
    const numbers = new ReadableStream({
      start: (controller) => {
        controller.enqueue(12);
      },
    });
    for (const data of [numbers, [1, 2], Float64Array.of(1, 2), new Map([['a', [1]]])]) {
      const error = await failure(engine.run(onFile, { data }));
      expect(error.body).toMatchObject({ code: 'invalid-type', field: 'data' });
    }
  });
});

describe('a function of the caller that throws', () => {
  const thrown = new Error('a defect of the page');
  const throws = () => {
    throw thrown;
  };

  it.each(['onTrace', 'onProgress'])('%s ends its run and nothing else', async (name) => {
    const environment = new FakeEnvironment();
    const engine = await createEngineIn(environment, {});
    const options: RunOptions = { [name]: throws };
    const error = await failure(engine.run(small, options));
    expect(error.body).toEqual({
      code: 'invalid-value',
      field: name,
      message: `${name} threw: a defect of the page`,
    });
    expect(error.cause).toBe(thrown);
    expect((await engine.run(small)).runs).toHaveLength(2);
  });

  it('onProgress ends its plan or audit and nothing else', async () => {
    const progress = { done: false, rounds: 1, total: 2 };
    const environment = new FakeEnvironment(
      obliging((message, worker) => {
        const { id, type } = message;
        if (type === 'plan') worker.answer({ type: 'phase', id, phase: 'planning' });
        if (type === 'audit') worker.answer({ type: 'rounds', id, progress });
        return type === 'audit';
      }),
    );
    const engine = await createEngineIn(environment, {});
    for (const ask of ['plan', 'audit'] as const) {
      const error = await failure(engine[ask](small, { onProgress: throws }));
      expect(error.body).toMatchObject({ code: 'invalid-value', field: 'onProgress' });
    }
    expect((await engine.run(small)).runs).toHaveLength(2);
  });
});

it('a page that refuses workers gets an EngineError that says why', async () => {
  class Refusing extends FakeEnvironment {
    override startWorker(): never {
      throw new DOMException('Script cannot be accessed from this origin', 'SecurityError');
    }
  }
  const error = await failure(createEngineIn(new Refusing(), {}));
  expect(error.body).toMatchObject({ code: 'worker-died', field: 'baseUrl' });
  expect(error.message).toContain('Script cannot be accessed from this origin');
});
