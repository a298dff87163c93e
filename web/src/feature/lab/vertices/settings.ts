import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { facts, log, logCount } from '../shared/settings.ts';

/** As of other questions, but not every experiment has a game to follow. */
const source = choice(
  'Schedule for',
  [
    { value: 'experiment', title: 'The open experiment, if it draws vertices' },
    { value: 'own', title: 'My own numbers' },
  ],
  'n, ε, δ, vertices and derivatives follow an experiment with mirror descent by vertex sampling until one of them is changed here.',
);

export const settings = {
  source,
  function: choice(
    'Loss of a coordinate',
    [
      { value: 'exponential', title: 'Exponential', description: 'Smooth of any order.' },
      { value: 'kinked', title: 'Kinked', description: 'Its gradient has a kink.' },
      { value: 'quadratic', title: 'Quadratic', description: 'Averages do not bias gradients.' },
    ],
    'How the loss depends on one coordinate of x. Draws mislead gradients that bend.',
  ),
  curvature: number(
    'Curvature β',
    [0.5, 5, 50],
    'The largest second derivative. The larger, the further a draw misleads.',
    log,
  ),
  minimizer: number('Minimizer', [0, 0.8, 1], 'Where the loss is least.'),
  weight: number(
    'Coordinate p',
    [0.01, 0.8, 0.99],
    'The probability with which the coordinate’s vertex is drawn.',
  ),
  ...facts,
  samples: { ...facts.samples, default: 1_000_000 },
  primalVertices: number(
    'Vertices of x',
    [2, 16, 1e6],
    'How many pure strategies x has. Errors grow with the logarithm.',
    logCount,
  ),
  dualVertices: number('Vertices of y', [2, 16, 1e6], 'How many pure strategies y has.', logCount),
  lipschitz: number(
    'First derivative L₀',
    [1e-3, 1, 1e3],
    'The largest by one coordinate, of any record’s loss: how far one record can move a score.',
    log,
  ),
  smoothness: number(
    'Second derivative L₁',
    [0, 1, 1000],
    'The largest by two coordinates: what biases gradients at averages of vertices.',
  ),
  hessianLipschitz: number(
    'Third derivative L₂',
    [0, 1, 1000],
    'The largest by three coordinates: what is left of the bias.',
  ),
  momentFactor: number(
    'Moment factor',
    [1e-3, 1, 100],
    'Scales C, the second moment whose constant the theorem leaves open. Small: longer and fewer steps.',
    log,
  ),
  seed: number('Seed of the levels', [1, 1, 1000], 'Levels are public, and drawn before the run.', {
    ...logCount,
  }),
};

export type VertexSettings = ValuesOf<typeof settings>;
