import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './promise-panel.ts';

export const promise: Feature = {
  title: 'Promise',
  place: 'story',
  order: 20,
  when: () => true,
  view: ({ plan, picture, colors }) =>
    html`<nd-promise-panel
      .plan=${plan}
      .result=${picture?.result ?? null}
      .colors=${colors}
    ></nd-promise-panel>`,
};
