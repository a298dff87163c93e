import { html } from 'lit';
import type { Feature } from '../registration.ts';
import { isOfTables } from './tables.ts';

/** What became of synthetic data. */
export const workbench: Feature = {
  title: 'Synthetic data',
  place: 'story',
  order: 70,
  late: { since: 'shown', load: () => import('./workbench-panel.ts') },
  when: ({ state, picture }) =>
    state.catalogue !== null && picture !== null && isOfTables(picture.experiment, state.catalogue),
  view: ({ engine, state, picture }) =>
    html`<nd-workbench-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .picture=${picture}
    ></nd-workbench-panel>`,
};
