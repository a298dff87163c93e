import { html } from 'lit';
import type { Feature } from '../registration.ts';

/** How the objective lies around its optimum, which saddle problems have none of. */
export const probe: Feature = {
  title: 'Probe of the KL condition',
  place: 'story',
  order: 150,
  fold: { summary: () => 'How steep the objective is above its minimum' },
  late: { since: 'leisure', load: () => import('./probe-panel.ts') },
  when: ({ state }) => state.experiment.problem.kind !== 'saddle',
  view: ({ engine, state, plan }) =>
    html`<nd-probe-panel
      .engine=${engine}
      .experiment=${state.experiment}
      .plan=${plan}
      .file=${state.file}
    ></nd-probe-panel>`,
};
