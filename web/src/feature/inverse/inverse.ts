import type { Catalogue, Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { withValueAt } from '../../experiment/paths.ts';
import { gapDiagnostic, gapMeasure } from '../../results/measures.ts';

/** What is asked: which budget brings the gap to the optimum to `target` with so many rows? */
export interface Goal {
  /** Position of the algorithm in the experiment. */
  entry: number;
  /** Of the gap to the optimum, which is the excess empirical risk. */
  target: number;
  samples: number;
}

/** Budgets between these are looked through. */
export const budgetRange = { least: 0.01, most: 100 } as const;
/** A budget that is found is at most this many times the least one that does. */
const precision = 1.02;

/** How a search ended. */
export type Found =
  | { kind: 'found'; budget: number }
  /** Even the least budget does. */
  | { kind: 'any'; budget: number }
  /** Not even the greatest budget does; it reaches `risk`. */
  | { kind: 'unreachable'; risk: number }
  | { kind: 'no-bound' };

/** The name of the budget that the experiment's notion counts in. */
export function budgetName({ privacy }: Experiment): 'epsilon' | 'rho' {
  return privacy.notion === 'zcdp' ? 'rho' : 'epsilon';
}

/**
 * The least budget whose risk is at most the target, from above, by bisection of its logarithm: 11
 * questions at most. The risk must not grow with the budget; null means that there is no bound.
 */
export async function searchBudget(
  riskAt: (budget: number) => Promise<number | null>,
  target: number,
  signal: AbortSignal,
): Promise<Found> {
  const ask = async (budget: number) => {
    signal.throwIfAborted();
    return riskAt(budget);
  };
  let { least: low, most: high } = budgetRange as { least: number; most: number };
  const best = await ask(high);
  if (best === null) return { kind: 'no-bound' };
  if (best > target) return { kind: 'unreachable', risk: best };
  if (((await ask(low)) ?? Infinity) <= target) return { kind: 'any', budget: low };
  while (high / low > precision) {
    const middle = Math.sqrt(low * high);
    if (((await ask(middle)) ?? Infinity) <= target) high = middle;
    else low = middle;
  }
  return { kind: 'found', budget: roundedUp(high) };
}

/** So many digits, never below. */
export function roundedUp(value: number, digits = 3): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(digits));
}

/**
 * The experiment with one algorithm and public, generated data of the same kind: so many rows, as
 * many columns, the same enforced bound on a row, the same smoothness. Records of a problem of the
 * gallery are generated, and with them its constants are its own.
 */
export function publicTwin(
  experiment: Experiment,
  { entry, samples }: Pick<Goal, 'entry' | 'samples'>,
  { data, constants }: Pick<PlanReport, 'data' | 'constants'>,
  catalogue: Catalogue,
): Experiment {
  if (experiment.problem.kind === 'gallery' && experiment.data.kind === 'synthetic') {
    return { ...alone(experiment, entry), data: { ...experiment.data, samples } };
  }
  const loss = catalogue.losses.find(({ id }) => id === experiment.problem.loss);
  const norm = experiment.privacy.notion === 'pure' ? 'l1' : 'l2';
  const bound = data.bounds[norm];
  const isLabelled = loss?.targets !== 'numbers';
  return {
    ...alone(experiment, entry),
    data: {
      kind: 'synthetic',
      name: isLabelled ? 'logistic' : 'linear',
      samples,
      features: data.features,
      seed: 1,
      ...(isLabelled && { labels: 'logistic' as const }),
      ...(bound && {
        preprocess: [{ kind: 'clip-rows' as const, norm, bound, mode: 'clip' as const }],
      }),
    },
    problem: {
      ...experiment.problem,
      constants: { ...experiment.problem.constants, smoothness: constants.smoothness ?? undefined },
    },
  };
}

/** One algorithm, without a sweep, with as little traced as can be. */
function alone(experiment: Experiment, entry: number): Experiment {
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: [experiment.algorithms[entry]],
    run: {
      repeats: 5,
      randomness: { mode: 'reproducible', seed: 1 },
      trace: { points: 2 },
      diagnostics: [gapDiagnostic],
    },
  };
}

/** The theorem's bound on the gap at the end, as the plan has it. */
function finalBound({ plans }: Pick<PlanReport, 'plans'>): number | null {
  const value = plans.at(0)?.curves.bound?.value.at(-1);
  return value === undefined || !Number.isFinite(value) ? null : value;
}

/** Asks the plan of a public twin, budget by budget. */
export function askBound(
  engine: Pick<PageEngine, 'plan'>,
  twin: Experiment,
  target: number,
  signal: AbortSignal,
): Promise<Found> {
  const path = `privacy.${budgetName(twin)}`;
  const riskAt = async (budget: number) =>
    finalBound(await engine.plan(withValueAt(twin, path, budget), { signal }));
  return searchBudget(riskAt, target, signal);
}

/** What a few runs on public data reached. */
export interface Practice {
  budgets: number[];
  /** Mean gap at the end. */
  gaps: number[];
}

/** Five budgets, evenly by their logarithm, that end where the bound says that it is enough. */
export function practiceBudgets(found: Found): number[] {
  const most = 'budget' in found ? Math.max(found.budget, 0.1) : budgetRange.most;
  const least = Math.max(most / 1000, budgetRange.least);
  return [0, 1, 2, 3, 4].map((step) =>
    Number((least * (most / least) ** (step / 4)).toPrecision(3)),
  );
}

/** Runs the twin at every budget. */
export async function askPractice(
  engine: Pick<PageEngine, 'run'>,
  twin: Experiment,
  budgets: number[],
  signal: AbortSignal,
): Promise<Practice> {
  const path = `privacy.${budgetName(twin)}`;
  const swept: Experiment = { ...twin, sweep: [{ path, values: budgets }] };
  const { runs } = await engine.run(swept, { signal, keepPartial: false });
  const gaps = budgets.map((budget) => {
    const ends = runs
      .filter(({ sweep }) => sweep[path] === budget)
      .map((run) => run.nonPrivate?.final?.[gapMeasure] ?? Number.NaN);
    return ends.reduce((sum, end) => sum + end, 0) / ends.length;
  });
  return { budgets, gaps };
}

/**
 * The least budget from which on the mean gaps stay at or below the target, between two budgets by
 * a straight line in logarithms; null when the greatest budget does not reach it.
 */
export function reachedAt({ budgets, gaps }: Practice, target: number): number | null {
  const above = gaps.findLastIndex((gap) => !(gap <= target));
  if (above === gaps.length - 1) return null;
  if (above === -1) return budgets[0];
  const [from, to] = [Math.log(gaps[above]), Math.log(Math.max(gaps[above + 1], 1e-300))];
  const share = Number.isFinite(from) ? (from - Math.log(target)) / (from - to) : 1;
  return roundedUp(budgets[above] * (budgets[above + 1] / budgets[above]) ** share, 2);
}
