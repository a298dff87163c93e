import { knowsGapsInTheMean } from '../../results/asked-measures.ts';
import type { Feature } from '../registration.ts';

/** The gap of means, where the law of the records is known. */
export const weakGap: Feature = {
  title: 'Weak gap',
  place: 'story',
  order: 130,
  late: { since: 'shown', load: () => import('./weak-gap-panel.ts') },
  when: ({ state: { catalogue, experiment } }) =>
    catalogue !== null && knowsGapsInTheMean(catalogue, experiment),
  panel: 'nd-weak-gap-panel',
  takes: ['engine', 'experiment'],
};
