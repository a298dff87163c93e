import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { dimension, initialGap, log, logCount } from '../shared/settings.ts';

export const settings = {
  exponent: number(
    'Exponent κ',
    [1, 1.5, 6],
    'Of the condition F − F* ≤ (γ ‖∇F‖)^κ; 2 is Polyak–Łojasiewicz. Spider and adaptive GD want at most 2, the proximal point method at least 2.',
  ),
  constant: number('Constant γ', [1e-3, 1, 1000], 'Of the same condition.', log),
  initialGap: initialGap('F₀, a bound on F at the start less its minimum; at most (γ L₀)^κ.'),
  lipschitz: number(
    'Gradient bound L₀',
    [1e-3, 2, 1000],
    'The longest gradient of one record.',
    log,
  ),
  smoothness: number(
    'Smoothness L₁',
    [1e-3, 2, 1000],
    'Of every record’s loss. The proximal point method does without.',
    log,
  ),
  weakConvexity: number(
    'Weak convexity',
    [0, 1, 10],
    'Of the proximal point method: 0 where F is convex.',
  ),
  samples: number('Records n', [100, 1e6, 1e9], 'Public.', logCount),
  rho: number('Budget ρ', [1e-4, 0.5, 100], 'zCDP of the whole run.', log),
  dimension: dimension(),
  failureProbability: number(
    'Failure probability β',
    [1e-6, 0.05, 0.5],
    'Promises hold with probability 1 − β over the noise.',
    log,
  ),
  targetGap: number(
    'Wished gap',
    [1e-9, 1e-4, 10],
    'Which budget, or how many records, KL Spider needs for it.',
    log,
  ),
  form: choice(
    'The condition is given as',
    [
      { value: 'kl', title: 'KL: γ and κ' },
      { value: 'pl', title: 'Polyak–Łojasiewicz: μ' },
      { value: 'lojasiewicz', title: 'Łojasiewicz: C and θ' },
      { value: 'plain', title: 'A constant without exponent' },
      { value: 'growth', title: 'Growth of a convex F: λ and τ' },
    ],
    'Translated below into the others. Constant and exponent of that form follow.',
  ),
  formConstant: number('Constant of that form', [1e-4, 1, 1e4], 'γ, μ, C, g or λ.', log),
  formExponent: number(
    'Exponent of that form',
    [0.1, 1.5, 10],
    'κ, θ or τ; Polyak–Łojasiewicz has none.',
  ),
  epsilon: number(
    'ε of Theorem 8',
    [0.01, 0.5, 0.69],
    'Its lower bound is one of (ε, δ) methods, for ε up to ln 2 and κ at least 2.',
    log,
  ),
};

export type KlSettings = ValuesOf<typeof settings>;
