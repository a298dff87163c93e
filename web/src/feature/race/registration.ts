import { experimentAtFirst } from '../../experiment/sweep.ts';
import type { Feature } from '../registration.ts';
import { isRaced } from './entrants.ts';

/** What solvers take without privacy. */
export const race: Feature = {
  title: 'Solver race',
  place: 'questions',
  order: 140,
  fold: { summary: () => 'Which solver needs the fewest gradients without privacy' },
  late: { since: 'leisure', load: () => import('./race-panel.ts') },
  when: ({ state }) => isRaced(experimentAtFirst(state.experiment)),
  panel: 'nd-race-panel',
  takes: ['engine', 'experiment', 'plan', 'file'],
};
