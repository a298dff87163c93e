import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const audit: Feature = {
  title: 'Audit',
  place: 'questions',
  order: 180,
  fold: { summary: () => 'An attacker tries to prove the claim wrong' },
  late: { since: 'leisure', load: () => import('./audit-panel.ts') },
  when: () => true,
  view: ({ state, audit, compare }) =>
    html`<nd-audit-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .audit=${audit}
      .compare=${compare}
    ></nd-audit-panel>`,
};
