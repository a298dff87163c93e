import { endsAxis, numericAxes } from '../results/ends.ts';
import type { LowerLine, LowerLines } from './lower-lines.ts';
import type { Experiment, PageEngine, PlanReport } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';
import { lowestGap, mostDelta, mostEpsilon } from './lowest.ts';
import { withValueAt } from '../experiment/paths.ts';
import { sweepChoices, valueText, type SweepFilter } from '../results/visible.ts';

// Lower bounds of problems under the KL condition, beside the ends of a sweep over n or rho.

type Planner = Pick<PageEngine, 'plan' | 'theory'>;

/** A setting of the numbers that are not the horizontal axis. */
interface Setting {
  experiment: Experiment;
  /** As the curves' names have it. */
  name: string;
}

interface Place {
  x: number;
  /** What is planned there, without a sweep. */
  experiment: Experiment;
  plan: PlanReport;
}

const rateWords =
  'Lower rate: x^κ with x = γ L₀ √d / (n √ρ), L₀ half of how far two records’ gradients can differ; its constant and logarithms are open. By Corollary 1 no ρ-zCDP method has a faster rate on all problems with such γ, κ and L₀, for κ up to 2 and bounded away from 1.';
const steepWords = 'For κ above 2 its power of n is that of Theorem 8.';
const lowestWords =
  'Lower bound: Theorem 8, ¼ (1/(n ε))^κ, which no (ε, δ) method beats on a hard problem of its own, in one dimension with γ = L₀ = 1, for ε up to ln 2 and δ up to (1 − e^−ε)/16; it says nothing about larger budgets.';
const commonWords =
  'Such lines are for the hardest problems, not for this one: here a curve may lie below them.';

/** x^κ for each setting, and Theorem 8 where κ is above 2; none where no KL constants are known. */
export async function askLowerLines(
  engine: Planner,
  experiment: Experiment,
  filter: SweepFilter,
): Promise<LowerLines> {
  const choices = sweepChoices(experiment, filter, Number.POSITIVE_INFINITY);
  const along = endsAxis(choices, numericAxes({ experiment }))!;
  const xs = (experiment.sweep ?? []).find(({ path }) => path === along.path)!.values.map(Number);
  const rates: LowerLine[] = [];
  const lowest: LowerLine[] = [];
  for (const setting of settingsOf(experiment, along.path, filter)) {
    const places = await planned(engine, setting.experiment, along.path, xs);
    if (places.length < 2) continue;
    rates.push(...(await rateLine(engine, setting, places)));
    lowest.push(...lowestLine(setting, places));
  }
  const words = [
    ...(rates.length > 0 ? [rateWords] : []),
    ...(rates.length > 0 && lowest.length > 0 ? [steepWords] : []),
    ...(lowest.length > 0 ? [lowestWords] : []),
    commonWords,
  ];
  return { lines: [...rates, ...lowest], words: words.join(' ') };
}

/** All settings of the other numbers that can change the problem or the budget, without a sweep. */
function settingsOf(experiment: Experiment, along: string, filter: SweepFilter): Setting[] {
  const choices = sweepChoices(experiment, filter, Number.POSITIVE_INFINITY);
  const { sweep = [], ...bare } = experiment;
  const others = sweep.filter(({ path }) => path !== along && !path.startsWith('algorithms'));
  return others.reduce<Setting[]>(
    (settings, { path, values }) => {
      const { chosen, title } = choices.find((one) => one.path === path)!;
      const kept = chosen === null ? values : [values[chosen]];
      return settings.flatMap((setting) =>
        kept.map((value) => ({
          experiment: withValueAt(setting.experiment, path, value),
          name: chosen === null ? `${setting.name}, ${title} ${valueText(value)}` : setting.name,
        })),
      );
    },
    [{ experiment: bare, name: '' }],
  );
}

/** What the engine knows at each place; those that it refuses are left out. */
async function planned(
  engine: Planner,
  experiment: Experiment,
  path: string,
  xs: readonly number[],
): Promise<Place[]> {
  const sorted = [...new Set(xs)].sort((a, b) => a - b);
  const places: Place[] = [];
  for (const x of sorted) {
    const there = withValueAt(experiment, path, x);
    const plan = await engine.plan(there).catch(() => null);
    if (plan !== null && plan.constants.kl !== null) places.push({ x, experiment: there, plan });
  }
  return places;
}

/** Corollary 1 without constant and logarithms; it is about rho-zCDP and exponents above 1. */
async function rateLine(
  engine: Planner,
  { experiment, name }: Setting,
  places: readonly Place[],
): Promise<LowerLine[]> {
  if (experiment.privacy.notion !== 'zcdp') return [];
  const y: (number | null)[] = [];
  for (const place of places) y.push(await rateAt(engine, place).catch(() => null));
  if (y.every((value) => value === null)) return [];
  return [{ label: `Lower rate x^κ${name}`, line: { x: places.map(({ x }) => x), y }, at: name }];
}

/** The methods' own questions tell it; what else they ask for does not change it. */
async function rateAt(engine: Planner, { experiment, plan: { constants, data } }: Place) {
  const kl = constants.kl!;
  const { rho } = experiment.privacy;
  if (rho === undefined || kl.exponent <= 1) return null;
  const known = {
    klExponent: kl.exponent,
    klConstant: kl.constant,
    initialGap: constants.initialGap,
    lipschitz: constants.l2Sensitivity / 2,
    dimension: data.features,
    samples: data.samples,
    rho,
  };
  const answer =
    kl.exponent <= 2
      ? await engine.theory({ ...known, query: 'kl-adaptive-bound', smoothness: constants.smoothness || 1 }) // prettier-ignore
      : await engine.theory({ ...known, query: 'kl-proximal-plan', mode: 'practical', weakConvexity: kl.weakConvexity ?? 0 }); // prettier-ignore
  return answer.lowerBoundRate;
}

/**
 * Theorem 8, where κ is above 2: with the experiment's own ε, or with the largest one that it is
 * about. It is about records that are replaced: for one that is zeroed out less noise is enough.
 */
function lowestLine({ experiment, name }: Setting, places: readonly Place[]): LowerLine[] {
  if (experiment.privacy.neighbours === 'zero-out') return [];
  const epsilon = epsilonOf(experiment);
  if (places.some(({ plan }) => plan.constants.kl!.exponent <= 2 + 1e-9)) return [];
  const label = `Lower bound, ε = ${formatNumber(epsilon)}${name}`;
  const gapAt = ({ plan: { constants, data } }: Place) =>
    lowestGap(data.samples, epsilon, constants.kl!.exponent);
  return [{ label, line: { x: places.map(({ x }) => x), y: places.map(gapAt) }, at: name }];
}

function epsilonOf({ privacy }: Experiment): number {
  const { epsilon, delta = 0 } = privacy;
  if (epsilon === undefined || !(epsilon <= mostEpsilon)) return mostEpsilon;
  return delta <= mostDelta(epsilon) ? epsilon : mostEpsilon;
}
