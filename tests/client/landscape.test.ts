import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { LandscapeRequest, ProgressEvent } from '../../wasm/client/types.ts';
import { changed, small } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging, type FakeWorker } from './fake-environment.ts';

/** An engine whose worker tells of 10 of 40 records, and then does what the test says. */
async function engineThat(go: (id: number, worker: FakeWorker) => void) {
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      if (message.type !== 'landscape') return false;
      const progress = { done: false, gradientEvaluations: 10, totalEvaluations: 40 };
      worker.answer({ type: 'measured', id: message.id, progress, steps: [] });
      go(message.id, worker);
      return true;
    }),
  );
  const engine = await createEngineIn(environment, {});
  const sent = () => environment.workers[0].received.filter(({ type }) => type === 'landscape');
  return { engine, sent, worker: () => environment.workers[0] };
}

const request: LandscapeRequest = { u: Float64Array.of(1, 0.5), extent: { u: [0, 1] } };

describe('a landscape', () => {
  it('sends the request with lists for typed arrays, tells progress and reads the report', async () => {
    const { engine, sent } = await engineThat((id, worker) => {
      worker.answer({ type: 'value', id, value: '{"values":[1,null],"nonPrivate":true}' });
    });
    const told: ProgressEvent[] = [];
    const onProgress = (event: ProgressEvent) => told.push(event);
    const points = [Float64Array.of(2, 3), [4, 5]];
    const report = await engine.landscape(small, { ...request, points }, { onProgress });
    expect(report).toEqual({ values: [1, null], nonPrivate: true });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ phase: 'running', done: 10, total: 40 });
    const [message] = sent() as { request: string }[];
    expect(JSON.parse(message.request)).toEqual({
      u: [1, 0.5],
      extent: { u: [0, 1] },
      points: [
        [2, 3],
        [4, 5],
      ],
    });
  });

  it('refuses a wrong experiment without a message to a worker', async () => {
    const { engine, sent } = await engineThat(() => undefined);
    const wrong = await failure(engine.landscape(changed('privacy.epsilon', 0), request));
    expect(wrong.code).toBe('invalid-budget');
    expect(sent()).toEqual([]);
  });

  it('is cancelled by its signal', async () => {
    const { engine, worker } = await engineThat(() => undefined);
    const controller = new AbortController();
    const landscape = engine.landscape(small, request, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect((await failure(landscape)).code).toBe('cancelled');
    expect(worker().received.at(-1)).toMatchObject({ type: 'cancel', keepPartial: false });
  });
});
