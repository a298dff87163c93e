import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const publish: Feature = {
  title: 'Publish',
  place: 'story',
  order: 40,
  fold: { summary: () => 'One private run, as a file for others' },
  late: { since: 'plan', load: () => import('./publish-panel.ts') },
  when: ({ state }) => state.catalogue !== null,
  view: ({ engine, state, plan }) =>
    html`<nd-publish-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .plan=${plan}
      .file=${state.file}
    ></nd-publish-panel>`,
};
