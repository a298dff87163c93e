/** A word of the field, in one sentence that everybody can read, and what that rests on. */
export interface Term {
  name: string;
  sentence: string;
  source: string;
}

export const terms = {
  epsilon: {
    name: 'Epsilon',
    sentence:
      'Whoever sees the result can multiply the odds of a guess about one person by at most e to ' +
      'the epsilon: 1.1 times at 0.1, 2.7 times at 1, 22,000 times at 10. With a delta, that may ' +
      'fail with about this probability.',
    source:
      'Definition of differential privacy (Dwork, McSherry, Nissim, Smith 2006), by Bayes’ rule.',
  },
  rho: {
    name: 'Rho',
    sentence:
      'Another unit of the privacy budget: how much Gaussian noise of a certain size lets through. ' +
      'Less rho means more noise.',
    source:
      'Concentrated differential privacy: ε = ρ + 2 √(ρ ln(1/δ)) for each δ (Bun, Steinke 2016, Proposition 1.3).',
  },
  gap: {
    name: 'Gap to optimum',
    sentence:
      'How far the objective of a model is above the least that any model reaches: zero is perfect.',
    source: 'F(x) − min F, on the records that the model learns from.',
  },
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
