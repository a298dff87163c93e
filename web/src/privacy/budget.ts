import type { Experiment } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';

/** More swept values than these are told as a range. */
const mostListed = 4;

/** The values of a swept field of the experiment; null where no sweep sets it. */
export function sweptValues({ sweep }: Experiment, path: string): readonly unknown[] | null {
  return sweep?.find((axis) => axis.path === path)?.values ?? null;
}

/** What an experiment asks of privacy, in signs: "ε = 1", or all that a sweep asks for. */
export function budgetText(experiment: Experiment): string {
  const { notion } = experiment.privacy;
  if (sweptValues(experiment, 'privacy.notion') !== null) return 'several notions of privacy';
  if (notion === 'none') return 'without noise';
  if (notion === 'zcdp') return `ρ ${valuesText(experiment, 'rho')}`;
  const epsilon = `ε ${valuesText(experiment, 'epsilon')}`;
  const isApproximate = notion === 'approximate' && experiment.privacy.delta !== undefined;
  return isApproximate ? `${epsilon}, δ ${valuesText(experiment, 'delta')}` : epsilon;
}

function valuesText(experiment: Experiment, name: 'epsilon' | 'delta' | 'rho'): string {
  const swept = sweptValues(experiment, `privacy.${name}`);
  return swept === null ? `= ${formatNumber(experiment.privacy[name])}` : sweptText(swept);
}

/** "= 0.1, 1, 10", or "from 0.1 to 10" where there are many. */
export function sweptText(values: readonly unknown[]): string {
  const numbers = values.filter((value) => typeof value === 'number');
  if (values.length <= mostListed) return `= ${numbers.map(formatNumber).join(', ')}`;
  return `from ${formatNumber(Math.min(...numbers))} to ${formatNumber(Math.max(...numbers))}`;
}
