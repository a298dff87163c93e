import { html } from 'lit';
import { hasGroups } from '../../results/asked-measures.ts';
import type { Feature } from '../registration.ts';

/** How each group fares, of problems that have some. */
export const groups: Feature = {
  title: 'Loss of each group',
  place: 'story',
  order: 100,
  late: { since: 'shown', load: () => import('./groups-panel.ts') },
  when: ({ state: { catalogue }, picture }) =>
    catalogue !== null && picture !== null && hasGroups(catalogue, picture.experiment),
  view: ({ state, picture }) =>
    html`<nd-groups-panel
      .catalogue=${state.catalogue}
      .picture=${picture}
      .view=${state.view}
    ></nd-groups-panel>`,
};
