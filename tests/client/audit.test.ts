import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import { EngineError } from '../../wasm/client/error.ts';
import type { ProgressEvent } from '../../wasm/client/types.ts';
import { changed, small } from './experiments.ts';
import { FakeEnvironment, obliging, type FakeWorker } from './fake-environment.ts';

async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`no EngineError but ${String(error)}`);
}

/** An engine whose worker tells of 10 of 40 rounds, and then does what the test says. */
async function engineThat(go: (id: number, worker: FakeWorker) => void) {
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      if (message.type !== 'audit') return false;
      const progress = { done: false, rounds: 10, total: 40 };
      worker.answer({ type: 'rounds', id: message.id, progress });
      go(message.id, worker);
      return true;
    }),
  );
  return { engine: await createEngineIn(environment, {}), environment };
}

describe('an audit', () => {
  it('sends the options with their defaults, tells progress and reads the report', async () => {
    const { engine, environment } = await engineThat((id, worker) => {
      worker.answer({ type: 'value', id, value: '{"verdict":"consistent"}' });
    });
    const told: ProgressEvent[] = [];
    const options = { runs: 40, onProgress: (event: ProgressEvent) => told.push(event) };
    expect(await engine.audit(small, options)).toEqual({ verdict: 'consistent' });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ done: 10, total: 40 });
    const sent = environment.workers[0].received.find((message) => message.type === 'audit');
    expect(sent).toMatchObject({
      request: {
        algorithm: '',
        runs: 40,
        confidence: 0.999999,
        seed: 1,
        planted: '',
        neighbours: false,
      },
    });
  });

  it('refuses a wrong experiment and wrong options without a message to a worker', async () => {
    const { engine, environment } = await engineThat(() => undefined);
    const wrong = await failure(engine.audit(changed('privacy.epsilon', 0)));
    expect(wrong.code).toBe('invalid-budget');
    expect((await failure(engine.audit(small, { runs: 0.5 }))).field).toBe('runs');
    expect(environment.workers[0].received.filter(({ type }) => type === 'audit')).toEqual([]);
  });

  it('is cancelled by its signal, even when the worker does not answer', async () => {
    const { engine, environment } = await engineThat(() => undefined);
    const controller = new AbortController();
    const audit = engine.audit(small, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 5);
    const begun = performance.now();
    expect((await failure(audit)).code).toBe('cancelled');
    expect(performance.now() - begun).toBeLessThan(500);
    const { received } = environment.workers[0];
    expect(received.at(-1)).toMatchObject({ type: 'cancel', keepPartial: false });
    expect(environment.workers[0].isTerminated).toBe(true);
  });

  it('does not begin when its signal has aborted already', async () => {
    const { engine } = await engineThat(() => undefined);
    expect((await failure(engine.audit(small, { signal: AbortSignal.abort() }))).code).toBe(
      'cancelled',
    );
  });
});
