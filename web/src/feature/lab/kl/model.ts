import { choice, logCount, logNumber, number, type ValuesOf } from '../shared/fields.ts';
import { dimension, initialGap } from '../shared/settings.ts';
import type { TheoryAnswers } from '../../../../../wasm/client/index.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import { lowestGap } from '../../../curves/lowest.ts';

export const settings = {
  exponent: number(
    'Exponent κ',
    [1, 1.5, 6],
    'The exponent in the condition F − F* ≤ (γ ‖∇F‖)^κ; 2 is Polyak–Łojasiewicz. Spider and adaptive GD need at most 2, the proximal point method at least 2.',
  ),
  constant: logNumber('Constant γ', [1e-3, 1, 1000], 'The constant in the same condition.'),
  initialGap: initialGap('F₀, a bound on F at the start minus its minimum; at most (γ L₀)^κ.'),
  lipschitz: logNumber('Gradient bound L₀', [1e-3, 2, 1000], 'The longest gradient of one record.'),
  smoothness: logNumber(
    'Smoothness L₁',
    [1e-3, 2, 1000],
    'The smoothness of every record’s loss. The proximal point method does not need it.',
  ),
  weakConvexity: number(
    'Weak convexity',
    [0, 1, 10],
    'Used by the proximal point method; 0 if F is convex.',
  ),
  samples: logCount('Records n', [100, 1e6, 1e9], 'Public.'),
  rho: logNumber('Budget ρ', [1e-4, 0.5, 100], 'zCDP of the whole run.'),
  dimension: dimension(),
  failureProbability: logNumber(
    'Failure probability β',
    [1e-6, 0.05, 0.5],
    'The guarantees hold with probability 1 − β over the noise.',
  ),
  targetGap: logNumber(
    'Target gap',
    [1e-9, 1e-4, 10],
    'The gap for which KL Spider’s budget, or number of records, is computed.',
  ),
  form: choice(
    'The condition is given as',
    {
      kl: 'KL: γ and κ',
      pl: 'Polyak–Łojasiewicz: μ',
      lojasiewicz: 'Łojasiewicz: C and θ',
      plain: 'A constant without exponent',
      growth: 'Growth of a convex F: λ and τ',
    },
    'The form in which you state the condition; it is converted into the other forms below. Give its constant and exponent next.',
  ),
  formConstant: logNumber('Constant of that form', [1e-4, 1, 1e4], 'γ, μ, C, g or λ.'),
  formExponent: number(
    'Exponent of that form',
    [0.1, 1.5, 10],
    'κ, θ or τ; Polyak–Łojasiewicz has none.',
  ),
  epsilon: logNumber(
    'ε of Theorem 8',
    [0.01, 0.5, 0.69],
    'Its lower bound holds for (ε, δ) methods, for ε up to ln 2 and κ at least 2.',
  ),
};

export type KlSettings = ValuesOf<typeof settings>;

/** What is promised with so many records; null where a method has no use for such a κ, or nothing to say. */
export interface Promises {
  samples: number;
  /** KL Spider in mode accuracy-driven. */
  spider: number | null;
  /** KL Spider as printed. */
  printed: number | null;
  adaptive: number | null;
  proximal: number | null;
  /** Corollary 1 without constant and logarithms. */
  rate: number | null;
  /** Theorem 8. */
  lowest: number | null;
}

export interface KlAnswer {
  over: Promises[];
  here: {
    spider: TheoryAnswers['kl-spider-plan'] | null;
    adaptive: TheoryAnswers['kl-adaptive-bound'] | null;
    proximal: TheoryAnswers['kl-proximal-plan'] | null;
  };
  /** What KL Spider needs for the wished gap: the least budget with these records, the fewest with this budget. */
  needed: { rho: number; samples: number } | null;
  conversions: TheoryAnswers['kl-conversions'];
}

/** Three to a decade. */
const samplesOver = Array.from({ length: 22 }, (_, index) => Math.round(10 ** (2 + index / 3)));

export async function askKl(engine: TheoryEngine, settings: KlSettings): Promise<KlAnswer> {
  const { samples } = settings;
  const [here, needed, conversions, ...over] = await Promise.all([
    askHere(engine, settings, samples),
    askNeeded(engine, settings),
    askConversions(engine, settings),
    ...samplesOver.map((n) => askOver(engine, settings, n)),
  ]);
  return { here, needed, conversions, over };
}

function conditionOf(settings: KlSettings) {
  const { exponent, constant, initialGap, lipschitz, dimension, failureProbability } = settings;
  const common = { initialGap, lipschitz, dimension, failureProbability };
  return { klExponent: exponent, klConstant: constant, ...common } as const;
}

const isFlat = ({ exponent }: KlSettings) => exponent <= 2;
const isSharp = ({ exponent }: KlSettings) => exponent >= 2;

async function askHere(
  engine: TheoryEngine,
  settings: KlSettings,
  samples: number,
): Promise<KlAnswer['here']> {
  const { rho, smoothness, weakConvexity } = settings;
  const common = { ...conditionOf(settings), rho, samples };
  const flat = { ...common, smoothness };
  const [spider, adaptive, proximal] = await Promise.all([
    isFlat(settings) ? engine.theory({ ...flat, query: 'kl-spider-plan' }) : null,
    isFlat(settings) ? engine.theory({ ...flat, query: 'kl-adaptive-bound' }) : null,
    isSharp(settings)
      ? engine.theory({ ...common, query: 'kl-proximal-plan', weakConvexity })
      : null,
  ]);
  return { spider, adaptive, proximal };
}

/** With so many records a plan may be longer than is planned: then nothing is drawn there. */
async function askOver(
  engine: TheoryEngine,
  settings: KlSettings,
  samples: number,
): Promise<Promises> {
  const { rho, smoothness, epsilon, exponent } = settings;
  const one = await askHere(engine, settings, samples).catch(() => null);
  const printed = isFlat(settings)
    ? await engine
        .theory({
          ...conditionOf(settings),
          query: 'kl-spider-plan',
          mode: 'paper',
          rho,
          samples,
          smoothness,
        }) // prettier-ignore
        .catch(() => null)
    : null;
  const { spider, adaptive, proximal } = one ?? { spider: null, adaptive: null, proximal: null };
  return {
    samples,
    spider: spider?.promisedGap ?? null,
    printed: printed?.promisedGap ?? null,
    adaptive: adaptive?.bound.total ?? null,
    proximal: proximal?.provenGap ?? null,
    rate: (spider ?? proximal)?.lowerBoundRate ?? null,
    lowest: isSharp(settings) ? lowestGap(samples, epsilon, exponent) : null,
  };
}

async function askNeeded(engine: TheoryEngine, settings: KlSettings): Promise<KlAnswer['needed']> {
  if (!isFlat(settings)) return null;
  const { rho, samples, smoothness, targetGap } = settings;
  const common = {
    ...conditionOf(settings),
    query: 'kl-target-budget',
    smoothness,
    targetGap,
  } as const;
  const found = await Promise.all([
    engine.theory({ ...common, samples }),
    engine.theory({ ...common, rho }),
  ]).catch(() => null);
  return found && { rho: found[0].rho, samples: found[1].samples };
}

function askConversions(engine: TheoryEngine, settings: KlSettings) {
  const { form, formConstant: constant, formExponent: exponent } = settings;
  const { initialGap, lipschitz } = settings;
  const common = { query: 'kl-conversions', constant, initialGap, lipschitz } as const;
  return form === 'pl'
    ? engine.theory({ ...common, form })
    : engine.theory({ ...common, form, exponent });
}
