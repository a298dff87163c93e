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
  panel: 'nd-groups-panel',
  takes: ['catalogue', 'picture', 'view'],
};
