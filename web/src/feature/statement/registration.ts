import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './statement-panel.ts';

export const statement: Feature = {
  title: 'Statement',
  place: 'story',
  order: 30,
  when: () => true,
  view: ({ picture }) =>
    html`<nd-statement-panel
      .statement=${picture?.result?.privacy.statement ?? null}
    ></nd-statement-panel>`,
};
