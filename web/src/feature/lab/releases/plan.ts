import type { TheoryQueries, TheoryAnswers } from '../../../../../wasm/client/index.ts';
import type { ReleaseSettings } from './settings.ts';

export type ReleaseMethod = TheoryQueries['certified-plan']['method'];

/** What the panel knows of a method besides what the engine answers. */
interface MethodFacts {
  title: string;
  /** Whose error the bounds are on. */
  measure: string;
  theorem: string;
  /** In which form it is drawn. */
  form: string;
  /** What the method's part is of the theorem's bound: the pair's is the sum of two sides. */
  share: number;
  /** Phases that start where the last one ended; else one release. */
  isPhased: boolean;
  isMinimization: boolean;
  /** Whether y alone is released. */
  releasesDual?: true;
  /** Whether the moduli of x and of y are read. */
  modulus: { primal: boolean; dual: boolean };
}

const minimization = { isMinimization: true, share: 1, form: 'as printed', measure: 'expected excess risk' } as const; // prettier-ignore
const side = { isMinimization: false, share: 0.5, isPhased: true, theorem: 'Theorem 4.8', form: 'one side' } as const; // prettier-ignore
const oneStrong = { isMinimization: false, share: 1, isPhased: true, theorem: 'Corollary 4.9', form: 'corrected' } as const; // prettier-ignore

export const methodFacts: Readonly<Record<ReleaseMethod, MethodFacts>> = {
  convex: {
    ...minimization,
    title: 'Convex minimization, in phases',
    theorem: 'Theorem 3.7',
    isPhased: true,
    modulus: { primal: false, dual: false },
  },
  'strongly-convex': {
    ...minimization,
    title: 'Strongly convex minimization, once',
    theorem: 'Theorem 3.4',
    isPhased: false,
    modulus: { primal: true, dual: false },
  },
  'convex-concave': {
    ...side,
    title: 'Convex–concave, x in phases',
    measure: 'x’s side of the weak duality gap',
    modulus: { primal: false, dual: false },
  },
  'convex-concave-dual': {
    ...side,
    title: 'Convex–concave, y in phases',
    releasesDual: true,
    measure: 'y’s side of the weak duality gap',
    modulus: { primal: false, dual: false },
  },
  'strongly-concave': {
    ...oneStrong,
    title: 'Convex–strongly concave, x in phases',
    measure: 'x’s side of the weak duality gap',
    modulus: { primal: false, dual: true },
  },
  'strongly-convex-dual': {
    ...oneStrong,
    title: 'Strongly convex–concave, y in phases',
    releasesDual: true,
    measure: 'y’s side of the weak duality gap',
    modulus: { primal: true, dual: false },
  },
  'strongly-convex-concave': {
    title: 'Strongly convex–concave both ways, once',
    measure: 'expected strong duality gap',
    theorem: 'Theorem 4.4',
    form: 'as printed',
    share: 1,
    isPhased: false,
    isMinimization: false,
    modulus: { primal: true, dual: true },
  },
};

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
