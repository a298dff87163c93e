import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps, log, logCount } from '../shared/settings.ts';

export const settings = {
  conditionNumber: number(
    'Condition number',
    [1, 10, 1e4],
    'L/μ of every function that the certificate speaks of; L is 1.',
    log,
  ),
  step: number('Step', [0.01, 0.5, 4], 'In units of 1/L.', inSteps),
  momentum: number('Momentum', [0, 0.3, 0.99], 'The part of the last move that is made again.'),
  form: choice(
    'Form',
    [
      { value: 'corrected', title: 'Corrected' },
      { value: 'literal', title: 'As printed' },
    ],
    'The printed inequality has a sign wrong in B, which costs rate, and counts the dimension twice in the noise. The corrected form is the default.',
  ),
  iterations: number(
    'Iterations T',
    [1, 50, 1000],
    'The bound is the best one for this many steps: the fastest rate is not the best bound.',
    logCount,
  ),
  distance: number(
    'Start distance',
    [0.01, 3.6, 1000],
    'Distance of the start from the minimum.',
    log,
  ),
  gap: number('Start gap', [1e-3, 2.45, 1000], 'F at the start less its minimum.', log),
  noise: number(
    'Noise trace',
    [1e-6, 0.08, 100],
    'Sum of the variances of all coordinates of the gradient noise; 2 d b² for Laplace noise of scale b.',
    log,
  ),
  dimension: number(
    'Dimension',
    [1, 2, 1000],
    'Used by the printed form only, which multiplies by it again.',
    logCount,
  ),
};

export type CertificateSettings = ValuesOf<typeof settings>;
