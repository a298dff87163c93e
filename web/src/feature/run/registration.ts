import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './run-panel.ts';

export const run: Feature = {
  title: 'Run',
  place: 'algorithms',
  order: 20,
  when: ({ state }) => state.catalogue !== null,
  view: ({ state, form }) =>
    html`<nd-run-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .form=${form}
    ></nd-run-panel>`,
};
