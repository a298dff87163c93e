import { choice, number, type ValuesOf } from '../shared/fields.ts';
import {
  balls,
  conditionNumber,
  dimension,
  facts,
  initialGap,
  log,
  radius,
  source,
} from '../shared/settings.ts';

export const settings = {
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
  dimension: dimension(),
  conditionNumber: conditionNumber(
    '1/μ, with G = L = 1. DP-SVRG++, DP-AccMD and the non-convex case do without.',
  ),
  initialGap: initialGap('A public guess of F at the start less its minimum.'),
  distance: number(
    'Start distance',
    [1e-3, 1, 1000],
    'A public guess of how far the start lies from the minimizer; DP-SVRG++ uses it.',
    log,
  ),
  set: choice(
    'Constraint set',
    [...balls, { value: 'simplex', title: 'Simplex' }],
    'Of DP-AccMD, whose bound depends on the set’s width.',
  ),
  radius: radius(),
};

export type BoundSettings = ValuesOf<typeof settings>;
