import type { Term } from './budget-terms.ts';

/** Of charts and problems. */
export const terms = {
  gap: {
    name: 'Gap to optimum',
    sentence:
      'How far the objective is above the lowest value that it can have on these rows: 0 is as good as training gets.',
    source: 'F(x) - F*, where a solver finds F* and certifies its error.',
  },
  hardened: {
    name: 'Hardened noise',
    sentence:
      'Noise in whole steps of a grid, drawn exactly. The last digits of ordinary noise can reveal a record; those of hardened noise cannot.',
    source:
      'The discrete Gaussian (Canonne, Kamath, Steinke 2020); the leak of rounded noise (Mironov 2012).',
  },
  noiseBound: {
    name: 'Noise bound',
    sentence:
      'The most that noise alone adds to the gap, known before anything runs: a curve that stays up there is noise, not slow learning.',
    source: 'The noise term of each method’s theorem.',
  },
  bound: {
    name: 'Bound',
    sentence: 'What theory guarantees even for the worst data; runs usually end far below it.',
    source: 'The theorem of each method, named below the chart.',
  },
  kl: {
    name: 'KL condition',
    sentence:
      'How steep the objective is above its minimum: some methods need it steep wherever it is high.',
    source:
      'Kurdyka-Łojasiewicz condition: the gap is at most (γ × the length of the gradient) to the power κ.',
  },
} as const satisfies Record<string, Term>;
