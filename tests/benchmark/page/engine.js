// The same DP-SGD by the engine: sampled without replacement, Laplace noise from ChaCha20, every step accounted for.
import { createEngine } from './engine/index.js';
import { batch, features, samples } from './workload.js';

const steps = 20_000;

/** One run for each worker, so that all of them have work. */
const experiment = (workers) => ({
  version: 1,
  data: {
    kind: 'synthetic',
    name: 'logistic',
    samples,
    features,
    seed: 1,
    preprocess: [{ kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'clip' }],
  },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 100 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: steps, batchSize: batch } }],
  run: {
    repeats: workers,
    randomness: { mode: 'reproducible', seed: 1 },
    trace: { points: 2 },
    diagnostics: [],
  },
});

/** Steps per second of all workers together, with everything that a run needs beside the steps. */
export async function measureEngine(workers) {
  const engine = await createEngine({ variant: 'simd', workers });
  let seconds = Infinity;
  for (let round = 0; round < 4; ++round) {
    const start = performance.now();
    const { runs } = await engine.run(experiment(workers));
    if (runs.some(({ status }) => status !== 'completed'))
      throw new Error('a run did not complete');
    // The first round also makes the data.
    if (round > 0) seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  engine.dispose();
  return (workers * steps) / seconds;
}
