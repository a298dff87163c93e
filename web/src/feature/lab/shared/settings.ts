import { choice, number } from './fields.ts';

// Settings that several questions have, and the scales that their numbers run on.

export const log = { scale: 'log' } as const;
export const logCount = { scale: 'log', integer: true } as const;
export const inSteps = { unit: 'of 1/L' } as const;

export const methods = [
  { value: 'heavy-ball', title: 'Heavy ball' },
  { value: 'nesterov', title: 'Nesterov' },
  { value: 'gradient-descent', title: 'Gradient descent' },
] as const;

export const spectra = [
  {
    value: 'geometric',
    title: 'Evenly on a logarithmic scale',
    description: 'Directions of every steepness, as data often have.',
  },
  { value: 'ends', title: 'Half steep, half flat', description: 'The worst case for a rate.' },
  { value: 'linear', title: 'Evenly', description: 'From the flattest to the steepest.' },
] as const;

export const balls = [
  { value: 'l1-ball', title: 'l1 ball' },
  { value: 'l2-ball', title: 'l2 ball' },
  { value: 'linf-ball', title: 'l∞ ball' },
] as const;

/** Where n, p, epsilon and delta come from: a question that has this setting follows the open experiment. */
export const source = choice(
  'Numbers',
  [
    { value: 'experiment', title: 'From the open experiment' },
    { value: 'own', title: 'My own' },
  ],
  'n, p, ε and δ follow the experiment in the playground until one of them is changed here.',
);

export const facts = {
  samples: number(
    'Records n',
    [10, 200_000, 1e8],
    'Public. What one record can do shrinks as one over n.',
    logCount,
  ),
  epsilon: number('Epsilon', [0.01, 1, 100], 'The whole budget of a run.', log),
  delta: number('Delta', [1e-15, 1e-6, 0.1], 'Best far below 1/n.', log),
};

export const dimension = (why = 'Each coordinate gets noise.') =>
  number('Dimension p', [1, 54, 1e6], why, logCount);

export const conditionNumber = (why: string) =>
  number('Condition number κ', [1, 100, 1e5], why, log);

export const radius = (why = 'Of the constraint set, in its own norm.') =>
  number('Radius', [0.01, 1, 1000], why, log);

export const initialGap = (why: string) => number('Gap at the start', [1e-3, 1, 1000], why, log);
