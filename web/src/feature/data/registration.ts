import type { Feature } from '../registration.ts';
import './data-panel.ts';

export const data: Feature = {
  title: 'Data',
  place: 'data',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-data-panel',
  takes: ['catalogue', 'experiment', 'plan', 'file', 'seen', 'form'],
};
