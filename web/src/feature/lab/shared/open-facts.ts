import type { Catalogue, Experiment, PlanReport } from '../../../engine/types.ts';
import { sizeOf } from '../../paths/parts.ts';
import { advisedDelta } from '../../../privacy/advice.ts';

/** What the lab takes from the experiment that is open in the playground; all of it is public. */
export interface OpenFacts {
  samples: number;
  dimension: number;
  epsilon: number;
  delta: number;
  /** Where an algorithm draws vertices of two simplices. */
  game?: GameFacts;
}

/** How large a game is, and how its records' losses bend; all derivatives are by single coordinates. */
interface GameFacts {
  primalVertices: number;
  dualVertices: number;
  /** L0, L1 and L2: the largest first, second and third derivative. */
  lipschitz: number;
  smoothness: number;
  hessianLipschitz: number;
}

/** Null until there is a plan, or where the budget is not an epsilon. */
export function openFacts(
  experiment: Experiment,
  plan: PlanReport | null,
  catalogue: Catalogue | null,
): OpenFacts | null {
  const { epsilon, delta } = experiment.privacy;
  if (plan === null || typeof epsilon !== 'number') return null;
  const { samples, features } = plan.data;
  const facts = { samples, dimension: features, epsilon, delta: delta ?? advisedDelta(samples) };
  const game = gameFacts(experiment, plan, catalogue);
  return game === null ? facts : { ...facts, game };
}

/** Whether a method draws vertices of both players: a private one that wants two simplices and nothing else. */
const drawsStrategies = (one: Catalogue['algorithms'][number]) =>
  one.private && one.needs.includes('two simplices');

/** Null unless vertices are drawn, and where a derivative is bounded by nothing that is known. */
function gameFacts(
  { algorithms }: Experiment,
  { saddle, constants }: PlanReport,
  catalogue: Catalogue | null,
): GameFacts | null {
  const drawing = catalogue?.algorithms.filter(drawsStrategies).map(({ id }) => id) ?? [];
  const draws = algorithms.some(({ id }) => drawing.includes(id));
  const { lipschitz, smoothness, hessianLipschitz } = constants.coordinates ?? {};
  const isKnown = typeof lipschitz === 'number' && typeof smoothness === 'number' && typeof hessianLipschitz === 'number'; // prettier-ignore
  if (!draws || saddle === undefined || !isKnown) return null;
  const [primalVertices, dualVertices] = [sizeOf(saddle.primal), sizeOf(saddle.dual)];
  return { primalVertices, dualVertices, lipschitz, smoothness, hessianLipschitz };
}
