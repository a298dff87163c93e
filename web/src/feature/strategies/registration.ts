import { html } from 'lit';
import { hasPlayers } from '../paths/players.ts';
import type { Feature } from '../registration.ts';

/** How the players of a game mix their strategies. */
export const strategies: Feature = {
  title: 'Where the strategies are',
  place: 'story',
  order: 110,
  late: { since: 'shown', load: () => import('./strategies-panel.ts') },
  when: ({ picture }) => picture !== null && hasPlayers(picture),
  view: ({ engine, state, picture }) =>
    html`<nd-strategies-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .picture=${picture}
      .view=${state.view}
    ></nd-strategies-panel>`,
};
