import type { Feature } from '../registration.ts';

export const audit: Feature = {
  title: 'Audit',
  place: 'questions',
  order: 180,
  fold: { summary: () => 'An attacker tries to prove the claim wrong' },
  late: { since: 'leisure', load: () => import('./audit-panel.ts') },
  panel: 'nd-audit-panel',
  takes: ['catalogue', 'experiment', 'audit', 'compare'],
};
