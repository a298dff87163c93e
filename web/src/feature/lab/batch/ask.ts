import type { NoiseAnswer, TheoryEngine } from '../shared/queries.ts';
import type { BatchSettings } from './settings.ts';

export function askNoise(engine: TheoryEngine, settings: BatchSettings): Promise<NoiseAnswer> {
  const { samples, innerSteps, epsilon, delta, constant } = settings;
  return engine.theory({
    query: 'batch-noise',
    samples,
    innerSteps,
    epsilon,
    delta,
    noiseConstant: Number(constant),
    batchSizes: batchesOf(samples),
  });
}

/** 1, 3, 10, 30 and so on below n: where the noise is computed. */
export function batchesOf(samples: number): number[] {
  const batches: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    batches.push(power);
    if (3 * power < samples) batches.push(3 * power);
  }
  return batches.slice(0, 23);
}
