import type { TheoryAnswers, TheoryQueries } from '../../../../../wasm/client/index.ts';
import { methodFacts } from './methods.ts';
import type { ReleaseSettings } from './settings.ts';

export type Plan = TheoryAnswers['certified-plan'];
export type PlanQuery = TheoryQueries['certified-plan'];

/** The engine's question about a plan, with what the method reads. */
export function planQuery(settings: ReleaseSettings): PlanQuery {
  const { method, noise, samples, dimension, epsilon, delta, lipschitz, toleranceRatio } = settings;
  const { domainRadius, smoothness, strongConvexity, strongConcavity } = settings;
  const { isPhased, modulus } = methodFacts[method];
  return {
    query: 'certified-plan',
    ...{ method, noise, samples, dimension, epsilon, delta, lipschitz, toleranceRatio },
    ...(isPhased ? { domainRadius } : { smoothness }),
    ...(modulus.primal ? { strongConvexity } : {}),
    ...(modulus.dual ? { strongConcavity } : {}),
  };
}
