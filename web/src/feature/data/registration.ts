import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './data-panel.ts';

export const data: Feature = {
  title: 'Data',
  place: 'data',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  view: ({ state, plan, form }) =>
    html`<nd-data-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
      .file=${state.file}
      .seen=${state.seen}
      .form=${form}
    ></nd-data-panel>`,
};
