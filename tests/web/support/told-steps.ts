import type { Experiment } from '../../../web/src/engine/types.ts';
import { RunCollection, type TracePoints } from '../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../web/src/store/picture.ts';

export const experiment = {
  algorithms: [{ id: 'fixed' }, { id: 'adaptive' }],
  privacy: { notion: 'zcdp', rho: 1 },
  run: { repeats: 2 },
} as unknown as Experiment;

export const names = ['noisyNorm', 'noiseScale'];
export const floor = {
  reason: 'gradient-at-noise-floor',
  text: 'The gradient is at the noise floor.',
};

function event(run: number, iteration: number[], more: object = {}): TracePoints {
  const spent = iteration.map((at) => at / 10);
  const own = { algorithm: 'adaptive', label: 'Adaptive', sweep: {}, repeat: run % 2 };
  return { run, ...own, iteration, gradientEvaluations: iteration, seconds: iteration, epsilonSpent: iteration.map(() => Number.NaN), rhoSpent: spent, ...more }; // prettier-ignore
}

/** Two runs of an algorithm whose steps tell something, the first one ended. */
export function live(): ExperimentPicture {
  const collection = new RunCollection(experiment);
  collection.append(event(2, [0, 1], { noisyNorm: [Number.NaN, 4], noiseScale: [Number.NaN, 2] }));
  collection.append(event(3, [0, 1], { noisyNorm: [Number.NaN, 5], noiseScale: [Number.NaN, 3] }));
  collection.append(event(2, [2], { noisyNorm: [-1], noiseScale: [0.5], stop: floor }));
  return { collection, experiment, result: null, plan: null } as unknown as ExperimentPicture;
}
