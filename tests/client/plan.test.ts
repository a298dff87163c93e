import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { ProgressEvent } from '../../wasm/client/types.ts';
import { small } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging } from './fake-environment.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A worker that plans forever, and while it does answers nothing else. */
function busyWithPlans() {
  const busy = new Set<object>();
  return new FakeEnvironment(
    obliging((message, worker) => {
      if (message.type === 'plan') {
        busy.add(worker);
        worker.answer({ type: 'phase', id: message.id, phase: 'planning' });
      }
      if (message.type === 'theory' && !busy.has(worker)) {
        worker.answer({ type: 'value', id: message.id, value: '{"n":1}' });
      }
      return busy.has(worker) || message.type === 'theory';
    }),
  );
}

describe('an aborted plan', () => {
  it('is rejected soon, and its busy worker replaced', async () => {
    const environment = busyWithPlans();
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const plan = failure(engine.plan(small, { signal: abort.signal }));
    await wait(5);
    const begun = performance.now();
    abort.abort(new Error('enough'));
    const error = await plan;
    expect(performance.now() - begun).toBeLessThan(100);
    expect(error.code).toBe('cancelled');
    expect(error.cause).toEqual(new Error('enough'));
    expect(environment.workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    expect((await engine.run(small)).runs).toHaveLength(1);
  });

  it('does not take along what else waits for that worker', async () => {
    const environment = busyWithPlans();
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const plan = failure(engine.plan(small, { signal: abort.signal }));
    await wait(5);
    const theory = engine.theory({ query: 'figure-2', form: 'published', stages: 2 });
    abort.abort();
    expect((await plan).code).toBe('cancelled');
    expect(await theory).toEqual({ n: 1 });
  });

  it('keeps the worker when it answered in time', async () => {
    const environment = new FakeEnvironment(
      obliging((message, worker) => {
        if (message.type !== 'plan') return false;
        setTimeout(() => worker.answer({ type: 'value', id: message.id, value: '{}' }), 15);
        return true;
      }),
    );
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const plan = failure(engine.plan(small, { signal: abort.signal }));
    await wait(5);
    abort.abort();
    expect((await plan).code).toBe('cancelled');
    expect(environment.workers).toHaveLength(1);
  });
});

describe('what waits for a worker that another request takes along', () => {
  /** A run that answers nothing, not even a cancellation; a worker that runs answers nothing else. */
  function busyWithRuns() {
    const busy = new Set<object>();
    return new FakeEnvironment(
      obliging((message, worker) => {
        if (message.type === 'run') busy.add(worker);
        return busy.has(worker);
      }),
    );
  }

  it.each(['plan', 'audit'] as const)('asks its successor for the %s', async (kind) => {
    const environment = busyWithRuns();
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const run = failure(engine.run(small, { signal: abort.signal }));
    await wait(5);
    const other = engine[kind](small);
    abort.abort();
    expect((await run).code).toBe('cancelled');
    expect(await other).toEqual({ version: 1 });
    expect(environment.workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  });

  it('asks its successor to put the runs together', async () => {
    const busy = new Set<object>();
    const environment = new FakeEnvironment(
      obliging((message, worker) => {
        if (message.type === 'plan') busy.add(worker);
        return busy.has(worker);
      }),
    );
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const run = engine.run(small, {
      // The group's answer is on its way when the plan takes the worker.
      onTrace: () => void failure(engine.plan(small, { signal: abort.signal })),
    });
    await wait(5);
    abort.abort();
    expect((await run).runs).toHaveLength(1);
  });

  it('waits no longer than its own cancellation', async () => {
    const environment = busyWithRuns();
    const engine = await createEngineIn(environment, { workers: 1 });
    const abort = new AbortController();
    const run = failure(engine.run(small, { signal: abort.signal }));
    await wait(5);
    const plan = failure(engine.plan(small, { signal: abort.signal }));
    await wait(5);
    abort.abort();
    expect((await run).code).toBe('cancelled');
    expect((await plan).code).toBe('cancelled');
    await wait(100);
    expect(environment.workers.at(-1)?.received.map(({ type }) => type)).not.toContain('plan');
  });
});

describe('progress', () => {
  it('says what is done before the runs begin, once for all workers', async () => {
    const environment = new FakeEnvironment(
      obliging((message, worker) => {
        if (message.type !== 'run' && message.type !== 'plan') return false;
        worker.answer({ type: 'phase', id: message.id, phase: 'loading' });
        worker.answer({ type: 'phase', id: message.id, phase: 'planning' });
        return false;
      }),
    );
    const engine = await createEngineIn(environment, { workers: 2 });
    const told: string[] = [];
    const onProgress = ({ phase }: ProgressEvent) => told.push(phase);
    await engine.plan(small, { onProgress });
    expect(told).toEqual(['loading', 'planning']);
    await engine.run(small, { onProgress });
    expect(told.slice(2)).toContain('running');
    expect(told.slice(2).filter((phase) => phase === 'loading')).toHaveLength(1);
  });
});
