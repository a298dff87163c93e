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
}

/** The answer to a query. */
export type TheoryAnswer<Query extends TheoryQuery> = TheoryAnswers[Query['query']];
