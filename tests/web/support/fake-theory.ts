import type {
  ErmMethod,
  SvrgContractionQuery,
  TheoryAnswer,
  WidthSet,
} from '../../../wasm/client/index.ts';
import type {
  Query,
  QuadraticAnswer,
  TheoryEngine,
} from '../../../web/src/feature/lab/shared/queries.ts';

const bounded = (value: number) => Math.min(Math.max(value, 0), 5);
/** A made-up rate: better with step and momentum up to a border. */
const rateOf = (step: number, momentum: number) =>
  step < 2 * (1 + momentum) ? 0.99 - 0.1 * bounded(step) * momentum : 1 + step / 10;

const count = (length: number) => Array.from({ length }, (_, index) => index);

/** Answers the lab's questions with numbers of the right shape, and remembers what was asked. */
export class FakeTheory implements TheoryEngine {
  asked: Query[] = [];
  /** Asked for a momentum beyond this, there is no certificate. */
  mostCertified = 0.5;

  theory<Q extends Query>(query: Q): Promise<TheoryAnswer<Q>> {
    this.asked.push(query);
    return Promise.resolve(this.answer(query) as TheoryAnswer<Q>);
  }

  private answer(query: Query): unknown {
    switch (query.query) {
      case 'quadratic-lab':
        return fakeRun(
          query.stepSize,
          query.momentum ?? 0,
          query.noiseVariance ?? 0,
          query.iterations,
        );
      case 'stability-map':
        return {
          rate: query.steps.map((step) => query.momenta.map((momentum) => rateOf(step, momentum))),
          noiseFloor: query.steps.map((step) =>
            query.momenta.map((momentum) =>
              rateOf(step, momentum) < 1 ? (step + 0.01) / (1 - momentum) : null,
            ),
          ),
        };
      case 'lmi-certificate': {
        const found = (query.momentum ?? 0) <= this.mostCertified;
        const certificate = { rate: 0.926, p11: 1.25, p12: -0.5, p22: 0.25, c0: 0.1, margin: 1e-6 };
        return found
          ? { found, certificate, bestBound: null }
          : { found, reason: 'no-certificate', certificate: null, bestBound: null };
      }
      case 'figure-1':
        return {
          momenta: [0, 0.5],
          rates: [0.9, 0.8],
          curves: [
            { momentum: 0.5, rate: 0.8, heavyBallRate: 0.8, logBound: [3, -1], logExact: null },
          ],
        };
      case 'figure-2':
        return { noise: count(10 * query.stages).map((t) => 10 + query.stages - t / 10) };
      case 'horizon':
        return fakeHorizon(query.iterations);
      case 'exact-division':
        return {
          logWeights: count(query.iterations),
          shares: count(query.iterations).map(() => 1 / query.iterations),
          boundShares: null,
        };
      case 'svrg-contraction':
        return fakeContraction(query);
      case 'batch-noise':
        return fakeNoise(query.batchSizes);
      case 'complexity-tables':
        return fakeTables(query.dimension);
      case 'gaussian-width':
        return fakeWidth(query.set, query.dimensions);
      case 'bias-variance':
        return fakeBias(query.maxLevel ?? 10, query.function === 'quadratic');
      case 'level-schedule':
        return fakeLevels();
      case 'erm-bounds':
        return fakeBounds(query.method);
      default:
        throw new Error(`the lab does not ask ${query.query}`);
    }
  }
}

/** Theorem 4.2, for L = 1. */
function fakeContraction(query: SvrgContractionQuery) {
  const factor = (step: number, length: number) => {
    const slope = 8 * step;
    if (slope >= 1) return null;
    const start = 1 / (step * (1 - slope) * query.strongConvexity * length);
    return start + (slope * (length + 1)) / (length * (1 - slope));
  };
  const { stepSize = 1 / 48, innerIterations = 200 / query.strongConvexity } = query;
  const here = factor(stepSize, innerIterations);
  return {
    epoch: {
      stepSize,
      innerIterations,
      factor: here,
      noiseGain: 1,
      holds: here !== null && here < 0.5,
      reason: null,
      shortestEpoch: stepSize < 1 / 24 ? 195 / query.strongConvexity : null,
    },
    theory: { stepSize: 1 / 48, innerIterations: 200 / query.strongConvexity, factor: 0.488 },
    largestStep: 1 / 24,
    map: (query.steps ?? []).map((step) =>
      (query.lengths ?? []).map((length) => factor(step, length)),
    ),
  };
}

function fakeNoise(batchSizes: readonly number[]) {
  return {
    batchSize: [...batchSizes],
    tight: batchSizes.map((batch) => 0.1 + 4 / batch),
    advanced: batchSizes.map((batch) => (batch > 3000 ? null : 0.9 + 4 / batch)),
    paper: {
      noise: 0.208,
      provenConstant: 134,
      isLargeEnough: batchSizes.map((batch) => batch >= 100),
      isAmplified: batchSizes.map((batch) => batch >= 100),
      certifiedEpsilon: batchSizes.map((batch) => (batch < 10 ? 1e5 : 0.08 + 1 / batch)),
    },
    largeBatchLimit: 0.095,
    fullBatch: 0.027,
    smallestBatch: 120,
    firstGuess: 54,
  };
}

/** Bias like 1/K, and costs like those of the worst levels. */
function fakeBias(most: number, isUnbiased: boolean) {
  const draws = count(most + 2).map((power) => 2 ** power);
  const level = count(most + 1);
  const bias = draws.map((k) => (isUnbiased ? 0 : 0.4 / k));
  return {
    weight: 0.8,
    averages: {
      draws,
      plateau: draws.map((k) => 0.8 - 0.4 / k),
      plateauLoss: draws.map((k) => 0.1 / k ** 2),
      bias,
      biasBound: draws.map((k) => 50 / k),
      firstOrderBiasBound: draws.map((k) => 20 / Math.sqrt(k)),
      meanSquare: draws.map((k) => 0.3 / k),
      meanSquareBound: draws.map(() => null),
      firstOrderMeanSquareBound: draws.map((k) => 1000 / k),
    },
    levels: {
      maxLevel: level,
      bias: bias.slice(1),
      biasBound: level.map((m) => 25 / 2 ** m),
      secondMoment: level.map((m) => 0.3 + 0.5 * m),
      antitheticSecondMoment: level.map((m) => 0.6 - 0.3 / 2 ** m),
      secondMomentBound: level.map((m) => 4e5 + 1e4 * m),
      meanDraws: level.map((m) => m + 2),
      weight: level.map((m) => (m === 0 ? 2 : 9)),
      antitheticWeight: level.map((m) => (m === 0 ? 4 : 9)),
      cost: level.map((m) => (m === 0 ? 12 : 20 * (m + 2) ** 3)),
      antitheticCost: level.map((m) => 20 * (m + 2) ** 3),
      evenCost: level.map((m) => 4 * (2 ** (m + 1) + 1)),
    },
  };
}

function fakeLevels() {
  return {
    rule: {
      maxLevel: 2,
      levelBudget: 1000,
      batchDivisor: 0.02,
      momentScale: 35,
      kappa: 1e-5,
      weight: 8,
    },
    expectedSteps: { least: 560, most: 583 },
    schedule: {
      steps: 570,
      spent: 998,
      records: 50_000,
      stepSize: 0.005,
      budget: 0.024,
      rho: 0.018,
      worstRho: 0.024,
      histogram: { level: [0, 1, 2], count: [330, 160, 0], expected: [326, 163, 81] },
      blocks: {
        step: [1, 4, 5],
        level: [0, 1, 0],
        records: [50, 100, 50],
        rho: [0.01, 0.018, 0],
        leastRho: [0.01, 0.009, 0],
        stretch: 2,
      },
    },
    repeats: {
      seeds: 200,
      steps: { mean: 571, standardError: 3, least: 500, most: 640 },
      bins: { from: [500, 600], width: 100, count: [150, 50] },
      records: { mean: 50_000, standardError: 8, least: 49_000, most: 51_000 },
      withoutRecords: 0,
    },
  };
}

function fakeTables(dimension: number) {
  const cell = { formula: 'p log(n)/(n eps)^2', value: dimension * 1e-9 };
  return {
    gaussianWidth: Math.sqrt(dimension),
    tables: [
      {
        setting: 'strongly-convex',
        title: 'Strongly convex',
        source: 'Table 1',
        measure: 'gap to the optimum',
        rows: [
          {
            method: 'DP-SVRG',
            source: 'Theorem 4.2',
            utility: cell,
            gradients: cell,
            nonSmooth: true,
          },
          { method: 'Lower bound', source: '', utility: cell, gradients: null, nonSmooth: false },
        ],
        certified: {
          iterations: 9,
          innerSteps: 1800,
          batchSize: 250,
          noise: 0.012,
          gradients: 2.7e6,
          bound: 1e-3,
        },
      },
    ],
  };
}

export function fakeRun(
  step: number,
  momentum: number,
  variance: number,
  iterations: number,
): QuadraticAnswer {
  const rate = rateOf(step, momentum);
  const stable = rate < 1;
  const floor = stable ? (variance * step) / (1 - momentum) : null;
  const iteration = count(iterations + 1);
  const bias = iteration.map((t) => rate ** (2 * t));
  const noise = iteration.map((t) => (floor ?? 1) * (1 - rate ** (2 * t)));
  return {
    query: 'quadratic-lab',
    stable,
    rate,
    largestStableStep: 2 * (1 + momentum),
    rateOptimalMomentum: 0.8,
    noiseFloor: floor,
    stationaryTrace: floor,
    curve: {
      iteration,
      bias,
      variance: noise,
      total: iteration.map((t) => bias[t] + noise[t]),
    },
    bound: null,
  };
}

function fakeHorizon(iterations: number) {
  const horizon = Math.min(121, iterations);
  const iteration = count(iterations).map((t) => t + 1);
  const initial = iteration.map((t) => 20 * 0.94 ** t);
  const privacy = iteration.map((t) => 1e-3 * t);
  return {
    horizon,
    singleStep: false,
    isBound: true,
    curve: {
      iteration,
      initial,
      privacy,
      sampling: iteration.map(() => 0),
      total: iteration.map((_, index) => initial[index] + privacy[index]),
    },
    noiseTerms: { uniform: 0.293, divided: 0.103 },
    scales: { uniform: 0.05, divided: count(horizon).map((t) => 0.14 * 0.98 ** t) },
  };
}

function fakeWidth(set: WidthSet, dimension: readonly number[]) {
  const isDrawn = set === 'lp-ball' || set === 'group-ball';
  const width = dimension.map((p) => (set === 'l1-ball' ? Math.sqrt(Math.log(2 * p)) : p ** 0.5));
  return {
    dimension: [...dimension],
    width,
    widthError: dimension.map(() => (isDrawn ? 0.01 : 0)),
    secondMoment: width.map((one) => one ** 2 + 0.5),
    secondMomentError: dimension.map(() => 0),
    l2Radius: dimension.map(() => 1),
    bregmanRadius: dimension.map(() => 0.5),
    method: isDrawn ? 'monte-carlo' : 'closed-form',
  };
}

function fakeBounds(method: ErmMethod) {
  const isGap = method !== 'dp-gd-nonconvex';
  const total = [1, 0.5, 0.3];
  return {
    measure: isGap ? 'gap' : 'squared-gradient-norm',
    stepSize: method === 'dp-accmd' ? null : 0.02,
    innerIterations: method.startsWith('dp-svrg') ? 20_000 : null,
    iterations: 2,
    releases: 40_000,
    noiseRatio: 500,
    noise: 0.05,
    bound: { initial: 0.2, privacy: 0.1, total: 0.3 },
    curve: isGap
      ? { iteration: [0, 1, 2], initial: [1, 0.45, 0.2], privacy: [0, 0.05, 0.1], total }
      : null,
  };
}
