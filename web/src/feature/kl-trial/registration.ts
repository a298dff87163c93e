import type { Feature } from '../registration.ts';

/** Problems of the gallery are KL problems already, saddle problems never are. */
export const klTrial: Feature = {
  title: 'KL condition',
  place: 'trial',
  order: 10,
  fold: { summary: () => 'Try methods that use how steep the objective is' },
  late: { since: 'leisure', load: () => import('./kl-trial-panel.ts') },
  when: ({ state: { catalogue, experiment } }) =>
    catalogue !== null && experiment.problem.kind === undefined,
  panel: 'nd-kl-trial-panel',
  takes: ['engine', 'experiment', 'file'],
};
