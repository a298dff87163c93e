import { html } from 'lit';
import type { Feature } from '../registration.ts';
import { areAllTriangles } from './players.ts';

/** Where x and y of a saddle problem went, unless triangles of strategies have shown it. */
export const paths: Feature = {
  title: 'Where x and y went',
  place: 'story',
  order: 120,
  late: { since: 'shown', load: () => import('./paths-panel.ts') },
  when: ({ picture }) => picture?.experiment.problem.kind === 'saddle' && !areAllTriangles(picture),
  view: ({ engine, state, picture }) =>
    html`<nd-paths-panel
      .engine=${engine}
      .catalogue=${state.catalogue}
      .picture=${picture}
      .view=${state.view}
    ></nd-paths-panel>`,
};
