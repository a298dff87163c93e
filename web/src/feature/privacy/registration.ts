import type { Feature } from '../registration.ts';
import './privacy-panel.ts';

export const privacy: Feature = {
  title: 'Privacy',
  place: 'privacy',
  order: 10,
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-privacy-panel',
  takes: ['catalogue', 'experiment', 'plan', 'form'],
};
