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
