import type { DivisionAnswer, HorizonAnswer, TheoryEngine } from '../shared/queries.ts';
import { eigenvaluesOf, equalStart } from '../shared/spectrum.ts';
import type { HorizonSettings } from './settings.ts';

/** More iterations than these are not divided exactly: the picture would show nothing more. */
const mostDivided = 2000;

export interface Division {
  answer: DivisionAnswer;
  momentum: number;
  dimension: number;
}

export function askHorizon(
  engine: TheoryEngine,
  settings: HorizonSettings,
): Promise<HorizonAnswer> {
  const { method, stepScale, iterations, mode, initialGap, dimension, samples } = settings;
  const { sensitivity, epsilon, strongConvexity, smoothness } = settings;
  return engine.theory({
    query: 'horizon',
    method,
    strongConvexity,
    smoothness,
    stepScale,
    iterations,
    mode,
    initialGap,
    dimension,
    samples,
    l1Sensitivity: sensitivity,
    epsilon,
  });
}

export async function askDivision(
  engine: TheoryEngine,
  settings: HorizonSettings,
  horizon: number,
): Promise<Division> {
  const { quadraticMethod: method, strongConvexity, smoothness, stepScale } = settings;
  const dimension = Math.min(settings.dimension, 100);
  const eigenvalues = eigenvaluesOf(settings.spectrum, { strongConvexity, smoothness }, dimension);
  const common = {
    method,
    eigenvalues,
    start: equalStart(eigenvalues),
    stepSize: stepScale / smoothness,
    iterations: Math.min(horizon, mostDivided),
  };
  const { rateOptimalMomentum } = await engine.theory({
    ...common,
    query: 'quadratic-lab',
    momentum: 0,
    noiseVariance: 0,
    iterations: 1,
  });
  const momentum = rateOptimalMomentum ?? 0;
  const answer = await engine.theory({ ...common, query: 'exact-division', momentum });
  return { answer, momentum, dimension };
}
