import { currencySigns, type Currency } from '../../chart/picture.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { budgetRange, reachedAt, type Found, type Goal, type Practice } from './inverse.ts';

/** What the search in the theorem's bound found, in one sentence. */
export function boundSentence(found: Found, goal: Goal, label: string, unit: Currency): string {
  const sign = currencySigns[unit];
  const wish = `a gap of at most ${formatNumber(goal.target)} with ${formatCount(goal.samples)} rows`;
  if (found.kind === 'no-bound')
    return `No theorem here bounds the gap of ${label}. Try it in practice.`;
  if (found.kind === 'unreachable') {
    return `Not even ${sign}\u00a0${budgetRange.most} proves ${wish} for ${label}: the bound stays at ${formatNumber(found.risk)}. More rows, other steps or another algorithm may help.`;
  }
  const even = found.kind === 'any' ? 'even ' : '';
  return `The theorem proves ${wish} for ${label} at ${even}${sign}\u00a0${formatNumber(found.budget)}.`;
}

/** What the runs on public data showed, in one sentence. */
export function practiceSentence(
  practice: Practice,
  goal: Goal,
  label: string,
  unit: Currency,
): string {
  const sign = currencySigns[unit];
  const reached = reachedAt(practice, goal.target);
  const most = formatNumber(practice.budgets.at(-1));
  if (reached === null) {
    return `On generated data ${label} did not reach it on average up to ${sign}\u00a0${most}.`;
  }
  const about = reached === practice.budgets[0] ? 'already' : 'about';
  return `On generated data ${label} reached it on average at ${about} ${sign}\u00a0${formatNumber(reached)}. Real data may need more.`;
}

/** What is wrong with the goal, by its fields; empty where nothing is. */
export function goalErrors({ target, samples }: Goal): { target: string; samples: string } {
  const wholeRows = Number.isInteger(samples) && samples >= 2 && samples <= 1e6;
  return {
    target: target > 0 ? '' : 'Give a gap greater than 0, such as 0.1.',
    samples: wholeRows ? '' : 'Give a whole number of rows from 2 to 1 000 000.',
  };
}
