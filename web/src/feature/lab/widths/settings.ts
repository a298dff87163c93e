import { number, type ValuesOf } from '../shared/fields.ts';
import { dimension, logCount, radius } from '../shared/settings.ts';

export const settings = {
  radius: radius('Of every set, in its own norm.'),
  dimension: dimension('The table below is for this p; the chart runs over all.'),
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

export type WidthSettings = ValuesOf<typeof settings>;
