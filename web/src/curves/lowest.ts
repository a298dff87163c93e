/** The largest ε of Theorem 8. */
export const mostEpsilon = Math.LN2;

/** The largest δ of Theorem 8 with so small an ε. */
export function mostDelta(epsilon: number): number {
  return -Math.expm1(-epsilon) / 16;
}

/** Theorem 8: the gap that no (ε, δ) method beats on its own hard problem, for κ of at least 2. */
export function lowestGap(samples: number, epsilon: number, exponent: number): number {
  return 0.25 * (1 / (samples * epsilon)) ** exponent;
}
