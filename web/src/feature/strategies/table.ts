import type { Table } from '../../export/csv.ts';
import { answerOf, hiddenAnswerOf, type Strategy } from './players.ts';
import type { Player } from '../paths/players.ts';

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
