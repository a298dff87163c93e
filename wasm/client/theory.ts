import type { ParameterEntry } from './types.ts';

// Questions about the theory and their answers: rates, bounds, certificates, noise and its
// division, from numbers alone. The catalogue says what every field means and its limits; a number
// that is not finite is null.

/** What the catalogue says of one query; the fields of a nested block have dotted names. */
export interface TheoryQueryEntry {
  query: TheoryQuery['query'];
  title: string;
  description: string;
  source: string;
  parameters: ParameterEntry[];
}

export type QuadraticMethod = 'gradient-descent' | 'heavy-ball' | 'nesterov';

/** One method on a quadratic, in its eigenbasis. */
interface QuadraticQuestion {
  method: QuadraticMethod;
  eigenvalues: readonly number[];
  /** x_0 - x*, one coordinate for each eigenvalue. */
  start: readonly number[];
  stepSize: number;
  /** 0 when absent; gradient descent ignores it. */
  momentum?: number;
  iterations: number;
}

export interface QuadraticLabQuery extends QuadraticQuestion {
  query: 'quadratic-lab';
  /** Of every coordinate of every gradient; 2 b^2 for Laplace noise of scale b. */
  noiseVariance?: number;
}

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

export interface StabilityMapQuery {
  query: 'stability-map';
  method: QuadraticMethod;
  strongConvexity: number;
  smoothness: number;
  steps: readonly number[];
  momenta: readonly number[];
  /** 1 when absent; the floor is proportional to it. */
  noiseVariance?: number;
  /** The spectrum of the floor; its two ends when absent. */
  eigenvalues?: readonly number[];
}

export interface StabilityMap {
  query: 'stability-map';
  /** A row for each step, a value for each momentum; 1 and above is unstable. */
  rate: (number | null)[][];
  /** Null where unstable. */
  noiseFloor: (number | null)[][];
}

export interface LmiCertificateQuery {
  query: 'lmi-certificate';
  strongConvexity: number;
  smoothness: number;
  stepSize: number;
  momentum?: number;
  /** `corrected` when absent. */
  form?: 'corrected' | 'literal';
  /** Asks for the best bound after T noisy iterations, too. */
  bound?: {
    iterations: number;
    squaredDistance: number;
    initialGap: number;
    noiseTrace: number;
    /** Of the literal form only. */
    dimension?: number;
  };
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

export interface HorizonQuery {
  query: 'horizon';
  method: 'nag' | 'masg' | 'gd' | 'hb';
  strongConvexity: number;
  smoothness: number;
  /** c in step = c / L; 1 when absent. */
  stepScale?: number;
  iterations: number;
  /** `corrected` when absent. */
  mode?: 'corrected' | 'paper-text' | 'published-figures';
  /** A guess of F(x_0) - F*; 10 when absent. */
  initialGap?: number;
  dimension: number;
  samples: number;
  l1Sensitivity: number;
  epsilon: number;
  /** All records when absent. */
  batchSize?: number;
  /** Of `hb` only; Nesterov's formula when absent. */
  momentum?: number;
  /** Whether the batches' own error counts in the score; false when absent. */
  includeSamplingNoise?: boolean;
}

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

export interface ExactDivisionQuery extends QuadraticQuestion {
  query: 'exact-division';
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

export interface Figure1Query {
  query: 'figure-1';
  preset: 'paper-figure-1' | 'paper-text' | 'corrected';
  stepSize: number;
  /** c_w: a run of T iterations has noise of standard deviation T c_w. */
  noisePerIteration: number;
  /** The largest T; 250 when absent. */
  iterations?: number;
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

export interface Figure2Query {
  query: 'figure-2';
  form: 'formula-34' | 'published';
  stages: number;
}

export interface Figure2 {
  query: 'figure-2';
  /** n epsilon b_t / S1 for t = 1, 2, ... */
  noise: number[];
}

export interface SvrgContractionQuery {
  query: 'svrg-contraction';
  /** `paper` when absent. */
  lemma?: 'paper' | 'tight';
  strongConvexity: number;
  smoothness: number;
  /** The theorem's when absent. */
  stepSize?: number;
  /** The length of an epoch; the theorem's when absent. */
  innerIterations?: number;
  /** Both or neither: rows and columns of a map. */
  steps?: readonly number[];
  lengths?: readonly number[];
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

export type ErmMethod = 'dp-svrg' | 'dp-svrg-pp' | 'dp-accmd' | 'dp-gd-pl' | 'dp-gd-nonconvex';

export interface ErmBoundsQuery {
  query: 'erm-bounds';
  method: ErmMethod;
  samples: number;
  dimension: number;
  /** G and L; 1 when absent. */
  lipschitz?: number;
  smoothness?: number;
  /** mu; `dp-svrg` and `dp-gd-pl` need it. */
  strongConvexity?: number;
  /** A guess of F(x_0) - F*; 1 when absent. */
  initialGap?: number;
  /** Of x_0 from the minimizer, for `dp-svrg-pp`; 1 when absent. */
  distance?: number;
  /** L_C, Theta and W_C, which `dp-accmd` needs. */
  gaugeSmoothness?: number;
  bregmanRadius?: number;
  dualNoise?: number;
  epsilon: number;
  delta: number;
  /** `tight` when absent. */
  noise?: 'tight' | 'zcdp' | 'paper';
  /** `paper` when absent. */
  lemma?: 'paper' | 'tight';
  /** The theorem's when absent. */
  stepSize?: number;
  innerIterations?: number;
  iterations?: number;
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
  bound: { initial: number; privacy: number; total: number };
  /** By epoch or iteration from 0; null for the random iterate and beyond 100 000 iterations. */
  curve: {
    iteration: number[];
    initial: (number | null)[];
    privacy: (number | null)[];
    total: (number | null)[];
  } | null;
}

export interface ComplexityTablesQuery {
  query: 'complexity-tables';
  samples: number;
  dimension: number;
  epsilon: number;
  delta: number;
  /** mu for L = 1; 0.01 when absent. */
  strongConvexity?: number;
  /** Of the constraint set; that of the L2 ball with the diameter when absent. */
  gaussianWidth?: number;
  /** 2 when absent. */
  diameter?: number;
  /** Theta; 0.5 when absent. */
  bregmanRadius?: number;
  /** lambda of objective perturbation; 0.01 when absent. */
  regularization?: number;
  /** Of the start from the minimizer; 1 when absent. */
  distance?: number;
  /** 1 when absent. */
  initialGap?: number;
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

export interface BatchNoiseQuery {
  query: 'batch-noise';
  samples: number;
  /** N, over all epochs. */
  innerSteps: number;
  epsilon: number;
  delta: number;
  /** G; 1 when absent. */
  lipschitz?: number;
  /** c of the theorem's noise; 0, and when absent, the proven one. */
  noiseConstant?: number;
  /** 1 to 24 of them. */
  batchSizes: readonly number[];
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

export type WidthSet = 'l1-ball' | 'l2-ball' | 'linf-ball' | 'simplex' | 'group-ball' | 'lp-ball';

export interface GaussianWidthQuery {
  query: 'gaussian-width';
  set: WidthSet;
  /** 1 to 60 of them. */
  dimensions: readonly number[];
  /** 1 when absent; the simplex has none. */
  radius?: number;
  /** Of the group ball; 10 when absent. */
  groupSize?: number;
  /** a of the l_a ball, 1 < a <= 2; 1.5 when absent. */
  exponent?: number;
  /** Of an estimated width; 4000 when absent. */
  draws?: number;
}

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

export type TheoryQuery =
  | QuadraticLabQuery
  | StabilityMapQuery
  | LmiCertificateQuery
  | HorizonQuery
  | ExactDivisionQuery
  | Figure1Query
  | Figure2Query
  | SvrgContractionQuery
  | ErmBoundsQuery
  | ComplexityTablesQuery
  | BatchNoiseQuery
  | GaussianWidthQuery;

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
}

/** The answer to a query. */
export type TheoryAnswer<Query extends TheoryQuery> = TheoryAnswers[Query['query']];
