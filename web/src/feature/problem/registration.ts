import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './problem-panel.ts';

export const problem: Feature = {
  title: 'Problem',
  place: 'data',
  order: 20,
  when: ({ state }) => state.catalogue !== null,
  view: ({ engine, state, plan, form }) =>
    html`<nd-problem-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
      .form=${form}
    ></nd-problem-panel>`,
};
