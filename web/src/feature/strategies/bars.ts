import type { Bars } from '../../components/charts/share-bars.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import type { Table } from '../../export/csv.ts';
import { answerOf, hiddenAnswerOf, type Strategy } from './players.ts';
import type { Player } from '../paths/players.ts';

/** More bars than these are not told apart in a rail. */
export const mostBars = 40;

export type Order = 'vertex' | 'share';

/** Which vertices are drawn one by one, and how many share the last bar. */
export interface BarChoice {
  vertices: readonly number[];
  others: number;
}

/**
 * The same choice for all strategies of a player, so that bars stand below each other. Too many vertices are cut to
 * those that are played most, by the mean of the strategies.
 */
export function barChoice(strategies: readonly (readonly number[])[], wanted: Order): BarChoice {
  const size = strategies.at(0)?.length ?? 0;
  const vertices = Array.from({ length: size }, (_, vertex) => vertex);
  if (size <= mostBars && wanted === 'vertex') return { vertices, others: 0 };
  const total = vertices.map((vertex) =>
    strategies.reduce((sum, shares) => sum + shares[vertex], 0),
  );
  const ordered = [...vertices].sort((one, other) => total[other] - total[one] || one - other);
  const shown = size <= mostBars ? size : mostBars - 1;
  return { vertices: ordered.slice(0, shown), others: size - shown };
}

export function barsOf(shares: readonly number[], { vertices, others }: BarChoice): Bars {
  const shown = vertices.map((vertex) => shares[vertex]);
  if (others === 0) return { shares: shown, rest: null };
  const drawn = new Set(vertices);
  const rest = shares.reduce((sum, share, vertex) => (drawn.has(vertex) ? sum : sum + share), 0);
  return { shares: shown, rest };
}

/** What a picture of bars says: the vertices that are played most, and what is left. */
export function barWords(
  letter: string,
  label: string,
  shares: readonly number[],
  nameOf: (vertex: number) => string,
): string {
  return `${letter}, ${label}: ${mostPlayed(shares, nameOf)}.`;
}

/** The vertices that are played most, with their shares, and how much is left. */
export function mostPlayed(shares: readonly number[], nameOf: (vertex: number) => string): string {
  const told = 3;
  const ordered = [...shares.keys()].sort(
    (one, other) => shares[other] - shares[one] || one - other,
  );
  const named = ordered.slice(0, told).map((vertex) => `${nameOf(vertex)} ${formatNumber(shares[vertex])}`); // prettier-ignore
  const rest = ordered.slice(told).reduce((sum, vertex) => sum + shares[vertex], 0);
  const others = shares.length - told;
  const tail = others > 0 ? `, and ${formatCount(others)} ${others === 1 ? 'other' : 'others'} ${formatNumber(rest)}` : ''; // prettier-ignore
  return `${named.join(', ')}${tail}`;
}

/** The top of the bars' axis: 1, 1/2, 1/5, 1/10, ..., the least that is above all bars. */
export function barTop(heights: readonly number[]): number {
  const most = Math.max(0, ...heights);
  let top = 1;
  for (const divisor of [2, 5, 10, 20, 50, 100, 200, 500, 1000]) {
    if (most <= 1 / divisor) top = 1 / divisor;
  }
  return top;
}

/** All shares of all answers, those of runs that promise nothing said to be so, beside what vertices were drawn from. */
export function strategyTable(players: readonly Player[], strategies: readonly Strategy[]): Table {
  const isReleased = strategies.every((one) => one.isReleased);
  const hasHidden = strategies.some(({ hidden }) => hidden.length > 0);
  return {
    columns: [
      'label',
      'player',
      'strategy',
      isReleased ? 'share' : 'nonPrivate.share',
      ...(hasHidden ? ['nonPrivate.hiddenIterate'] : []),
    ],
    rows: strategies.flatMap((strategy) =>
      players.flatMap((player) => {
        const hidden = hiddenAnswerOf(player, strategy);
        return answerOf(player, strategy).map((share, vertex) => [
          strategy.label,
          player.letter,
          vertex + 1,
          share,
          ...(hasHidden ? [hidden?.[vertex] ?? null] : []),
        ]);
      }),
    ),
  };
}
