import type { Experiment } from '../../wasm/client/experiment.ts';

/** Two methods on built-in data: the size of what the page opens with. */
export const opening: Experiment = {
  version: 1,
  title: 'Opening',
  data: {
    kind: 'builtin',
    name: 'breast-cancer',
    preprocess: [
      { kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'normalize' },
      { kind: 'add-intercept', value: 1 },
    ],
  },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [
    { id: 'dp-gd', parameters: { iterations: 60 } },
    { id: 'dp-nag-opt', label: 'divided noise', parameters: { iterations: 50 } },
  ],
  run: {
    repeats: 5,
    randomness: { mode: 'reproducible', seed: 7 },
    trace: { points: 21 },
    diagnostics: ['objective', 'suboptimality'],
  },
};

/** Runs for minutes when nobody cancels it. */
export const endless: Experiment = {
  ...opening,
  data: {
    kind: 'synthetic',
    name: 'logistic',
    samples: 20_000,
    features: 20,
    preprocess: [{ kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'normalize' }],
  },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 1_000_000 } }],
};

/** A question of which method to take: none is named. */
export const bare = {
  version: 1,
  data: {
    kind: 'file',
    name: 'points.csv',
    format: 'csv',
    preprocess: [{ kind: 'clip-rows', bound: 1 }],
  },
  problem: { loss: 'logistic' },
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-5 },
  run: { repeats: 2, randomness: { mode: 'reproducible', seed: 7 } },
};

/** A CSV file of two features and labels, a hundred rows. */
export const csv = Array.from({ length: 100 }, (_, i) => {
  const x = ((i * 37) % 100) / 100;
  const y = ((i * 61) % 100) / 100;
  return `${x},${y},${x + y > 1 ? 1 : -1}`;
}).join('\n');

export const onFile: Experiment = {
  ...opening,
  data: {
    kind: 'file',
    name: 'points.csv',
    format: 'csv',
    preprocess: [{ kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'clip' }],
  },
};
