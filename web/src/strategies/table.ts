import type { Table } from '../export/csv.ts';
import { answerOf, type Player, type Strategy } from './players.ts';

/** All shares of all answers; those of runs that promise nothing say so. */
export function strategyTable(players: readonly Player[], strategies: readonly Strategy[]): Table {
  const isReleased = strategies.every((one) => one.isReleased);
  return {
    columns: ['label', 'player', 'strategy', isReleased ? 'share' : 'nonPrivate.share'],
    rows: strategies.flatMap((strategy) =>
      players.flatMap(
        (player) =>
        answerOf(player, strategy).map((share, vertex) => [strategy.label, player.letter, vertex + 1, share]), // prettier-ignore
      ),
    ),
  };
}
