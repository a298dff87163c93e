import type { AlgorithmInfo, Experiment } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';
import { dotsOf, leastDoubt, mostBelief, type Budget } from './risk.ts';

/** Nobody can picture one in more than a thousand million. */
const leastTold = 1e-9;

/** "73 in 100", with digits enough near certainty that "100 in 100" is never said of a bound below. */
export function frequency(budget: Budget, oneIn: number): string {
  const { whole } = dotsOf(budget, oneIn);
  const doubt = leastDoubt(budget, 1 / oneIn);
  if (doubt === 0) return `${whole} in ${whole}`;
  if (doubt < leastTold) return `practically ${whole} in ${whole}`;
  if (doubt < 1e-5) return `all but one in ${formatNumber(1 / doubt)}`;
  const share = whole * mostBelief(budget, 1 / oneIn);
  if (whole * doubt < 1) {
    const decimals = Math.ceil(-Math.log10(whole * doubt));
    return `${share.toFixed(decimals)} in ${whole}`;
  }
  return `${share < 10 ? formatNumber(Number(share.toPrecision(2))) : Math.round(share)} in ${whole}`;
}

/** What the picture shows, in one sentence. */
export function riskSentence(budget: Budget, oneIn: number): string {
  const { whole, before } = dotsOf(budget, oneIn);
  const after = frequency(budget, oneIn);
  const most = after.startsWith('practically') ? after : `at most ${after}`;
  return `${most} instead of ${before} in ${whole}`;
}

/** How much that is, in words. */
export function verdict({ epsilon }: Pick<Budget, 'epsilon'>): string {
  if (epsilon <= 0.1) return 'A guess gains next to nothing.';
  if (epsilon <= 1) return 'A guess gains little: strong protection.';
  if (epsilon <= 3) return 'A guess may gain something: moderate protection.';
  if (epsilon <= 10) return 'A guess may gain much: weak protection.';
  return 'A guess may become nearly certain: hardly anybody is protected.';
}

/** The notion in one sentence. */
export function notionSentence({ privacy }: Experiment): string {
  const sentences: Record<Experiment['privacy']['notion'], string> = {
    pure: 'One record always changes the probability of any published result by a factor of at most e to the epsilon (pure DP).',
    approximate:
      'One record changes the probability of any published result by a factor of at most e to the epsilon, except with a probability of about delta (approximate DP).',
    zcdp: 'A result reveals at most as much about one record as Gaussian noise of this rho; there is no single epsilon, but one for each delta (zCDP).',
    none: 'Nothing: the methods add no noise, and their results may reveal any record.',
  };
  return sentences[privacy.notion];
}

/** The neighbouring relation in one sentence. */
export function neighboursSentence({ privacy }: Experiment): string {
  const sentences: Record<NonNullable<Experiment['privacy']['neighbours']>, string> = {
    'replace-one':
      'It compares two tables in which one person’s record is replaced by another one; the number of records is public.',
    'zero-out':
      'It compares two tables, one of which counts a person’s record as empty; the number of records is public. This protects half as well as replacing the record.',
    'add-remove':
      'It compares two tables, one with a person’s record and one without; the exact number of records stays secret.',
  };
  return sentences[privacy.neighbours ?? 'replace-one'];
}

/** Where a menu lists a method: noise alone does not make one private. */
export function methodGroup(info: Pick<AlgorithmInfo, 'private' | 'leaks'>): string {
  return info.private && !info.leaks ? 'Private' : 'Not private';
}
