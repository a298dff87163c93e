import type { Experiment } from '../../engine/types.ts';
import { isPromised, pointsOf } from '../paths/parts.ts';
import type { Player } from '../paths/players.ts';
import { planOf } from '../../results/collection.ts';
import { toldRuns } from '../../results/steps.ts';
import { visibleCurves } from '../../results/visible.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';

/** What one run released, point by point; the last is its answer. */
export interface Strategy {
  label: string;
  colorIndex: number;
  dashIndex: number;
  /** One for each point: of a run that kept none, its last step alone. */
  iteration: readonly number[];
  points: readonly (readonly number[])[];
  /** What vertices were drawn from, step by step: not private, and empty where it is not shown. */
  hidden: readonly (readonly number[])[];
  /** Whether its plan promises something: then everybody may see these points. */
  isReleased: boolean;
}

/** One repeat of the curves that the chart shows, in their order; of a curve nothing before there is a point. */
export function strategiesOf(
  picture: ExperimentPicture,
  view: Pick<View, 'sweep' | 'faded'>,
  repeat: number,
): Strategy[] {
  const runs = toldRuns(picture, []).filter((run) => run.repeat === repeat);
  return visibleCurves(picture.collection, view.sweep).flatMap((shown) => {
    const { curve, label, colorIndex, dashIndex } = shown;
    const run = runs.find(({ group }) => group === curve.group);
    if (run === undefined || view.faded.includes(label)) return [];
    const size = run.path.at(0)?.length ?? run.solution?.length ?? 0;
    const kept = pointsOf(run, size);
    const points = kept.length > 0 || run.solution === null ? kept : pointsOf({ path: [run.solution] }, size); // prettier-ignore
    if (points.length === 0) return [];
    const iteration = kept.length > 0 ? run.iteration.slice(0, points.length) : run.iteration.slice(-1); // prettier-ignore
    const isReleased = isPromised(planOf(curve, picture.plan));
    const hidden = isOpen(picture.experiment) ? run.hidden.filter(isWhole) : [];
    return [{ label, colorIndex, dashIndex, iteration, points, hidden, isReleased }];
  });
}

/** Whether everybody may have the data, so that nothing is given away by what is not private. */
export function isOpen({ data }: Experiment): boolean {
  return data.kind === 'synthetic' || data.kind === 'builtin';
}

/** Nothing was drawn before the first step. */
function isWhole(point: (number | null)[]): point is number[] {
  return point.every((share) => share !== null);
}

/** A player's part of what vertices were drawn from at last; null where it is not shown. */
export function hiddenAnswerOf(player: Player, { hidden }: Strategy): readonly number[] | null {
  const last = hidden.at(-1);
  return last === undefined ? null : sharesOf(player, last);
}

/** A player's part of a point. */
export function sharesOf({ first, size }: Player, point: readonly number[]): readonly number[] {
  return point.slice(first, first + size);
}

/** A player's part of what a run came to. */
export function answerOf(player: Player, { points }: Strategy): readonly number[] {
  return sharesOf(player, points.at(-1)!);
}

/** What vertices are called, where the data are a game that everybody knows; their numbers elsewhere. */
export function vertexNames({ data }: Experiment): (vertex: number) => string {
  const hands = ['rock', 'paper', 'scissors'];
  const isKnown = data.kind === 'synthetic' && data.name === 'rock-paper-scissors';
  return (vertex) => (isKnown ? hands[vertex] : String(vertex + 1));
}
