import type { AlgorithmPlan, Experiment, PlanReport } from '../engine/types.ts';
import { formatCount, formatNumber } from '../format/number.ts';
import { sweptValues } from './budget.ts';
import { zcdpBudget, type Budget } from './risk.ts';

/** More than this and the promise is nearly empty. */
const mostEpsilon = 10;

/** A delta well below 1/n: the power of ten at or below 1/(100 n). */
export function advisedDelta(samples: number): number {
  // Through text, so that it is the number that one types.
  return Number(`1e-${Math.ceil(Math.log10(100 * Math.max(1, samples)) - 1e-9)}`);
}

/**
 * The weakest promise that is made: what was asked for, or more where a plan spends more than it
 * was asked to, or where a sweep asks for more. Null where nothing is promised.
 */
export function weakestBudget(experiment: Experiment, plan: PlanReport | null): Budget | null {
  const { notion } = experiment.privacy;
  const asked = (name: 'epsilon' | 'delta' | 'rho') => mostAsked(experiment, name);
  const [epsilon, delta, rho] = [asked('epsilon'), asked('delta'), asked('rho')];
  if (notion === 'none') return null;
  const plans = plan?.plans ?? [];
  if (plans.length > 0 && !plans.some(({ privacy }) => privacy.guarantee === 'proven')) return null;
  if (notion === 'zcdp') {
    const swept = largest(plans.map(({ privacy, sweep }) => excess(privacy.rho, rho, sweep)));
    return zcdpBudget(Math.max(rho, swept), advisedDelta(plan?.data.samples ?? 1000));
  }
  const spent = plans.map(({ privacy, sweep }) =>
    excess(privacy.epsilon, privacy.requested.epsilon, sweep),
  );
  const deltas = plans.map(({ privacy, sweep }) =>
    excess(privacy.delta, privacy.requested.delta, sweep),
  );
  return {
    epsilon: Math.max(epsilon, largest(spent)),
    delta: notion === 'pure' ? 0 : Math.max(delta, largest(deltas)),
  };
}

/** What the experiment asks for; of a sweep the most. */
function mostAsked(experiment: Experiment, name: 'epsilon' | 'delta' | 'rho'): number {
  const swept = sweptValues(experiment, `privacy.${name}`);
  if (swept === null) return experiment.privacy[name] ?? 0;
  return largest(swept.filter((value) => typeof value === 'number'));
}

/**
 * What a plan spends where that is more than it was asked for, or belongs to a sweep; otherwise 0.
 * So the picture follows a dragged budget without waiting for the next plan.
 */
function excess(
  spent: number | null | undefined,
  requested: number | undefined,
  sweep: Record<string, unknown>,
): number {
  if (spent === null || spent === undefined) return 0;
  const isSwept = Object.keys(sweep).some((path) => path.startsWith('privacy.'));
  return isSwept || spent > (requested ?? spent) * (1 + 1e-6) ? spent : 0;
}

function largest(values: readonly number[]): number {
  return Math.max(0, ...values);
}

/** What to think of before trusting the promise, worst first. */
export function privacyCautions(experiment: Experiment, plan: PlanReport | null): string[] {
  if (experiment.privacy.notion === 'none') return [];
  if (plan === null) return isPredictable(experiment) ? [predictableNoise] : [];
  const budget = weakestBudget(experiment, plan);
  return [
    deltaCaution(experiment, plan.data.samples),
    budget === null ? '' : epsilonCaution(experiment, budget),
    certificateCaution(plan),
    noiseCaution(plan),
  ].filter((text) => text !== '');
}

function deltaCaution({ privacy }: Experiment, samples: number): string {
  const { notion, delta } = privacy;
  if (notion !== 'approximate' || delta === undefined) return '';
  const advice = `Choose ${formatNumber(advisedDelta(samples))} or less.`;
  if (delta > 1 / samples) {
    return `This delta is too large: publishing one of the ${formatCount(samples)} records in full, picked at random, would satisfy the guarantee. ${advice}`;
  }
  return delta > 1 / (10 * samples)
    ? `This delta is large for ${formatCount(samples)} records. ${advice}`
    : '';
}

function epsilonCaution({ privacy }: Experiment, { epsilon, delta }: Budget): string {
  if (!(epsilon > mostEpsilon)) return '';
  const which =
    privacy.notion === 'zcdp'
      ? `This rho converts to an epsilon of ${formatNumber(epsilon)}, at delta ${formatNumber(delta)}`
      : `Epsilon is ${formatNumber(epsilon)}`;
  return `${which}: above 10 hardly anybody is protected.`;
}

function certificateCaution({ plans }: PlanReport): string {
  const doubtful = plans.filter(({ privacy }) => !privacy.certified);
  const leaking = doubtful.filter(({ privacy }) => privacy.guarantee === 'leaks');
  const others = doubtful.filter(({ privacy }) => privacy.guarantee !== 'leaks');
  const sentences = [
    because('Nothing is guaranteed for', leaking),
    because('Not certified for', others),
  ].filter((text) => text !== '');
  if (sentences.length === 0) return '';
  return [...sentences, 'The dots hold only for methods whose guarantee is proven.'].join(' ');
}

function because(what: string, plans: readonly AlgorithmPlan[]): string {
  if (plans.length === 0) return '';
  const names = [...new Set(plans.map(({ label }) => label))];
  const reasons = [...new Set(plans.flatMap(({ privacy }) => privacy.reasons))];
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : '';
  return `${what} ${names.join(', ')}${why.replace(/\.$/, '')}.`;
}

const predictableNoise =
  'Anyone who knows the seed can work out this noise and take it away. Study these runs; do not publish them.';

/** The same before there is a plan. */
function isPredictable({ run }: Experiment): boolean {
  return run?.randomness?.mode !== 'secure';
}

function noiseCaution({ randomness }: PlanReport): string {
  return randomness === 'reproducible' ? predictableNoise : '';
}
