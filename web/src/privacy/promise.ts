import type { AlgorithmPlan, Experiment, ExperimentResult, PlanReport } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';
import { plansOfRuns } from '../results/collection.ts';
import { budgetText } from './budget.ts';

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
  'replace-one': 'one record replaced',
  'zero-out': 'one record zeroed out',
  'add-remove': 'one record more or less',
};

/** What runs lost of the promise of their plan. */
export interface BrokenPromise {
  /** What holds instead, and for how many runs: "leaks in 2 of 20 runs". */
  mark: string;
  /** What the runs say against it and the plan does not. */
  reasons: string[];
  /** What such runs state, where that is not what the plan states. */
  statements: string[];
}

/** Plans of which a run holds less than was promised, each with what the run itself says of that. */
export type BrokenPromises = ReadonlyMap<AlgorithmPlan, BrokenPromise>;

/** @param result of this plan; null where nothing has run to its end */
export function brokenPromises(plan: PlanReport, result: ExperimentResult | null): BrokenPromises {
  const broken = new Map<AlgorithmPlan, BrokenPromise>();
  if (result === null) return broken;
  const owners = plansOfRuns(result, plan);
  for (const one of plan.plans) {
    const runs = result.runs.filter((_, index) => owners[index] === one);
    const lost = runs.map(({ privacy }) => privacy).filter((privacy) => isLess(privacy, one.privacy)); // prettier-ignore
    if (lost.length > 0) broken.set(one, brokenBy(lost, runs.length, one.privacy));
  }
  return broken;
}

type Privacy = AlgorithmPlan['privacy'];

function isLess(run: Privacy, plan: Privacy): boolean {
  return guaranteeMark(run) !== guaranteeMark(plan) || newReasons(run, plan.reasons).length > 0;
}

function newReasons({ reasons }: Privacy, known: readonly string[]): string[] {
  return reasons.filter((reason) => !known.includes(reason));
}

function brokenBy(lost: readonly Privacy[], runs: number, plan: Privacy): BrokenPromise {
  const marks = lost.map(guaranteeMark);
  const isEvery = lost.length === runs;
  const counted = (mark: string) => {
    const count = marks.filter((one) => one === mark).length;
    return isEvery && count === runs ? mark : `${mark} in ${count} of ${runs} runs`;
  };
  return {
    mark: [...new Set(marks)].map(counted).join(', '),
    reasons: [...new Set(lost.flatMap((run) => newReasons(run, plan.reasons)))],
    statements: [...new Set(lost.map(({ statement }) => statement))].filter(
      (text) => text !== plan.statement,
    ),
  };
}

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
export function promiseLines(plan: PlanReport, result: ExperimentResult | null): PromiseLine[] {
  const broken = brokenPromises(plan, result);
  const lines = new Map<string, PromiseLine>();
  for (const one of plan.plans) {
    const line = lineOf(one, broken.get(one));
    const key = JSON.stringify([line.text, line.mark, line.reasons]);
    const known = lines.get(key) ?? line;
    if (!known.labels.includes(one.label)) known.labels.push(one.label);
    lines.set(key, known);
  }
  const found = [...lines.values()];
  return found.length === 1 ? [{ ...found[0], labels: [] }] : found;
}

function lineOf(one: AlgorithmPlan, broken: BrokenPromise | undefined): PromiseLine {
  const { notion, neighbours } = one.privacy;
  const parts = [notions[notion], relations[neighbours]].filter((part) => part !== undefined);
  const text = [promisedBudget(one), ...(notion === 'none' ? [] : parts)].join(', ');
  return { labels: [], text, ...heldOf(one, broken) };
}

/** What holds of a plan, after its runs where there are some. */
export function heldOf(
  { privacy }: AlgorithmPlan,
  broken: BrokenPromise | undefined,
): Pick<PromiseLine, 'mark' | 'certified' | 'reasons'> {
  return {
    mark: broken?.mark ?? guaranteeMark(privacy),
    certified: privacy.certified && broken === undefined,
    reasons: [...privacy.reasons, ...(broken?.reasons ?? [])],
  };
}

/** What is known before there is a plan: a wish, and no promise. */
export function askedText(experiment: Experiment): string {
  return `Asked for: ${budgetText(experiment)}. Nothing is guaranteed until it is planned.`;
}
