import type { AlgorithmPlan, Experiment, PlanReport } from '../engine/types.ts';
import { budgetText } from './budget.ts';
import { formatNumber } from '../format/number.ts';

/** What a plan promises, in signs: "ε 1, δ 10⁻⁵". */
export function promisedBudget({ privacy }: Pick<AlgorithmPlan, 'privacy'>): string {
  if (privacy.notion === 'none') return 'no noise';
  if (privacy.accounted) return `nothing guaranteed; noise worth ${figures(privacy.accounted)}`;
  return figures(privacy);
}

function figures({ epsilon, delta, rho }: Partial<AlgorithmPlan['privacy']>): string {
  if (rho !== undefined) return `ρ ${formatNumber(rho)}`;
  const allowed = delta ? `, δ ${formatNumber(delta)}` : '';
  return `ε ${formatNumber(epsilon)}${allowed}`;
}

/** What holds for a plan, in two words. */
export function guaranteeMark({
  guarantee,
  certified,
}: Pick<PlanReport['plans'][number]['privacy'], 'guarantee' | 'certified'>): string {
  if (guarantee === 'leaks') return 'leaks';
  if (guarantee === 'not-private') return 'not private';
  return certified ? 'certified' : 'not certified';
}

const notions: Readonly<Partial<Record<string, string>>> = {
  pure: 'pure DP',
  approximate: 'approximate DP',
  zcdp: 'zCDP',
};

const relations: Readonly<Partial<Record<string, string>>> = {
  'replace-one': 'one record exchanged',
  'zero-out': 'one record emptied',
  'add-remove': 'one record more or less',
};

/** What some plans of an experiment promise alike. */
export interface PromiseLine {
  /** Whose promise it is; empty where it is everybody's. */
  labels: string[];
  /** Budget, notion and what neighbours are. */
  text: string;
  /** What holds, in two words. */
  mark: string;
  certified: boolean;
  /** What takes away from the certificate. */
  reasons: string[];
}

/** The privacy of everything that an experiment runs, in as few lines as that takes. */
export function promiseLines(plan: Pick<PlanReport, 'plans'>): PromiseLine[] {
  const lines = new Map<string, PromiseLine>();
  for (const one of plan.plans) {
    const line = lineOf(one);
    const key = JSON.stringify([line.text, line.mark, line.reasons]);
    const known = lines.get(key) ?? line;
    if (!known.labels.includes(one.label)) known.labels.push(one.label);
    lines.set(key, known);
  }
  const found = [...lines.values()];
  return found.length === 1 ? [{ ...found[0], labels: [] }] : found;
}

function lineOf(one: AlgorithmPlan): PromiseLine {
  const { notion, neighbours, certified, reasons } = one.privacy;
  const parts = [notions[notion], relations[neighbours]].filter((part) => part !== undefined);
  const text = [promisedBudget(one), ...(notion === 'none' ? [] : parts)].join(', ');
  return { labels: [], text, mark: guaranteeMark(one.privacy), certified, reasons };
}

/** What is known before there is a plan: a wish, and no promise. */
export function askedText(experiment: Experiment): string {
  return `Asked for: ${budgetText(experiment)}. Nothing is promised before it is planned.`;
}
