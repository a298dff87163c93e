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
  /** Whether the batches' own error counts in the score; true when absent. */
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

export type TheoryQuery =
  | QuadraticLabQuery
  | StabilityMapQuery
  | LmiCertificateQuery
  | HorizonQuery
  | ExactDivisionQuery
  | Figure1Query
  | Figure2Query;

export interface TheoryAnswers {
  'quadratic-lab': QuadraticLab;
  'stability-map': StabilityMap;
  'lmi-certificate': LmiCertificate;
  horizon: Horizon;
  'exact-division': ExactDivision;
  'figure-1': Figure1;
  'figure-2': Figure2;
}

/** The answer to a query. */
export type TheoryAnswer<Query extends TheoryQuery> = TheoryAnswers[Query['query']];
