import type { TheoryAnswers, TheoryQueries } from '../../../../wasm/client/index.ts';
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

/** Why the paper's theorem says nothing of a setting; '' where it does. */
export function outsideTheorem(settings: ReleaseSettings): string {
  const { method, samples, epsilon, delta, lipschitz, domainRadius, smoothness } = settings;
  const { isPhased, modulus } = methodFacts[method];
  const moduli = [
    ...(modulus.primal ? [settings.strongConvexity] : []),
    ...(modulus.dual ? [settings.strongConcavity] : []),
  ];
  if (epsilon >= 1) return 'it is proven for ε below 1';
  if (delta >= 1 / samples) return 'it asks for a δ below 1/n';
  if (!isPhased)
    return smoothness < Math.max(...moduli) ? 'no loss has an l below its modulus' : '';
  const least = lipschitz / (domainRadius * Math.sqrt(samples));
  return moduli.some((one) => one < least) ? 'it asks for a modulus of at least L/(D √n)' : '';
}
