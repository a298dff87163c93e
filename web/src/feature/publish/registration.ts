import type { Feature } from '../registration.ts';

export const publish: Feature = {
  title: 'Publish',
  place: 'story',
  order: 40,
  fold: { summary: () => 'One private run, as a file for others' },
  late: { since: 'plan', load: () => import('./publish-panel.ts') },
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-publish-panel',
  takes: ['engine', 'catalogue', 'experiment', 'plan', 'file'],
};
