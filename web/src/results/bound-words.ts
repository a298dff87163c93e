import type { Catalogue, PlanReport } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';
import { needOf, type Measure } from './measures.ts';
import { fieldName, valueText } from './visible.ts';

/** Whose bounds a plan has, from which theorems, and under which condition they hold. */
export function boundWords(plan: PlanReport | null, catalogue: Catalogue | null): string {
  const ids = (plan?.plans ?? []).filter(({ curves }) => curves.bound).map((one) => one.algorithm);
  const named = [...new Set(ids)].flatMap(
    (id) => catalogue?.algorithms.find((entry) => entry.id === id) ?? [],
  );
  const sources = named.map(({ title, theorem }) => `${title}: ${theorem}.`);
  const kl = named.some(({ id }) => isKl(catalogue, id)) ? conditionWords(plan) : '';
  return [...sources, kl].filter(Boolean).join(' ');
}

/** Whether a method is one for the KL condition. */
export function isKl(catalogue: Catalogue | null, algorithm: string): boolean {
  const paper = catalogue?.algorithms.find(({ id }) => id === algorithm)?.paper ?? '';
  return /KL Condition/i.test(paper);
}

/** For which setting of a sweep a plan tells the constants of the KL condition, in words; empty where for all. */
export function klSetting({ plans }: PlanReport): string {
  const told = plans.map(({ notes = [] }) => notes.find((note) => /^KL condition:/.test(note)));
  const isOne = told.every((note) => note !== undefined && note === told[0]);
  const settings = new Set(plans.map(({ sweep }) => JSON.stringify(sweep)));
  if (isOne || settings.size < 2) return '';
  const sweep = Object.entries(plans[0].sweep);
  const values = sweep.map(([path, value]) => `${fieldName(path)} ${valueText(value)}`);
  return ` at the first setting of the sweep (${values.join(', ')})`;
}

/** On what the bounds of the methods for the KL condition rest. */
function conditionWords(plan: PlanReport | null): string {
  const kl = plan?.constants.kl ?? null;
  const holds = 'Statements about KL methods hold with probability 1 − β where their κ and γ do';
  if (plan === null || kl === null || klSetting(plan) !== '') return `${holds}.`;
  return `${holds}: κ = ${formatNumber(kl.exponent)}, γ = ${formatNumber(kl.constant)} by ${kl.source}.`;
}

/** What a band that reaches down to another measure says. */
export function bracketWords(measure: Measure): string {
  switch (needOf(measure)) {
    case 'groups':
      return 'It reaches down to the group, or task, that fares best.';
    case 'heldOut':
      return 'It reaches down to the lower ends: at each point separately, the gap on the population distribution lies between both ends with 95% confidence. The line is the upper end.';
    default:
      return 'It reaches down to the lower ends of the brackets: every gap is certified to lie between its ends. The line is the upper end.';
  }
}
