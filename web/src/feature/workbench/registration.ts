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
  panel: 'nd-workbench-panel',
  takes: ['engine', 'catalogue', 'picture'],
};
