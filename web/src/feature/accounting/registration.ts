import type { Feature } from '../registration.ts';

export const accounting: Feature = {
  title: 'Same noise, counted differently',
  place: 'story',
  order: 160,
  fold: { summary: () => 'What other ways of counting prove' },
  late: { since: 'leisure', load: () => import('./accounting-panel.ts') },
  panel: 'nd-accounting-panel',
  takes: ['engine', 'experiment', 'plan'],
};
