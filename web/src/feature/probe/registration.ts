import type { Feature } from '../registration.ts';

/** How the objective lies around its optimum, which saddle problems have none of. */
export const probe: Feature = {
  title: 'Probe of the KL condition',
  place: 'story',
  order: 150,
  fold: { summary: () => 'How steep the objective is above its minimum' },
  late: { since: 'leisure', load: () => import('./probe-panel.ts') },
  when: ({ state }) => state.experiment.problem.kind !== 'saddle',
  panel: 'nd-probe-panel',
  takes: ['engine', 'experiment', 'plan', 'file'],
};
