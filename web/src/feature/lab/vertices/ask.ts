import type { BiasAnswer, LevelsAnswer, TheoryEngine } from '../shared/queries.ts';
import type { VertexSettings } from './settings.ts';

/** Up to where reducing the bias is cheaper than drawing more: M = 13 for the worst levels. */
const maxLevel = 14;

export function askBias(engine: TheoryEngine, settings: VertexSettings): Promise<BiasAnswer> {
  const { function: shape, curvature, minimizer, weight } = settings;
  return engine.theory({
    query: 'bias-variance',
    function: shape,
    curvature,
    minimizer,
    weight,
    vertices: Math.max(settings.primalVertices, settings.dualVertices),
    maxLevel,
  });
}

export function askLevels(engine: TheoryEngine, settings: VertexSettings): Promise<LevelsAnswer> {
  const { samples, epsilon, delta, momentFactor, seed } = settings;
  const { primalVertices, dualVertices, lipschitz, smoothness, hessianLipschitz } = settings;
  return engine.theory({
    query: 'level-schedule',
    samples,
    epsilon,
    delta,
    primalVertices,
    dualVertices,
    lipschitz,
    smoothness,
    hessianLipschitz,
    momentFactor,
    seed,
  });
}
