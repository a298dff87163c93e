import type { Term } from './budget-terms.ts';

/** Of charts and problems. */
export const terms = {
  noiseBound: {
    name: 'Noise bound',
    sentence:
      'The most that noise alone adds to the gap, known before anything runs: a curve that stays up there is noise, not slow learning.',
    source: 'The noise term of each method’s theorem.',
  },
  bound: {
    name: 'Bound',
    sentence:
      'What theory promises for the worst data that it allows; runs usually end far below it.',
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
