/** The budget of a promise, as (epsilon, delta). */
export interface Budget {
  epsilon: number;
  delta: number;
}

/** What an attacker believes beforehand, as one in so many. */
export const priors = [2, 10, 1000] as const;

/**
 * The most that an attacker can believe of "this person's record is in the data", in [0, 1], who
 * believed it with probability `prior` before the release:
 *
 *     delta + (1 - delta) p e^epsilon / (p e^epsilon + 1 - p)
 *
 * With delta = 0 this is Bayes' rule: e^epsilon is the most by which a release multiplies the odds
 * p / (1 - p). With even odds it is (e^epsilon + delta) / (1 + e^epsilon), the best rate of right
 * guesses. For delta > 0: whatever is (epsilon, delta)-DP can be made from a mechanism that tells
 * everything with probability delta and is epsilon-DP otherwise (Kairouz, Oh, Viswanath 2015, the
 * mechanism that dominates all others in the proof of Theorem 3.3); the belief is averaged over both.
 *
 * @param prior in (0, 1)
 */
export function mostBelief({ epsilon, delta }: Budget, prior: number): number {
  // e^-epsilon cannot overflow: a large epsilon gives a belief of one.
  const belief = prior / (prior + (1 - prior) * Math.exp(-epsilon));
  return Math.min(1, delta + (1 - delta) * belief);
}

/** How far the belief stays from certainty; exact also where the belief rounds to one. */
export function leastDoubt({ epsilon, delta }: Budget, prior: number): number {
  const against = (1 - prior) * Math.exp(-epsilon);
  return (1 - Math.min(1, delta)) * (against / (prior + against));
}

/**
 * A rho-zCDP promise as (epsilon, delta): epsilon = rho + 2 sqrt(rho ln(1 / delta))
 * (Bun and Steinke 2016, Proposition 1.3), an upper bound.
 */
export function zcdpBudget(rho: number, delta: number): Budget {
  return { epsilon: rho + 2 * Math.sqrt(rho * Math.log(1 / delta)), delta };
}

/** So many dots of a hundred or a thousand: believed before, believed at most in the end. */
export interface Dots {
  whole: 100 | 1000;
  before: number;
  after: number;
}

/** A thousand dots where a hundred could not show what was believed before. */
export function dotsOf(budget: Budget, oneIn: number): Dots {
  const whole = oneIn > 100 ? 1000 : 100;
  const before = Math.round(whole / oneIn);
  const after = Math.round(whole * mostBelief(budget, 1 / oneIn));
  // A doubt that the words still tell, "99.6 in 100", keeps one dot.
  const most = leastDoubt(budget, 1 / oneIn) < 1e-5 ? whole : whole - 1;
  return { whole, before, after: Math.min(Math.max(before, after), most) };
}
