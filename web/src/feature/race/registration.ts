import { html } from 'lit';
import { experimentAtFirst } from '../../experiment/sweep.ts';
import type { Feature } from '../registration.ts';
import { isRaced } from './entrants.ts';

/** What solvers take without privacy. */
export const race: Feature = {
  title: 'Solver race',
  place: 'questions',
  order: 140,
  fold: { summary: () => 'Who needs the fewest gradients where nothing is private' },
  late: { since: 'leisure', load: () => import('./race-panel.ts') },
  when: ({ state }) => isRaced(experimentAtFirst(state.experiment)),
  view: ({ engine, state, plan }) =>
    html`<nd-race-panel
      .engine=${engine}
      .experiment=${state.experiment}
      .plan=${plan}
      .file=${state.file}
    ></nd-race-panel>`,
};
