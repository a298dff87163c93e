import type { Feature } from '../registration.ts';
import './algorithms-panel.ts';

export const algorithms: Feature = {
  title: 'Algorithms',
  place: 'algorithms',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-algorithms-panel',
  takes: ['catalogue', 'experiment', 'plan', 'form'],
};
