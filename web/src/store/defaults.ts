import type { Experiment } from '../engine/types.ts';

/**
 * The experiment that the page opens with. 569 records cannot pay for epsilon 1 in 30 dimensions:
 * every pure-DP curve would be noise. Three columns chosen beforehand, with public ranges, keep the
 * picture honest and readable: fast descent first, then the floor that privacy sets.
 */
export const defaultExperiment: Experiment = {
  version: 1,
  title: 'Breast cancer: what does epsilon cost?',
  data: {
    kind: 'builtin',
    name: 'breast-cancer',
    preprocess: [
      { kind: 'select-columns', columns: [20, 21, 27] },
      { kind: 'scale-columns', lower: [5, 10, 0], upper: [40, 50, 0.3] },
      { kind: 'add-intercept', value: 0.5 },
      { kind: 'clip-rows', norm: 'l1', bound: 2, mode: 'clip' },
    ],
  },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [
    { id: 'dp-gd', label: 'DP-GD', parameters: { iterations: 60, start: 5 } },
    { id: 'dp-hb', label: 'DP-HB', parameters: { iterations: 60, start: 5 } },
    { id: 'dp-nag-opt', label: 'DP-NAG-opt', parameters: { iterations: 60, start: 5 } },
  ],
  run: {
    repeats: 20,
    randomness: { mode: 'reproducible', seed: 1 },
    trace: { points: 61 },
    diagnostics: ['objective', 'suboptimality', 'accuracy'],
  },
};
