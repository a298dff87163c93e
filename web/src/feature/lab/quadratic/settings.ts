import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps, log, logCount, methods, spectra } from '../shared/settings.ts';

export const settings = {
  method: choice(
    'Method',
    methods,
    'Heavy ball and Nesterov add a part of the last move to the next one; gradient descent does not.',
  ),
  step: number(
    'Step',
    [0.01, 1, 4],
    'How far each gradient moves the point, in units of 1/L. Past the border of the map the iterates diverge.',
    inSteps,
  ),
  momentum: number(
    'Momentum',
    [0, 0.7, 0.99],
    'The part of the last move that is made again. It carries the point along flat directions, and it carries old noise along too.',
  ),
  noise: number(
    'Noise',
    [1e-4, 0.03, 1],
    'Standard deviation of what is added to each coordinate of every gradient. Laplace noise of scale b has √2 b.',
    log,
  ),
  conditionNumber: number(
    'Condition number',
    [1, 100, 1e4],
    'L/μ: how much steeper the steepest direction is than the flattest. Momentum pays when it is large.',
    log,
  ),
  dimension: number(
    'Dimension',
    [1, 10, 100],
    'Number of coordinates. Each one gets noise of its own, so the noise floor grows with it.',
    logCount,
  ),
  spectrum: choice(
    'Spectrum',
    spectra,
    'How the curvatures of the coordinates lie between μ and L. At the start every coordinate holds the same share of the gap.',
  ),
  iterations: number(
    'Iterations',
    [10, 200, 2000],
    'How far the chart looks ahead. The noise per step stays the same here.',
    logCount,
  ),
};

export type QuadraticSettings = ValuesOf<typeof settings>;
