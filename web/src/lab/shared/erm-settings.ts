import { choice, number } from './fields.ts';

// What a reader sets in the parts of the lab that belong to empirical risk minimization.

const log = { scale: 'log' } as const;
const logCount = { scale: 'log', integer: true } as const;
const inSteps = { unit: 'of 1/L' } as const;

/** Where n, p, epsilon and delta come from. */
const source = choice(
  'Numbers',
  [
    { value: 'experiment', title: 'From the open experiment' },
    { value: 'own', title: 'My own' },
  ],
  'n, p, ε and δ follow the experiment in the playground until one of them is changed here.',
);

const facts = {
  samples: number(
    'Records n',
    [10, 200_000, 1e8],
    'Public. What one record can do shrinks as one over n.',
    logCount,
  ),
  epsilon: number('Epsilon', [0.01, 1, 100], 'The whole budget of a run.', log),
  delta: number('Delta', [1e-15, 1e-6, 0.1], 'Best far below 1/n.', log),
};

export const epoch = {
  lemma: choice(
    'Variance lemma',
    [
      { value: 'paper', title: 'As printed' },
      { value: 'tight', title: 'Tight' },
    ],
    'The printed proof counts the variance of a step twice. The noise is independent and centred, so once is enough: steps may then be twice as long and epochs half.',
  ),
  conditionNumber: number(
    'Condition number κ',
    [1, 100, 1e5],
    'L/μ. An epoch has to be long enough to forget its start along the flattest direction.',
    log,
  ),
  step: number(
    'Step η',
    [1e-3, 0.0208, 0.3],
    'Too short, and an epoch does not get far; too long, and its own variance keeps it from contracting. The paper prints 1/12; the condition needs less than 1/24.',
    { ...inSteps, scale: 'log' },
  ),
  length: number(
    'Epoch length m',
    [1, 20_000, 1e8],
    'Inner steps between two exact gradients. Each of them adds noise, so longer epochs cost budget.',
    logCount,
  ),
};

export const batch = {
  source,
  ...facts,
  innerSteps: number(
    'Inner steps N',
    [10, 75_000, 1e8],
    'All inner steps of the run. The experiments of the paper have 75 000 (DP-SVRG) and 655 340 (DP-SVRG++).',
    logCount,
  ),
  constant: choice(
    'Constant c of the theorem',
    [
      { value: '0', title: 'Proven (132 and a little)' },
      { value: '8', title: '8, not proven' },
    ],
    'The theorem names no constant. 132 is proven under its two conditions; with 8 figures look as in the paper, and nothing is proven.',
  ),
};

export const tables = {
  source,
  ...facts,
  dimension: number('Dimension p', [1, 54, 1e6], 'Each coordinate gets noise.', logCount),
  conditionNumber: number(
    'Condition number κ',
    [1, 100, 1e5],
    '1/μ: the tables are scaled to G = L = 1.',
    log,
  ),
  set: choice(
    'Constraint set',
    [
      { value: 'l1-ball', title: 'l1 ball' },
      { value: 'l2-ball', title: 'l2 ball' },
      { value: 'linf-ball', title: 'l∞ ball' },
    ],
    'Table 3 depends on the set by its Gaussian width: about √(2 ln p) for the l1 ball, √p for the l2 ball.',
  ),
  radius: number('Radius', [0.01, 1, 1000], 'Of the constraint set, in its own norm.', log),
  regularization: number(
    'Regularization λ',
    [1e-6, 0.01, 10],
    'Of objective perturbation, which pays for it with a biased minimum.',
    log,
  ),
  initialGap: number(
    'Gap at the start',
    [1e-3, 1, 1000],
    'A guess of F at the start less its minimum; the certified runs are as long as it asks.',
    log,
  ),
};

export const widths = {
  radius: number('Radius', [0.01, 1, 1000], 'Of every set, in its own norm.', log),
  dimension: number(
    'Dimension p',
    [1, 54, 1e6],
    'The table below is for this p; the chart runs over all.',
    logCount,
  ),
  groupSize: number(
    'Group size',
    [1, 10, 1000],
    'Coordinates in a group of the group ball: 1 gives the l1 ball, p the l2 ball.',
    logCount,
  ),
  exponent: number(
    'Exponent a',
    [1.01, 1.5, 2],
    'Of the l_a ball, between the l1 and the l2 ball. Its width is estimated by drawing.',
  ),
};

export const bounds = {
  source,
  method: choice(
    'Method',
    [
      { value: 'dp-svrg', title: 'DP-SVRG, strongly convex' },
      { value: 'dp-svrg-pp', title: 'DP-SVRG++, convex' },
      { value: 'dp-accmd', title: 'DP-AccMD, bounded set' },
      { value: 'dp-gd-pl', title: 'DP-GD, Polyak–Łojasiewicz' },
      { value: 'dp-gd-nonconvex', title: 'DP-GD, non-convex' },
    ],
    'Whose theorem is asked. Each chooses its own steps, epochs and number of iterations.',
  ),
  noise: choice(
    'Noise',
    [
      { value: 'tight', title: 'The least that is proven' },
      { value: 'zcdp', title: 'By zCDP' },
      { value: 'paper', title: 'As printed, constant proven' },
    ],
    'How much noise the budget asks for. For DP-SVRG and DP-SVRG++ it is that of large batches; small ones need more.',
  ),
  ...facts,
  dimension: number('Dimension p', [1, 54, 1e6], 'Each coordinate gets noise.', logCount),
  conditionNumber: number(
    'Condition number κ',
    [1, 100, 1e5],
    '1/μ, with G = L = 1. DP-SVRG++, DP-AccMD and the non-convex case do without.',
    log,
  ),
  initialGap: number(
    'Gap at the start',
    [1e-3, 1, 1000],
    'A public guess of F at the start less its minimum.',
    log,
  ),
  distance: number(
    'Start distance',
    [1e-3, 1, 1000],
    'A public guess of how far the start lies from the minimizer; DP-SVRG++ uses it.',
    log,
  ),
  set: choice(
    'Constraint set',
    [
      { value: 'l1-ball', title: 'l1 ball' },
      { value: 'l2-ball', title: 'l2 ball' },
      { value: 'linf-ball', title: 'l∞ ball' },
      { value: 'simplex', title: 'Simplex' },
    ],
    'Of DP-AccMD, whose bound depends on the set’s width.',
  ),
  radius: number('Radius', [0.01, 1, 1000], 'Of the constraint set, in its own norm.', log),
};
