import type {
  ErmBoundsQuery,
  GaussianWidthQuery,
  QuadraticLabQuery,
  TheoryQueries,
} from './queries.ts';

// Answers to questions about the theory: rates, bounds, certificates, noise and its division, from
// numbers alone. What is asked is in queries.ts; a number that is not finite is null.

export type QuadraticMethod = QuadraticLabQuery['method'];

export interface QuadraticLab {
  query: 'quadratic-lab';
  stable: boolean;
  rate: number | null;
  largestStableStep: number;
  /** Null for steps above 1/L. */
  rateOptimalMomentum: number | null;
  /** E F - F* and the trace of the covariance as t grows; null when unstable. */
  noiseFloor: number | null;
  stationaryTrace: number | null;
  /** The exact expected error of iterations 0 to T. */
  curve: {
    iteration: number[];
    bias: (number | null)[];
    variance: (number | null)[];
    total: (number | null)[];
  };
  /** Theorem 3.5, corrected; null for Nesterov and when unstable. */
  bound: {
    iteration: number[];
    transient: (number | null)[];
    floor: (number | null)[];
    total: (number | null)[];
  } | null;
}

export interface StabilityMap {
  query: 'stability-map';
  /** A row for each step, a value for each momentum; 1 and above is unstable. */
  rate: (number | null)[][];
  /** Null where unstable. */
  noiseFloor: (number | null)[][];
}

export type LmiCertificate =
  | {
      query: 'lmi-certificate';
      found: true;
      certificate: {
        rate: number;
        p11: number;
        p12: number;
        p22: number;
        c0: number;
        margin: number;
      };
      bestBound: {
        transient: number | null;
        noise: number | null;
        plainNoise: number | null;
        total: number | null;
        rate: number;
      } | null;
    }
  /** Normal for aggressive momentum; does not mean divergence. */
  | { query: 'lmi-certificate'; found: false; reason: string };

export interface Horizon {
  query: 'horizon';
  /** The number of iterations with the least score. */
  horizon: number;
  /** One iteration reaches the minimum, so it gets the whole budget. */
  singleStep: boolean;
  /** Whether the score is a proven bound; for `hb` it is a guess from the spectral rate. */
  isBound: boolean;
  /** The score of a run that ends after 1 to T iterations. */
  curve: {
    iteration: number[];
    initial: (number | null)[];
    privacy: (number | null)[];
    sampling: (number | null)[];
    total: (number | null)[];
  };
  /** The privacy noise's part of the bound at the horizon, by how the budget is spent. */
  noiseTerms: { uniform: number | null; divided: number | null };
  /** Laplace scales at the horizon: one for all iterations, or one for each. */
  scales: { uniform: number; divided: number[] };
}

export interface ExactDivision {
  query: 'exact-division';
  /** ln of what one unit of noise variance scale b_t^2 adds to the final error, t = 1 to T. */
  logWeights: number[];
  /** Fractions of epsilon that make the final error least. */
  shares: number[];
  /** Those that the error bound would give; null where it does not hold. */
  boundShares: number[] | null;
  /** The final error without noise. */
  bias: number | null;
  /** What each division adds to it, in units of (S1 / (n epsilon))^2. */
  noise: { uniform: number | null; exact: number | null; bound: number | null };
}

export interface Figure1 {
  query: 'figure-1';
  momenta: number[];
  rates: (number | null)[];
  /** Values for runs of T = 1, 2, ... iterations. */
  curves: {
    momentum: number;
    rate: number | null;
    heavyBallRate: number | null;
    bound: (number | null)[];
    /** Of the preset `corrected`. */
    exact: (number | null)[] | null;
    logBound: (number | null)[];
    logExact: (number | null)[] | null;
  }[];
}

export interface Figure2 {
  query: 'figure-2';
  /** n epsilon b_t / S1 for t = 1, 2, ... */
  noise: number[];
}

export interface SvrgContraction {
  query: 'svrg-contraction';
  epoch: {
    stepSize: number;
    innerIterations: number;
    /** A: E gap_s <= A E gap_{s-1} + noiseGain p sigma^2; null where the theorem has no bound. */
    factor: number | null;
    noiseGain: number | null;
    /** Condition (4): A < 1/2. */
    holds: boolean;
    /** Why it does not, and what would help. */
    reason: string | null;
    /** The least number of inner steps with A < 1/2; null when no number helps. */
    shortestEpoch: number | null;
  };
  /** The theorem's own choice. */
  theory: { stepSize: number; innerIterations: number; factor: number };
  /** Below it some epoch length meets the condition. */
  largestStep: number;
  /** A: a row for each step, a value for each length. */
  map: (number | null)[][] | null;
}

export type ErmMethod = ErmBoundsQuery['method'];

export interface ErmBounds {
  query: 'erm-bounds';
  measure: 'gap' | 'squared-gradient-norm';
  stepSize: number | null;
  innerIterations: number | null;
  /** T: epochs or iterations. */
  iterations: number;
  /** How many noisy gradients are released. */
  releases: number;
  /** sigma^2 n^2 / (G^2 releases). */
  noiseRatio: number;
  /** sigma, of each coordinate of each gradient. */
  noise: number;
  bound: { initial: number; privacy: number; total: number };
  /** By epoch or iteration from 0; null for the random iterate and beyond 100 000 iterations. */
  curve: {
    iteration: number[];
    initial: (number | null)[];
    privacy: (number | null)[];
    total: (number | null)[];
  } | null;
}

/** An order of magnitude: constants and log(1/delta) are left out, G = L = 1. */
export interface FilledFormula {
  /** As in `sqrt(p) log(n)^(3/2)/(n eps)`. */
  formula: string;
  value: number;
}

export interface ComplexityRow {
  method: string;
  source: string;
  utility: FilledFormula;
  /** Null where the method asks for an exact minimizer. */
  gradients: FilledFormula | null;
  /** Whether the regularizer may be non-smooth. */
  nonSmooth: boolean;
}

/** The setting's own method as the accountant certifies it, with all constants. */
export interface CertifiedRun {
  /** T: epochs or iterations. */
  iterations: number;
  /** N over all epochs, and b; null for full batches. */
  innerSteps: number | null;
  batchSize: number | null;
  noise: number;
  /** Gradient evaluations: T n + 2 N b, or T n. */
  gradients: number;
  bound: number;
}

export interface ComplexityTable {
  setting: 'strongly-convex' | 'convex' | 'high-dimension' | 'polyak-lojasiewicz' | 'nonconvex';
  title: string;
  source: string;
  /** What utility means here. */
  measure: string;
  /** The paper's own method first, a lower bound last. */
  rows: ComplexityRow[];
  certified: CertifiedRun;
}

export interface ComplexityTables {
  query: 'complexity-tables';
  gaussianWidth: number;
  tables: ComplexityTable[];
}

export interface BatchNoise {
  query: 'batch-noise';
  batchSize: number[];
  /** sigma that the accountant proves to be enough. */
  tight: (number | null)[];
  /** By advanced composition; null where it proves nothing. */
  advanced: (number | null)[];
  /** The theorem's, the same for every batch size. */
  paper: {
    noise: number;
    provenConstant: number;
    /** The two conditions of its proof, by batch size; outside of them it promises nothing. */
    isLargeEnough: boolean[];
    isAmplified: boolean[];
    /** What the accountant proves of it. */
    certifiedEpsilon: (number | null)[];
  };
  /** What `tight` tends to for large batches below n, and what it is for n. */
  largeBatchLimit: number;
  fullBatch: number;
  /** The least batch within 15 % of the limit, and a quick guess of it. */
  smallestBatch: number;
  firstGuess: number;
}

export type WidthSet = GaussianWidthQuery['set'];

export interface GaussianWidth {
  query: 'gaussian-width';
  dimension: number[];
  /** G_C = E sup over C of <b, w>, and its standard error, 0 where it is exact. */
  width: number[];
  widthError: number[];
  /** W_C = E ||b||^2 in the dual norm. */
  secondMoment: number[];
  secondMomentError: number[];
  /** The largest L2 length of a point. */
  l2Radius: number[];
  /** Theta >= B(x, centre). */
  bregmanRadius: number[];
  method: 'closed-form' | 'quadrature' | 'monte-carlo';
}

/** What one round of KL Spider does: a fresh noisy gradient, then steps with noisy differences between them. */
export interface KlSpiderRounds {
  round: number[];
  /** Phi_k, the gap at the round's end. */
  target: number[];
  steps: number[];
  stepLength: number[];
  /** An estimate that is shorter proves the target and ends the round. */
  threshold: number[];
  /** Standard deviations per coordinate; a round of one step has no differences, and 0. */
  freshNoise: number[];
  differenceNoise: number[];
  /** zCDP of the round. */
  cost: number[];
}

export interface KlSpiderPlan {
  query: 'kl-spider-plan';
  /** The gap that holds at the end with probability 1 - beta; startGap where the plan is vacuous. */
  promisedGap: number;
  /** Nothing better than the start is promised. */
  isVacuous: boolean;
  /** F_0, at most (gamma L_0)^kappa. */
  startGap: number;
  /** In which ways the constants contradict each other, one sentence each. */
  contradictions: string[];
  /** c, the factor between two targets; null where one round does all. */
  contraction: number | null;
  rounds: number;
  /** Sum of the rounds' steps: the most gradients over all records. */
  steps: number;
  /** How far from the start the plan can lead at most. */
  radius: number;
  /** How far the minimizers can be by Lemma 7; null for kappa = 1. */
  distance: number | null;
  /** zCDP of all rounds. */
  cost: number;
  /** Modes of the paper: the same of the loop as printed, and the paper's formula for the radius. */
  printedCost: number | null;
  printedRadius: number | null;
  /** Mode accuracy-driven: the least zCDP that these rounds need, and q, how many standard deviations long no noise is. */
  leastCost: number | null;
  noiseRadius: number | null;
  /** Corollary 1 without its constant and logarithms. */
  lowerBoundRate: number;
  /** What Spider with equal rounds promises of one of its iterates with the same budget; null where nothing. */
  equalRounds: { rounds: number; stepsOfARound: number; gapOfSomeIterate: number } | null;
  /** Null beyond 10 000 rounds. */
  schedule: KlSpiderRounds | null;
}

export interface KlTargetBudget {
  query: 'kl-target-budget';
  /** The one that was left out is the least with which KL Spider promises the gap. */
  rho: number;
  samples: number;
  contradictions: string[];
  rounds: number;
  steps: number;
  radius: number;
}

export interface KlProximalPlan {
  query: 'kl-proximal-plan';
  /** The gap that is proven with probability 1 - beta; null where none is. */
  provenGap: number | null;
  /** The budget is too small for any outer step. */
  isVacuous: boolean;
  startGap: number;
  contradictions: string[];
  contraction: number | null;
  outerSteps: number;
  /** The inner solver, the same in every outer step. */
  inner: {
    iterations: number;
    wasCapped: boolean;
    rho: number;
    failureProbability: number;
    noise: number;
  } | null;
  /** Gradients over all records. */
  passes: number;
  cost: number;
  /** How far from the start the plan can lead at most. */
  radius: number;
  /** A ball around the start that holds all exact proximal points where the minimizer is unique. */
  publicRadius: number;
  /** Theorem 2's radius and gap without constants and logarithms; the radius is null without a weight. */
  printedRadius: number | null;
  paperRate: number;
  lowerBoundRate: number;
  /** One entry for each outer step; null beyond 10 000. */
  schedule: {
    step: number[];
    target: number[];
    weight: number[];
    radius: number[];
    /** How far from minimal the inner result is at most, likely; null for the printed inner steps. */
    innerGap: (number | null)[];
  } | null;
}

export interface KlAdaptiveBound {
  query: 'kl-adaptive-bound';
  /** The gap with probability 1 - beta, by what ends the run, and the largest of the four. */
  bound: {
    total: number;
    normNoise: number;
    gradientBudget: number;
    noiseFloor: number;
    queryCap: number;
  };
  /** The bound is no better than the start. */
  isVacuous: boolean;
  contradictions: string[];
  setting: {
    mostNormQueries: number;
    stepSize: number;
    normNoise: number;
    normCost: number;
    /** nu: no norm is wrong by more, likely. */
    normError: number;
    /** sigma_t over N_t, and the least sigma_t. */
    noisePerNorm: number;
    noiseFloor: number;
    noiseRadius: number;
    mainBudget: number;
    reserve: number;
  };
  paper: {
    /** Theorem 4 as printed, without its constant; null where its logarithms are not positive. */
    rate: number | null;
    /** What the printed algorithm costs at most, and the rho of its formulas that would cost the budget. */
    cost: number;
    certifiedRho: number;
    hasAssumption: boolean;
  };
  /** Descent with one noise, which knows the constants; null where nothing is gained. */
  fixedNoise: { iterations: number; noise: number; expectedGap: number } | null;
  lowerBoundRate: number;
}

export interface CertifiedPlan {
  query: 'certified-plan';
  /** mu of the phases; null for one release. */
  regularization: number | null;
  /** Of the expected excess risk, or of the released side of the weak duality gap. */
  bound: number | null;
  /** What staying at the start errs by at most. */
  startBound: number | null;
  /** The paper's bound with its own noise; null outside of its conditions. */
  theorem: number | null;
  /** Why the theorem says nothing here; '' where it does. */
  outsideTheorem: string;
  /** The lowest bound of the comparison. */
  better: CertifiedMethod | null;
  /** Each with its own best regularization. */
  comparison: { method: CertifiedMethod; regularization: number; bound: number }[];
  /**
   * One entry for each phase. `expectedAccuracy` is the gap that the paper asks of a solver that
   * nothing certifies, `epochs` how many SVRG takes to it.
   */
  phases: Record<
    | 'phase'
    | 'records'
    | 'primalWeight'
    | 'dualWeight'
    | 'certifiedDistance'
    | 'sensitivity'
    | 'primalNoise'
    | 'dualNoise'
    | 'rho'
    | 'expectedAccuracy'
    | 'epochs',
    number[]
  >;
}

/** Three schedules of phases, and one release. */
export type CertifiedMethod = 'equal' | 'balanced' | 'geometric' | 'naive';

export interface SolverComplexity {
  query: 'solver-complexity';
  /** kappa_w. */
  condition: number;
  /** Gradients of single components; null where nobody knows. */
  solvers: { solver: string; title: string; gradients: number | null }[];
}

export interface BiasVariance {
  query: 'bias-variance';
  /** The coordinate of the point whose vertices are drawn. */
  weight: number;
  /** L_0, L_1 and L_2 of the function; a kink has no L_2. */
  lipschitz: number;
  smoothness: number;
  hessianLipschitz: number | null;
  /** One entry for averages of 1, 2, 4, ... vertices; a bound is null where there is none. */
  averages: {
    draws: number[];
    /** Where mirror descent with so many vertices for each gradient comes to rest, and its loss. */
    plateau: number[];
    plateauLoss: number[];
    /** Of the gradient: its mean's error, and its mean square error. */
    bias: number[];
    biasBound: (number | null)[];
    firstOrderBiasBound: (number | null)[];
    meanSquare: number[];
    meanSquareBound: (number | null)[];
    firstOrderMeanSquareBound: (number | null)[];
    valueBias: number[];
    valueBiasBound: (number | null)[];
  };
  /** One entry for bias-reduced gradients with largest level M = 0, 1, 2, ... */
  levels: {
    maxLevel: number[];
    /** That of 2^(M+1) vertices. */
    bias: number[];
    biasBound: (number | null)[];
    secondMoment: number[];
    antitheticSecondMoment: number[];
    secondMomentBound: (number | null)[];
    /** Vertices of each player and step. */
    meanDraws: number[];
    /** Lambda. */
    weight: number[];
    antitheticWeight: number[];
    /** zCDP of equally many steps over equally many records; `evenCost`: of 2^(M+1) vertices in each. */
    cost: number[];
    antitheticCost: number[];
    evenCost: number[];
  };
}

/** Of numbers from several seeds. */
export interface SeedSummary {
  mean: number;
  standardError: number;
  least: number;
  most: number;
}

export interface LevelSchedule {
  query: 'level-schedule';
  /** M, U, alpha, C, kappa and Lambda. */
  rule: Record<
    'maxLevel' | 'levelBudget' | 'batchDivisor' | 'momentScale' | 'kappa' | 'weight',
    number
  >;
  /** Bounds on the mean number of steps, by Wald's identity. */
  expectedSteps: { least: number; most: number };
  /** The one of the seed that was given. */
  schedule: {
    steps: number;
    /** The sum of 2^N, at most U. */
    spent: number;
    records: number;
    stepSize: number;
    /** zCDP: what may be spent, what the dearest block costs, and what any levels might have cost. */
    budget: number;
    rho: number;
    worstRho: number;
    histogram: Record<'level' | 'count' | 'expected', number[]>;
    /** The dearest block of each `stretch` steps, and what the cheapest there costs. */
    blocks: Record<'step' | 'level' | 'records' | 'rho' | 'leastRho', number[]> & {
      stretch: number;
    };
  };
  /** Those of many seeds. */
  repeats: {
    seeds: number;
    steps: SeedSummary;
    /** How many seeds have `from` to `from + width - 1` steps. */
    bins: { from: number[]; width: number; count: number[] };
    records: SeedSummary;
    /** Seeds that would need more records than there are. */
    withoutRecords: number;
  };
}

export interface KlConversions {
  query: 'kl-conversions';
  /** F - F* <= (klConstant ||grad F||)^klExponent. */
  klExponent: number;
  klConstant: number;
  /** mu, for the exponent 2. */
  plConstant: number | null;
  /** ||grad F|| >= constant (F - F*)^exponent. */
  lojasiewicz: { exponent: number; constant: number };
  /** F - F* <= plainConstant ||grad F||^klExponent. */
  plainConstant: number | null;
  /** F - F* >= (constant dist)^exponent, without convexity; null for the exponent 1. */
  growth: { exponent: number; constant: number } | null;
  /** (gamma L_0)^kappa, which bounds every gap. */
  largestGap: number | null;
  /** Where the initial gap is given. */
  start: { distance: number | null; leastGradient: number; leastSmoothness: number } | null;
  weaker: { exponent: number; constant: number } | null;
}

/** One question about the theory. */
export type TheoryQuery<Name extends keyof TheoryQueries = keyof TheoryQueries> =
  TheoryQueries[Name];

export interface TheoryAnswers {
  'quadratic-lab': QuadraticLab;
  'stability-map': StabilityMap;
  'lmi-certificate': LmiCertificate;
  horizon: Horizon;
  'exact-division': ExactDivision;
  'figure-1': Figure1;
  'figure-2': Figure2;
  'svrg-contraction': SvrgContraction;
  'erm-bounds': ErmBounds;
  'complexity-tables': ComplexityTables;
  'batch-noise': BatchNoise;
  'gaussian-width': GaussianWidth;
  'kl-spider-plan': KlSpiderPlan;
  'kl-target-budget': KlTargetBudget;
  'kl-proximal-plan': KlProximalPlan;
  'kl-adaptive-bound': KlAdaptiveBound;
  'kl-conversions': KlConversions;
  'certified-plan': CertifiedPlan;
  'solver-complexity': SolverComplexity;
  'bias-variance': BiasVariance;
  'level-schedule': LevelSchedule;
}

/** The answer to a query. */
export type TheoryAnswer<Query extends TheoryQuery> = TheoryAnswers[Query['query']];
