import { html } from 'lit';
import type { Feature } from '../registration.ts';
import './risk-panel.ts';

export const risk: Feature = {
  title: 'Risk for one person',
  place: 'story',
  order: 10,
  when: () => true,
  view: ({ state, plan }) =>
    html`<nd-risk-panel .experiment=${state.experiment} .plan=${plan}></nd-risk-panel>`,
};
