import { expect, it } from 'vitest';

import { engineError } from '../../wasm/client/error.ts';
import { LatestRun } from '../../wasm/client/latest.ts';
import type { Engine, ExperimentResult, RunOptions } from '../../wasm/client/types.ts';
import { changed } from './experiments.ts';

/** An engine whose runs take 10 ms, and end at once when they are aborted. */
class SlowEngine {
  readonly started: unknown[] = [];
  readonly finished: unknown[] = [];

  run(experiment: unknown, { signal }: RunOptions): Promise<ExperimentResult> {
    this.started.push(experiment);
    return new Promise((resolve, reject: (error: Error) => void) => {
      const timer = setTimeout(() => {
        this.finished.push(experiment);
        resolve(experiment as ExperimentResult);
      }, 10);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(engineError('cancelled', '', ''));
      });
    });
  }
}

function latest(policy: 'abort' | 'finish') {
  const engine = new SlowEngine();
  return { engine, runs: new LatestRun(engine as unknown as Engine, policy) };
}

const at = (epsilon: number) => changed('privacy.epsilon', epsilon);

it('finish: the one that runs ends, those between are dropped, the newest runs', async () => {
  const { engine, runs } = latest('finish');
  const results = [runs.run(at(1))];
  await new Promise((resolve) => setTimeout(resolve, 2));
  results.push(runs.run(at(2)), runs.run(at(3)));
  expect(await Promise.all(results)).toEqual([at(1), null, at(3)]);
  expect(engine.started).toEqual([at(1), at(3)]);
});

it('abort: the newest runs as soon as the one before is cancelled', async () => {
  const { engine, runs } = latest('abort');
  const results = [runs.run(at(1))];
  await new Promise((resolve) => setTimeout(resolve, 2));
  results.push(runs.run(at(2)), runs.run(at(3)));
  expect(await Promise.all(results)).toEqual([null, null, at(3)]);
  expect(engine.finished).toEqual([at(3)]);
});

it("the caller's own abort is an error, not a replacement", async () => {
  const { runs } = latest('finish');
  const abort = new AbortController();
  const run = runs.run(at(1), { signal: abort.signal });
  setTimeout(() => {
    abort.abort();
  }, 2);
  await expect(run).rejects.toMatchObject({ code: 'cancelled' });
});
