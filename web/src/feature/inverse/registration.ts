import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const inverse: Feature = {
  title: 'Budget for a goal',
  place: 'story',
  order: 170,
  late: { since: 'leisure', load: () => import('./inverse-panel.ts') },
  when: () => true,
  view: ({ engine, state, plan }) =>
    html`<nd-inverse-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
    ></nd-inverse-panel>`,
};
