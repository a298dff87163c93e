import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const audit: Feature = {
  title: 'Audit',
  place: 'story',
  order: 180,
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
