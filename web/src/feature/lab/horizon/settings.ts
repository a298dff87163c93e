import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps, log, logCount, methods, spectra } from '../shared/settings.ts';

export const settings = {
  method: choice(
    'Method',
    [
      { value: 'nag', title: 'Nesterov' },
      { value: 'masg', title: 'Multi-stage Nesterov' },
      { value: 'gd', title: 'Gradient descent' },
      { value: 'hb', title: 'Heavy ball' },
    ],
    'Multi-stage Nesterov shortens its step at every stage and starts its momentum afresh. For the heavy ball the curve is a good guess, not a theorem.',
  ),
  mode: choice(
    'Bound',
    [
      { value: 'corrected', title: 'Corrected' },
      { value: 'paper-text', title: 'As printed' },
      { value: 'published-figures', title: 'As in the published figures' },
    ],
    'Corrected counts the first gap twice, as the proof needs. As printed counts it once. The published figures used half of the noise.',
  ),
  stepScale: number('Step', [0.01, 1, 1], 'In units of 1/L.', inSteps),
  iterations: number(
    'Iterations T',
    [10, 500, 5000],
    'The most steps that are considered. T′ is chosen among 1 to T.',
    logCount,
  ),
  epsilon: number('Epsilon', [0.01, 1, 100], 'The whole budget, divided over T′ steps.', log),
  samples: number('Records', [100, 1e5, 1e7], 'n, public. Noise shrinks as one over n.', logCount),
  dimension: number('Dimension', [1, 20, 1000], 'Each coordinate gets noise.', logCount),
  sensitivity: number(
    'L1 sensitivity',
    [0.01, 40, 1000],
    'The most by which one record’s gradient can differ from another’s, before dividing by n.',
    log,
  ),
  initialGap: number(
    'Gap at the start',
    [0.01, 10, 1000],
    'A public guess of F at the start less its minimum. T′ depends on it.',
    log,
  ),
  strongConvexity: number('Strong convexity μ', [1e-4, 0.02, 1], 'Public.', log),
  smoothness: number('Smoothness L', [1, 5.1033, 100], 'Public, at least μ.', log),
  quadraticMethod: choice(
    'Exact division of',
    [methods[1], methods[0], methods[2]],
    'On a quadratic the best division is known exactly. Its momentum is the one with the best rate.',
  ),
  spectrum: choice('Spectrum', spectra, 'How the curvatures of the quadratic lie between μ and L.'),
};

export type HorizonSettings = ValuesOf<typeof settings>;
