import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './algorithms-panel.ts';

export const algorithms: Feature = {
  title: 'Algorithms',
  place: 'algorithms',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  view: ({ state, plan, form }) =>
    html`<nd-algorithms-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
      .form=${form}
    ></nd-algorithms-panel>`,
};
