// Written by `npm run generate` from the engine's tables of records. Change the engine, not this file.

import type {
  ErmBoundsQuery,
  GaussianWidthQuery,
  QuadraticLabQuery,
  TheoryQueries,
} from './queries.ts';

// Answers to questions about the theory: rates, bounds, certificates, noise and its division, from
// numbers alone. What is asked is in queries.ts; a number that is not finite is null.

export interface QuadraticLab {
  query: 'quadratic-lab';
  stable: boolean;
  rate: number | null;
  largestStableStep: number;
  /** Null for steps above 1/L. */
  rateOptimalMomentum: number | null;
  /** E F - F* as t grows; null when unstable. */
  noiseFloor: number | null;
  /** The trace of the covariance as t grows; null when unstable. */
  stationaryTrace: number | null;
  curve: QuadraticCurve;
  /** Null for Nesterov and when unstable. */
  bound: QuadraticBoundCurve | null;
}

/** The exact expected error of iterations 0 to T. */
export interface QuadraticCurve {
  iteration: number[];
  bias: (number | null)[];
  variance: (number | null)[];
  total: (number | null)[];
}

/** Theorem 3.5, corrected. */
export interface QuadraticBoundCurve {
  iteration: number[];
  transient: (number | null)[];
  floor: (number | null)[];
  total: (number | null)[];
}

export interface StabilityMap {
  query: 'stability-map';
  /** A row for each step, a value for each momentum; 1 and above is unstable. */
  rate: (number | null)[][];
  /** Null where unstable. */
  noiseFloor: (number | null)[][];
}

export interface LmiFound {
  query: 'lmi-certificate';
  found: true;
  certificate: LmiRate;
  bestBound: LmiBound | null;
}

export interface LmiRate {
  rate: number;
  p11: number;
  p12: number;
  p22: number;
  c0: number;
  margin: number;
}

export interface LmiBound {
  transient: number | null;
  noise: number | null;
  plainNoise: number | null;
  total: number | null;
  rate: number;
}

/** Normal for aggressive momentum; does not mean divergence. */
export interface LmiNotFound {
  query: 'lmi-certificate';
  found: false;
  reason: string;
}

export interface Horizon {
  query: 'horizon';
  /** The number of iterations with the least score. */
  horizon: number;
  /** One iteration reaches the minimum, so it gets the whole budget. */
  singleStep: boolean;
  /** Whether the score is a proven bound; for `hb` it is a guess from the spectral rate. */
  isBound: boolean;
  curve: HorizonCurve;
  noiseTerms: HorizonNoise;
  scales: HorizonScales;
}

/** The score of a run that ends after 1 to T iterations. */
export interface HorizonCurve {
  iteration: number[];
  initial: (number | null)[];
  privacy: (number | null)[];
  sampling: (number | null)[];
  total: (number | null)[];
}

/** The privacy noise's part of the bound at the horizon, by how the budget is spent. */
export interface HorizonNoise {
  uniform: number | null;
  divided: number | null;
}

/** Laplace scales at the horizon: one for all iterations, or one for each. */
export interface HorizonScales {
  uniform: number;
  divided: number[];
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
  noise: DivisionNoise;
}

/** What each division adds to the error, in units of (S1 / (n epsilon))^2. */
export interface DivisionNoise {
  uniform: number | null;
  exact: number | null;
  bound: number | null;
}

export interface Figure1 {
  query: 'figure-1';
  momenta: number[];
  rates: (number | null)[];
  curves: Figure1Curve[];
}

/** Values for runs of T = 1, 2, ... iterations. */
export interface Figure1Curve {
  momentum: number;
  rate: number | null;
  heavyBallRate: number | null;
  bound: (number | null)[];
  /** Of the preset `corrected`. */
  exact: (number | null)[] | null;
  logBound: (number | null)[];
  logExact: (number | null)[] | null;
}

export interface Figure2 {
  query: 'figure-2';
  /** n epsilon b_t / S1 for t = 1, 2, ... */
  noise: number[];
}

export interface SvrgContraction {
  query: 'svrg-contraction';
  epoch: SvrgEpoch;
  theory: SvrgTheory;
  /** Below it some epoch length meets the condition. */
  largestStep: number;
  /** A: a row for each step, a value for each length. */
  map: (number | null)[][] | null;
}

export interface SvrgEpoch {
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
}

/** The theorem's own choice. */
export interface SvrgTheory {
  stepSize: number;
  innerIterations: number;
  factor: number;
}

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
  bound: ErmBound;
  /** Null for the random iterate and beyond 100 000 iterations. */
  curve: ErmCurve | null;
}

export interface ErmBound {
  initial: number;
  privacy: number;
  total: number;
}

/** By epoch or iteration from 0. */
export interface ErmCurve {
  iteration: number[];
  initial: (number | null)[];
  privacy: (number | null)[];
  total: (number | null)[];
}

export interface ComplexityTables {
  query: 'complexity-tables';
  gaussianWidth: number;
  tables: ComplexityTable[];
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

export interface ComplexityRow {
  method: string;
  source: string;
  utility: FilledFormula;
  /** Null where the method asks for an exact minimizer. */
  gradients: FilledFormula | null;
  /** Whether the regularizer may be non-smooth. */
  nonSmooth: boolean;
}

/** An order of magnitude: constants and log(1/delta) are left out, G = L = 1. */
export interface FilledFormula {
  /** As in `sqrt(p) log(n)^(3/2)/(n eps)`. */
  formula: string;
  value: number;
}

/** The setting's own method as the accountant certifies it, with all constants. */
export interface CertifiedRun {
  /** T: epochs or iterations. */
  iterations: number;
  /** N over all epochs; null for full batches. */
  innerSteps: number | null;
  /** b; null for full batches. */
  batchSize: number | null;
  noise: number;
  /** Gradient evaluations: T n + 2 N b, or T n. */
  gradients: number;
  bound: number;
}

export interface BatchNoise {
  query: 'batch-noise';
  batchSize: number[];
  /** sigma that the accountant proves to be enough. */
  tight: (number | null)[];
  /** By advanced composition; null where it proves nothing. */
  advanced: (number | null)[];
  paper: PaperBatchNoise;
  /** What `tight` tends to for large batches below n. */
  largeBatchLimit: number;
  /** What it is for n. */
  fullBatch: number;
  /** The least batch within 15 % of the limit. */
  smallestBatch: number;
  /** A quick guess of it. */
  firstGuess: number;
}

/** The theorem's, the same for every batch size. Outside of the two conditions of its proof it promises nothing. */
export interface PaperBatchNoise {
  noise: number;
  provenConstant: number;
  /** A condition, by batch size. */
  isLargeEnough: boolean[];
  /** The other condition. */
  isAmplified: boolean[];
  /** What the accountant proves of it. */
  certifiedEpsilon: (number | null)[];
}

export interface GaussianWidth {
  query: 'gaussian-width';
  dimension: number[];
  /** G_C = E sup over C of <b, w>. */
  width: number[];
  /** Its standard error, 0 where it is exact. */
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

export interface KlSpiderPlan {
  query: 'kl-spider-plan';
  /** The gap that holds at the end with probability 1 - beta; startGap where the plan is vacuous. */
  promisedGap: number;
  /** Nothing better than the start is promised, which is not known to be optimal. */
  isVacuous: boolean;
  /** F_0, at most (gamma L_0)^kappa. */
  startGap: number;
  /** In which ways the constants contradict each other, one sentence each. */
  contradictions: string[];
  /** c, the factor between two targets; null where one round does all, or the start is optimal. */
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
  /** Modes of the paper: the cost of the loop as printed; null where it has no round. */
  printedCost: number | null;
  /** Modes of the paper: its formula for the radius, likewise. */
  printedRadius: number | null;
  /** Mode accuracy-driven: the least zCDP that these rounds need, 0 of an optimal start; null where none fits. */
  leastCost: number | null;
  /** Mode accuracy-driven: q, how many standard deviations long no noise is; null without rounds. */
  noiseRadius: number | null;
  /** Mode accuracy-driven, where nothing is promised: what one round takes. */
  needed: KlNeededForARound | null;
  /** Corollary 1 without its constant and logarithms. */
  lowerBoundRate: number;
  /** Null where they promise nothing. */
  equalRounds: KlEqualRounds | null;
  /** Null beyond 10 000 rounds, and without any. */
  schedule: KlSpiderRounds | null;
}

/** What KL Spider would need to promise anything: either of the two is enough. */
export interface KlNeededForARound {
  /** The least zCDP, with these records. */
  rho: number;
  /** The fewest records, with this zCDP. */
  samples: number;
}

/** What Spider with equal rounds promises of one of its iterates with the same budget. */
export interface KlEqualRounds {
  rounds: number;
  stepsOfARound: number;
  gapOfSomeIterate: number;
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
  /** Standard deviation per coordinate. */
  freshNoise: number[];
  /** The same; a round of one step has no differences, and 0. */
  differenceNoise: number[];
  /** zCDP of the round. */
  cost: number[];
}

export interface KlTargetBudget {
  query: 'kl-target-budget';
  /** The one of rho and samples that was left out is the least with which KL Spider promises the gap. */
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
  inner: KlInnerSolver | null;
  /** Gradients over all records. */
  passes: number;
  cost: number;
  /** How far from the start the plan can lead at most. */
  radius: number;
  /** A ball around the start that holds all exact proximal points where the minimizer is unique. */
  publicRadius: number;
  /** Theorem 2's radius without constants and logarithms; null without a weight. */
  printedRadius: number | null;
  /** Theorem 2's gap without constants and logarithms. */
  paperRate: number;
  lowerBoundRate: number;
  /** Null beyond 10 000 outer steps. */
  schedule: KlProximalSteps | null;
}

/** The inner solver, the same in every outer step. */
export interface KlInnerSolver {
  iterations: number;
  wasCapped: boolean;
  rho: number;
  failureProbability: number;
  noise: number;
}

/** One entry for each outer step. */
export interface KlProximalSteps {
  step: number[];
  target: number[];
  weight: number[];
  radius: number[];
  /** How far from minimal the inner result is at most, likely; null for the printed inner steps. */
  innerGap: (number | null)[];
}

export interface KlAdaptiveBound {
  query: 'kl-adaptive-bound';
  bound: KlAdaptiveGap;
  /** The bound is no better than the start. */
  isVacuous: boolean;
  contradictions: string[];
  setting: KlAdaptiveSetting;
  paper: KlAdaptivePaper;
  /** Null where nothing is gained. */
  fixedNoise: KlFixedNoise | null;
  lowerBoundRate: number;
}

/** The gap with probability 1 - beta, by what ends the run, and the largest of the four. */
export interface KlAdaptiveGap {
  total: number;
  normNoise: number;
  gradientBudget: number;
  noiseFloor: number;
  queryCap: number;
}

export interface KlAdaptiveSetting {
  mostNormQueries: number;
  stepSize: number;
  normNoise: number;
  normCost: number;
  /** nu: no norm is wrong by more, likely. */
  normError: number;
  /** sigma_t over N_t. */
  noisePerNorm: number;
  /** The least sigma_t. */
  noiseFloor: number;
  noiseRadius: number;
  mainBudget: number;
  reserve: number;
}

export interface KlAdaptivePaper {
  /** Theorem 4 as printed, without its constant; null where its logarithms are not positive. */
  rate: number | null;
  /** What the printed algorithm costs at most. */
  cost: number;
  /** The rho of its formulas that would cost the budget. */
  certifiedRho: number;
  hasAssumption: boolean;
}

/** Descent with one noise, which knows the constants. */
export interface KlFixedNoise {
  iterations: number;
  noise: number;
  expectedGap: number;
}

export interface KlConversions {
  query: 'kl-conversions';
  /** F - F* <= (klConstant ||grad F||)^klExponent. */
  klExponent: number;
  klConstant: number;
  /** mu, for the exponent 2. */
  plConstant: number | null;
  /** ||grad F|| >= constant (F - F*)^exponent. */
  lojasiewicz: KlPair;
  /** F - F* <= plainConstant ||grad F||^klExponent. */
  plainConstant: number | null;
  /** F - F* >= (constant dist)^exponent, without convexity; null for the exponent 1. */
  growth: KlPair | null;
  /** (gamma L_0)^kappa, which bounds every gap. */
  largestGap: number | null;
  /** Where the initial gap is given. */
  start: KlStart | null;
  weaker: KlPair | null;
}

export interface KlPair {
  exponent: number;
  constant: number;
}

/** What the gap at the start implies. */
export interface KlStart {
  distance: number | null;
  leastGradient: number;
  leastSmoothness: number;
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
  better: null | 'equal' | 'balanced' | 'geometric' | 'naive';
  /** Three schedules of phases, and one release. */
  comparison: CertifiedComparison[];
  phases: CertifiedPhases;
}

/** A method with its own best regularization. */
export interface CertifiedComparison {
  method: 'equal' | 'balanced' | 'geometric' | 'naive';
  regularization: number;
  bound: number;
}

/** One entry for each phase. */
export interface CertifiedPhases {
  phase: number[];
  records: number[];
  primalWeight: number[];
  dualWeight: number[];
  certifiedDistance: number[];
  sensitivity: number[];
  primalNoise: number[];
  dualNoise: number[];
  rho: number[];
  /** The gap that the paper asks of a solver that nothing certifies. */
  expectedAccuracy: number[];
  /** How many SVRG takes to it. */
  epochs: number[];
}

export interface SolverComplexity {
  query: 'solver-complexity';
  /** kappa_w. */
  condition: number;
  solvers: SolverGradients[];
}

export interface SolverGradients {
  solver: string;
  title: string;
  /** Of single components; null where nobody knows. */
  gradients: number | null;
}

export interface BiasVariance {
  query: 'bias-variance';
  /** The coordinate of the point whose vertices are drawn. */
  weight: number;
  /** L_0 of the function. */
  lipschitz: number;
  /** L_1. */
  smoothness: number;
  /** L_2; a kink has none. */
  hessianLipschitz: number | null;
  averages: VertexAverages;
  levels: BiasReducedLevels;
}

/** One entry for averages of 1, 2, 4, ... vertices; a bound is null where there is none. */
export interface VertexAverages {
  draws: number[];
  /** Where mirror descent with so many vertices for each gradient comes to rest. */
  plateau: number[];
  /** Its loss. */
  plateauLoss: number[];
  /** Of the gradient: its mean's error. */
  bias: number[];
  biasBound: (number | null)[];
  firstOrderBiasBound: (number | null)[];
  /** Of the gradient: its mean square error. */
  meanSquare: number[];
  meanSquareBound: (number | null)[];
  firstOrderMeanSquareBound: (number | null)[];
  valueBias: number[];
  valueBiasBound: (number | null)[];
}

/** One entry for bias-reduced gradients with largest level M = 0, 1, 2, ... */
export interface BiasReducedLevels {
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
  /** zCDP of equally many steps over equally many records. */
  cost: number[];
  antitheticCost: number[];
  /** The same of 2^(M+1) vertices in each. */
  evenCost: number[];
}

export interface LevelSchedule {
  query: 'level-schedule';
  rule: LevelRule;
  expectedSteps: ExpectedSteps;
  schedule: ShownLevels;
  repeats: LevelRepeats;
}

export interface LevelRule {
  /** M. */
  maxLevel: number;
  /** U. */
  levelBudget: number;
  /** alpha. */
  batchDivisor: number;
  /** C. */
  momentScale: number;
  kappa: number;
  /** Lambda. */
  weight: number;
}

/** Bounds on the mean number of steps, by Wald's identity. */
export interface ExpectedSteps {
  least: number;
  most: number;
}

/** The schedule of the seed that was given. */
export interface ShownLevels {
  steps: number;
  /** The sum of 2^N, at most U. */
  spent: number;
  records: number;
  stepSize: number;
  /** zCDP: what may be spent. */
  budget: number;
  /** What the dearest block costs. */
  rho: number;
  /** What any levels might have cost. */
  worstRho: number;
  histogram: LevelHistogram;
  blocks: LevelBlocks;
}

export interface LevelHistogram {
  level: number[];
  count: number[];
  expected: number[];
}

/** The dearest block of each `stretch` steps, and what the cheapest there costs. */
export interface LevelBlocks {
  step: number[];
  level: number[];
  records: number[];
  rho: number[];
  leastRho: number[];
  stretch: number;
}

/** Schedules of many seeds. */
export interface LevelRepeats {
  seeds: number;
  steps: SeedSummary;
  bins: SeedBins;
  records: SeedSummary;
  /** Seeds that would need more records than there are. */
  withoutRecords: number;
}

/** Of numbers from several seeds. */
export interface SeedSummary {
  mean: number;
  standardError: number;
  least: number;
  most: number;
}

/** How many seeds have `from` to `from + width - 1` steps. */
export interface SeedBins {
  from: number[];
  width: number;
  count: number[];
}

export type CertifiedMethod = CertifiedComparison['method'];
export type ErmMethod = ErmBoundsQuery['method'];
export type LmiCertificate = TheoryAnswers['lmi-certificate'];
export type QuadraticMethod = QuadraticLabQuery['method'];
export type WidthSet = GaussianWidthQuery['set'];

/** One question about the theory. */
export type TheoryQuery<Name extends keyof TheoryQueries = keyof TheoryQueries> =
  TheoryQueries[Name];

/** The answer to each question, by its name. */
export interface TheoryAnswers {
  'quadratic-lab': QuadraticLab;
  'stability-map': StabilityMap;
  'lmi-certificate': LmiFound | LmiNotFound;
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
