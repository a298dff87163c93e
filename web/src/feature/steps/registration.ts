import { stepColumns, tellsPhases } from '../../results/step-columns.ts';
import type { Feature } from '../registration.ts';

/** What the steps of some algorithms tell. */
export const steps: Feature = {
  title: 'Step by step',
  place: 'story',
  order: 80,
  fold: { summary: () => 'What each step did' },
  late: { since: 'shown', load: () => import('./steps-panel.ts') },
  when: ({ state, picture }) =>
    picture?.experiment.algorithms.some(({ id }) => {
      const columns = stepColumns(state.catalogue, id);
      return columns.length > 0 && !tellsPhases(columns);
    }) ?? false,
  panel: 'nd-steps-panel',
  takes: ['catalogue', 'picture'],
};
