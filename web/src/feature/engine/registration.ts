import type { Feature } from '../registration.ts';
import './engine-note.ts';

export const engineNote: Feature = {
  title: 'Engine',
  place: 'algorithms',
  order: 30,
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-engine-note',
  takes: ['engine'],
};
