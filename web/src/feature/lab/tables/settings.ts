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
  ...facts,
  dimension: dimension(),
  conditionNumber: conditionNumber('1/μ: the tables are scaled to G = L = 1.'),
  set: choice(
    'Constraint set',
    balls,
    'Table 3 depends on the set by its Gaussian width: about √(2 ln p) for the l1 ball, √p for the l2 ball.',
  ),
  radius: radius(),
  regularization: number(
    'Regularization λ',
    [1e-6, 0.01, 10],
    'Of objective perturbation, which pays for it with a biased minimum.',
    log,
  ),
  initialGap: initialGap(
    'A guess of F at the start less its minimum; the certified runs are as long as it asks.',
  ),
};

export type TableSettings = ValuesOf<typeof settings>;
