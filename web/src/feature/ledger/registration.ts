import type { Feature } from '../registration.ts';

export const ledger: Feature = {
  title: 'Ledger',
  place: 'story',
  order: 60,
  fold: { summary: () => 'What each step spends of the budget' },
  late: { since: 'plan', load: () => import('./ledger-panel.ts') },
  when: ({ plan }) => plan?.plans.some(({ privacy }) => privacy.notion !== 'none') ?? true,
  panel: 'nd-ledger-panel',
  takes: ['engine', 'plan', 'colors', 'picture'],
};
