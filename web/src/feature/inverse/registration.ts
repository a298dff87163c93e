import type { Feature } from '../registration.ts';

export const inverse: Feature = {
  title: 'Which budget do I need?',
  place: 'questions',
  order: 170,
  fold: { summary: () => 'The smallest budget that reaches a goal of yours' },
  late: { since: 'leisure', load: () => import('./inverse-panel.ts') },
  when: ({ state }) => state.experiment.privacy.notion !== 'none',
  panel: 'nd-inverse-panel',
  takes: ['engine', 'catalogue', 'experiment', 'plan'],
};
