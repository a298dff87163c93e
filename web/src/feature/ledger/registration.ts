import { html } from 'lit';
import type { Feature } from '../registration.ts';

export const ledger: Feature = {
  title: 'Ledger',
  place: 'story',
  order: 60,
  late: { since: 'plan', load: () => import('./ledger-panel.ts') },
  when: () => true,
  view: ({ engine, plan, colors, picture }) =>
    html`<nd-ledger-panel
      .engine=${engine}
      .plan=${plan}
      .colors=${colors}
      .picture=${picture}
    ></nd-ledger-panel>`,
};
