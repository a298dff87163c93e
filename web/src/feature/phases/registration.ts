import { stepColumns, tellsPhases } from '../../results/step-columns.ts';
import type { Feature } from '../registration.ts';

/** The releases of certified solutions. */
export const phases: Feature = {
  title: 'Phase by phase',
  place: 'story',
  order: 90,
  fold: { summary: () => 'What each phase did' },
  late: { since: 'shown', load: () => import('./phases-panel.ts') },
  when: ({ state, picture }) =>
    picture?.experiment.algorithms.some(({ id }) =>
      tellsPhases(stepColumns(state.catalogue, id)),
    ) ?? false,
  panel: 'nd-phases-panel',
  takes: ['catalogue', 'picture'],
};
