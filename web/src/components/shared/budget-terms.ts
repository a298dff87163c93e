/** A word of the field, in one sentence that everybody can read, and what that rests on. */
export interface Term {
  name: string;
  sentence: string;
  source: string;
}

/** Of the budget: the first screen explains them. */
export const budgetTerms = {
  epsilon: {
    name: 'Epsilon',
    sentence:
      'Anyone who sees the result can multiply the odds of a guess about one person by at most e to ' +
      'the epsilon: 1.1 times at 0.1, 2.7 times at 1, 22,000 times at 10. With a delta, that may ' +
      'fail with about this probability.',
    source:
      'Definition of differential privacy (Dwork, McSherry, Nissim, Smith 2006), by Bayes’ rule.',
  },
  rho: {
    name: 'Rho',
    sentence:
      'Another unit of the privacy budget: how much Gaussian noise of a certain size reveals. ' +
      'Less rho means more noise.',
    source:
      'Concentrated differential privacy: ε = ρ + 2 √(ρ ln(1/δ)) for each δ (Bun, Steinke 2016, Proposition 1.3).',
  },
} as const satisfies Record<string, Term>;
