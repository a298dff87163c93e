import type { Experiment, PlanReport } from '../../engine/types.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { letters, sizeOf, type Part } from './parts.ts';

/** Who plays a mixed strategy: a point of a simplex, which says how often each of its vertices is played. */
export interface Player {
  part: Part;
  /** x, which makes F small, or y, which makes it large. */
  letter: string;
  /** Where its shares begin in a point. */
  first: number;
  size: number;
}

/**
 * The players of an experiment's problem; none where a point is anything else than shares.
 *
 * @param size  of a point; where data are swept, the plan knows the sizes of the first of its games alone
 */
export function playersOf(experiment: Experiment, plan: PlanReport | null, size: number): Player[] {
  const sets = plan?.saddle;
  if (sets === undefined) {
    const isSimplex = experiment.problem.domain?.kind === 'simplex';
    return isSimplex ? [{ part: 'primal', letter: letters.primal, first: 0, size }] : [];
  }
  const parts = ['primal', 'dual'] as const;
  if (parts.some((part) => sets[part].length !== 1 || sets[part][0].kind !== 'simplex')) return [];
  const planned = parts.map((part) => sizeOf(sets[part]));
  const isSquare = planned[0] === planned[1] && !experiment.problem['rows'];
  const [x, y] = isSquare && size > 0 && size % 2 === 0 ? [size / 2, size / 2] : planned;
  return [
    { part: 'primal', letter: letters.primal, first: 0, size: x },
    { part: 'dual', letter: letters.dual, first: x, size: y },
  ];
}

/** Whether an experiment's points are strategies, as far as its plan is known. */
export function hasPlayers({
  experiment,
  plan,
}: Pick<ExperimentPicture, 'experiment' | 'plan'>): boolean {
  return playersOf(experiment, plan, 0).length > 0;
}

/** Whether each player has three vertices, so that a triangle shows all of every point. */
export function areAllTriangles({
  experiment,
  plan,
}: Pick<ExperimentPicture, 'experiment' | 'plan'>): boolean {
  const players = playersOf(experiment, plan, 0);
  return players.length > 0 && players.every(({ size }) => size === 3);
}
