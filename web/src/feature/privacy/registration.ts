import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './privacy-panel.ts';

export const privacy: Feature = {
  title: 'Privacy',
  place: 'privacy',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  view: ({ state, plan, form }) =>
    html`<nd-privacy-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
      .form=${form}
    ></nd-privacy-panel>`,
};
