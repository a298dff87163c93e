import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const accounting: Feature = {
  title: 'Same noise, counted differently',
  place: 'story',
  order: 160,
  fold: { summary: () => 'What other ways of counting make of it' },
  late: { since: 'leisure', load: () => import('./accounting-panel.ts') },
  when: () => true,
  view: ({ engine, state, plan }) =>
    html`<nd-accounting-panel
      .engine=${engine}
      .experiment=${state.experiment}
      .plan=${plan}
    ></nd-accounting-panel>`,
};
