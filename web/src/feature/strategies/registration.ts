import { hasPlayers } from '../paths/players.ts';
import type { Feature } from '../registration.ts';

/** How the players of a game mix their strategies. */
export const strategies: Feature = {
  title: 'Where the strategies are',
  place: 'story',
  order: 110,
  late: { since: 'shown', load: () => import('./strategies-panel.ts') },
  when: ({ picture }) => picture !== null && hasPlayers(picture),
  panel: 'nd-strategies-panel',
  takes: ['engine', 'catalogue', 'picture', 'view'],
};
