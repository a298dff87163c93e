import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import { EngineError } from '../../wasm/client/error.ts';
import { PauseController } from '../../wasm/client/pause.ts';
import type { DataSource, Engine, EngineOptions, TraceEvent } from '../../wasm/client/types.ts';
import { changed, small } from './experiments.ts';
import { FakeEnvironment, completeRun, obliging, type Behaviour } from './fake-environment.ts';

async function engineWith(
  behave?: Behaviour,
  options: EngineOptions = {},
): Promise<{ engine: Engine; environment: FakeEnvironment }> {
  const environment = new FakeEnvironment(behave);
  return { engine: await createEngineIn(environment, options), environment };
}

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`no EngineError but ${String(error)}`);
}

const neverRuns = obliging((message) => message.type === 'run');

describe('createEngine', () => {
  it('starts one worker for each core in simd, one with threads in simd-mt', async () => {
    const simd = await engineWith();
    expect(simd.environment.workers).toHaveLength(2);
    expect(simd.engine).toMatchObject({ variant: 'simd', workers: 2, version: '0.1.0' });
    const threads = await engineWith(undefined, { variant: 'simd-mt', workers: 3 });
    expect(threads.environment.workers).toHaveLength(1);
    expect(threads.environment.workers[0].received[0]).toMatchObject({ type: 'start', threads: 3 });
  });

  it('rejects when the first worker cannot start', async () => {
    const behave = obliging((message, worker) => {
      if (message.type === 'start') worker.die('its script could not be loaded');
      return message.type === 'start';
    });
    const error = await failure(engineWith(behave));
    expect(error.code).toBe('worker-died');
    expect(error.message).toContain('its script could not be loaded');
  });

  describe('where threads cannot start', () => {
    const withoutThreads = obliging((message, worker) => {
      const fails = message.type === 'start' && message.variant === 'simd-mt';
      if (fails) worker.die('a thread could not be started');
      return fails;
    });

    function environmentWithThreads() {
      const environment = new FakeEnvironment(withoutThreads);
      environment.best = 'simd-mt';
      return environment;
    }

    it('goes without them', async () => {
      const environment = environmentWithThreads();
      const engine = await createEngineIn(environment, {});
      expect(engine.variant).toBe('simd');
      expect(environment.workers.map(({ isTerminated }) => isTerminated)).toEqual([
        true,
        false,
        false,
      ]);
    });

    it('rejects when they were asked for', async () => {
      const environment = environmentWithThreads();
      const error = await failure(createEngineIn(environment, { variant: 'simd-mt' }));
      expect(error.message).toContain('a thread could not be started');
      expect(environment.workers).toHaveLength(1);
    });
  });

  it.each([0, 1.5, 65, NaN])('refuses %s workers', async (workers) => {
    const error = await failure(engineWith(undefined, { workers }));
    expect(error.body).toMatchObject({ code: 'invalid-value', field: 'workers' });
  });
});

describe('a theory query', () => {
  const query = { query: 'figure-2', form: 'published', stages: 2 } as const;

  it('goes to a worker as text, and its answer comes back parsed', async () => {
    const behave = obliging((message, worker) => {
      if (message.type !== 'theory') return false;
      expect(JSON.parse(message.query)).toEqual(query);
      worker.answer({ type: 'value', id: message.id, value: '{"query":"figure-2","noise":[2,1]}' });
      return true;
    });
    const { engine } = await engineWith(behave);
    const { noise } = await engine.theory(query);
    expect(noise).toEqual([2, 1]);
  });

  it('rejects with what the engine says is wrong', async () => {
    const refusal = { code: 'invalid-value', field: 'stages', message: 'is 0' } as const;
    const behave = obliging((message, worker) => {
      if (message.type !== 'theory') return false;
      worker.answer({ type: 'error', id: message.id, error: refusal, fatal: false });
      return true;
    });
    const { engine } = await engineWith(behave);
    expect((await failure(engine.theory({ ...query, stages: 0 }))).body).toEqual(refusal);
  });
});

describe('a run', () => {
  it('deals contiguous groups, tells the trace, and assembles the groups in order', async () => {
    const { engine, environment } = await engineWith();
    const events: TraceEvent[] = [];
    const result = await engine.run(small, { onTrace: (event) => events.push(event) });
    expect(result.runs).toEqual([{ group: 0 }, { group: 1 }]);
    expect(environment.workers.map((worker) => worker.runs()[0].share)).toEqual([
      { index: 0, of: 2 },
      { index: 1, of: 2 },
    ]);
    expect(events.map(({ run, label }) => ({ run, label }))).toEqual([
      { run: 0, label: 'DP-GD' },
      { run: 1, label: 'DP-GD' },
    ]);
  });

  it('takes no more groups than runs, or than copies of the data fit', async () => {
    const { engine, environment } = await engineWith(undefined, { workers: 8 });
    await engine.run(changed('run.repeats', 1));
    expect(environment.workers.flatMap((worker) => worker.runs())).toHaveLength(2);
    const large = changed('data.samples', 2_500_000);
    await engine.run({ ...large, run: { repeats: 10 } });
    expect(environment.workers[0].runs()[1].share.of).toBe(3);
  });

  it('sends the same blob and the same name for the same array, another for another', async () => {
    const { engine, environment } = await engineWith(undefined, { workers: 1 });
    const file = changed('data', { kind: 'file', name: 'a.csv', format: 'csv' });
    const data = new Uint8Array([49, 10]);
    await engine.run(file, { data });
    await engine.run(file, { data });
    await engine.run(file, { data: data.slice() });
    const sent = environment.workers[0].runs().map((run) => run.data!);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2].identity).not.toBe(sent[0].identity);
    expect(await sent[0].blob.text()).toBe('1\n');
  });

  it('takes data in the forms that a fit takes, and hands the same text to the worker', async () => {
    const { engine, environment } = await engineWith();
    const file = changed('data', { kind: 'file', name: 'a.csv', format: 'csv' });
    const text = 'x,y\n1,2\n';
    const columns = { x: Float64Array.of(1), y: [2] };
    const forms: DataSource[] = [text, new Response(text), text.trimEnd().split('\n'), [{ x: 1, y: 2 }], columns]; // prettier-ignore
    for (const data of forms) {
      await engine.run(file, { data });
      const message = environment.workers.flatMap((worker) => worker.runs()).at(-1)!;
      expect(await message.data!.blob.text()).toBe(text);
    }
  });

  it('reads a stream once, and refuses one that is too long before its end', async () => {
    const { engine } = await engineWith(undefined, { memoryBytes: 1000 });
    const file = changed('data', { kind: 'file', name: 'a.csv', format: 'csv' });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        ++pulled;
        controller.enqueue(new Uint8Array(100));
      },
    });
    const error = await failure(engine.run(file, { data: endless }));
    expect(error.code).toBe('file-too-large');
    expect(pulled).toBeLessThan(20);
  });

  it('refuses a wrong experiment without a message to a worker', async () => {
    const { engine, environment } = await engineWith();
    const error = await failure(engine.run(changed('privacy.epsilon', 0)));
    expect(error.code).toBe('invalid-budget');
    expect(environment.workers.flatMap((worker) => worker.runs())).toEqual([]);
  });

  it('waits for the one before it', async () => {
    const started: number[] = [];
    let finish: () => void = () => undefined;
    const behave = obliging((message, worker) => {
      if (message.type !== 'run') return false;
      started.push(message.id);
      if (started.length > 1) return false;
      finish = () => {
        completeRun(message, worker);
      };
      return true;
    });
    const { engine } = await engineWith(behave, { workers: 1 });
    const first = engine.run(small);
    const second = engine.run(small);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(started).toHaveLength(1);
    finish();
    await Promise.all([first, second]);
    expect(started).toHaveLength(2);
  });

  it('passes pause and resume on to every worker', async () => {
    const { engine, environment } = await engineWith(neverRuns);
    const pause = new PauseController();
    const abort = new AbortController();
    pause.pause();
    const run = failure(engine.run(small, { pause: pause.signal, signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    pause.resume();
    for (const worker of environment.workers) {
      const words = worker.received.filter((message) => message.type === 'pause');
      expect(words.map(({ paused }) => paused)).toEqual([true, false]);
    }
    abort.abort();
    await run;
  });
});

describe('cancelling', () => {
  it('rejects in 100 ms with what was finished when the workers answer', async () => {
    const running = new Map<number, number>();
    const behave = obliging((message, worker) => {
      if (message.type === 'run') running.set(message.id, message.share.index);
      if (message.type === 'cancel') {
        const value = JSON.stringify({ group: running.get(message.id) });
        worker.answer({ type: 'value', id: message.id, value });
      }
      return message.type === 'run';
    });
    const { engine, environment } = await engineWith(behave);
    const abort = new AbortController();
    const run = failure(engine.run(small, { signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    abort.abort(new Error('enough'));
    const error = await run;
    expect(performance.now() - start).toBeLessThan(100);
    expect(error.code).toBe('cancelled');
    expect(error.cause).toEqual(new Error('enough'));
    expect(error.partial?.runs).toEqual([{ group: 0 }, { group: 1 }]);
    expect(environment.workers).toHaveLength(2);
  });

  it('ends and replaces a worker that does not answer in time', async () => {
    const { engine, environment } = await engineWith(neverRuns);
    const abort = new AbortController();
    const run = failure(engine.run(small, { signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    abort.abort();
    expect((await run).code).toBe('cancelled');
    expect(performance.now() - start).toBeLessThan(100);
    expect(environment.workers.slice(0, 2).every((worker) => worker.isTerminated)).toBe(true);
    expect(environment.workers).toHaveLength(4);
  });

  it('keeps the workers that had finished, and their part', async () => {
    const behave = obliging((message) => message.type === 'run' && message.share.index === 1);
    const { engine, environment } = await engineWith(behave);
    const abort = new AbortController();
    const run = failure(engine.run(small, { signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    expect((await run).partial?.runs).toEqual([{ group: 0 }]);
    expect(environment.workers.map((worker) => worker.isTerminated)).toEqual([false, true, false]);
  });

  it('tells nothing more after the abort', async () => {
    let late: () => void = () => undefined;
    const behave = obliging((message, worker) => {
      if (message.type !== 'run') return false;
      late = () => {
        completeRun(message, worker);
      };
      return true;
    });
    const { engine } = await engineWith(behave, { workers: 1 });
    const abort = new AbortController();
    let events = 0;
    const run = failure(engine.run(small, { signal: abort.signal, onTrace: () => ++events }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort();
    await Promise.resolve();
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 5));
    late();
    await run;
    expect(events).toBe(0);
  });

  it('works for a run that waits for another, and before anything started', async () => {
    const { engine, environment } = await engineWith(neverRuns);
    const first = new AbortController();
    const running = failure(engine.run(small, { signal: first.signal }));
    const second = new AbortController();
    const waiting = failure(engine.run(small, { signal: second.signal }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    second.abort();
    expect((await waiting).code).toBe('cancelled');
    first.abort();
    await running;
    const aborted = await failure(engine.run(small, { signal: AbortSignal.abort() }));
    expect(aborted.code).toBe('cancelled');
    expect(environment.workers.flatMap((worker) => worker.runs())).toHaveLength(2);
  });
});

describe('a worker that fails', () => {
  it('by dying: the error says which runs were lost, the rest is kept, it is replaced', async () => {
    const behave = obliging((message, worker) => {
      const isMine = message.type === 'run' && message.share.index === 1;
      if (isMine) setTimeout(() => worker.die('it was ended from outside'), 5);
      return isMine;
    });
    const { engine, environment } = await engineWith(behave);
    const error = await failure(engine.run(small));
    expect(error.code).toBe('worker-died');
    expect(error.message).toContain('Runs 3 to 5 were lost');
    expect(error.partial?.runs).toEqual([{ group: 0 }]);
    expect(environment.workers).toHaveLength(3);
  });

  it.each(['out-of-memory', 'worker-died'] as const)(
    'by %s in the engine: the next run works',
    async (code) => {
      let failures = 0;
      const behave = obliging((message, worker) => {
        if (message.type !== 'run' || failures > 0) return false;
        ++failures;
        const body = { code, field: '', message: 'It ended.' };
        worker.answer({ type: 'error', id: message.id, error: body, fatal: true });
        return true;
      });
      const { engine, environment } = await engineWith(behave, { workers: 1 });
      const error = await failure(engine.run(small));
      expect(error.body).toEqual({
        code,
        field: '',
        message: 'It ended. Runs 0 to 5 were lost; the worker is replaced.',
      });
      expect(environment.workers[0].isTerminated).toBe(true);
      expect((await engine.run(small)).runs).toHaveLength(1);
      expect(environment.workers).toHaveLength(2);
    },
  );

  it('on the experiment is kept: it did nothing wrong', async () => {
    const body = {
      code: 'unknown-algorithm',
      field: 'algorithms.0.id',
      message: 'No such one.',
    } as const;
    const behave = obliging((message, worker) => {
      if (message.type !== 'run') return false;
      worker.answer({ type: 'error', id: message.id, error: body, fatal: false });
      return true;
    });
    const { engine, environment } = await engineWith(behave);
    expect((await failure(engine.run(small))).body).toEqual(body);
    expect(environment.workers).toHaveLength(2);
    expect(environment.workers.some((worker) => worker.isTerminated)).toBe(false);
  });
});

describe('verify', () => {
  it('replays the experiment of the record and compares the two results', async () => {
    const behave = obliging((message, worker) => {
      const { id, type } = message;
      if (type === 'replayable') worker.answer({ type: 'value', id, value: JSON.stringify(small) });
      if (type === 'compare') {
        const { recorded, replay } = message;
        worker.answer({ type: 'value', id, value: `{"recorded":${recorded},"replay":${replay}}` });
      }
      return type === 'replayable' || type === 'compare';
    });
    const { engine } = await engineWith(behave, { workers: 1 });
    expect(await engine.verify('"the record"')).toEqual({
      recorded: 'the record',
      replay: { runs: [{ group: 0 }], fingerprint: 'abc' },
    });
  });
});

it('dispose ends the workers and whatever waits', async () => {
  const { engine, environment } = await engineWith(neverRuns);
  const run = failure(engine.run(small));
  await new Promise((resolve) => setTimeout(resolve, 5));
  engine.dispose();
  expect((await run).code).toBe('cancelled');
  expect(environment.workers.every((worker) => worker.isTerminated)).toBe(true);
  expect(environment.workers).toHaveLength(2);
  expect((await failure(engine.run(small))).code).toBe('cancelled');
});
