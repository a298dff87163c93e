// Written by `npm run generate` from the engine's catalogue. Change the engine, not this file.

/** The exact expected error of one method on one quadratic with noisy gradients, by bias and variance, its rate, its noise floor, and the bound of Theorem 3.5. */
export interface QuadraticLabQuery {
  query: 'quadratic-lab';
  /** Method. Whose iterates are looked at. */
  method: 'gradient-descent' | 'heavy-ball' | 'nesterov';
  /** Eigenvalues. The spectrum of the quadratic, 1 to 1000 positive numbers. Above 0. At most 1000. */
  eigenvalues: readonly number[];
  /** Starting point: x_0 - x*, one coordinate for each eigenvalue. At most 1000. */
  start: readonly number[];
  /** Step size: alpha, the same in every iteration. Above 0. */
  stepSize: number;
  /** Momentum: beta in [0, 1); gradient descent has none and ignores it. From 0 to 0.999999. When absent: 0. */
  momentum?: number;
  /** Iterations. T, the number of iterations. From 1 to 100000 steps. */
  iterations: number;
  /** Noise variance. Of every coordinate of every gradient: 2 b^2 for Laplace noise of scale b. From 0. When absent: 0. */
  noiseVariance?: number;
}

/** The rate on quadratics (1 and above: unstable) and the noise floor over a grid of step sizes and momenta. */
export interface StabilityMapQuery {
  query: 'stability-map';
  /** Method. Whose stability is mapped. */
  method: 'gradient-descent' | 'heavy-ball' | 'nesterov';
  /** Strong convexity: mu, the least eigenvalue. Above 0. */
  strongConvexity: number;
  /** Smoothness. L, the largest eigenvalue. Above 0. */
  smoothness: number;
  /** Step sizes: alpha of the map's rows. Above 0. At most 40000. */
  steps: readonly number[];
  /** Momenta: beta of the map's columns, each in [0, 1). From 0 to 0.999999. At most 40000. */
  momenta: readonly number[];
  /** Noise variance. Of every coordinate; the floor is proportional to it. From 0. When absent: 1. */
  noiseVariance?: number;
  /** Eigenvalues. The spectrum of the quadratic, 1 to 1000 positive numbers. Above 0. At most 1000. When absent: strongConvexity and smoothness. */
  eigenvalues?: readonly number[];
}

/** The best provable rate of the heavy ball on all strongly convex smooth functions, and the best bound on the error after T noisy iterations. */
export interface LmiCertificateQuery {
  query: 'lmi-certificate';
  /** Strong convexity: mu. Above 0. */
  strongConvexity: number;
  /** Smoothness. L, at least mu. Above 0. */
  smoothness: number;
  /** Step size: alpha. Above 0. */
  stepSize: number;
  /** Momentum: beta in [0, 1); gradient descent has none and ignores it. From 0 to 0.999999. When absent: 0. */
  momentum?: number;
  /** Form. Which signs the inequality has. When absent: "corrected". */
  form?: 'corrected' | 'literal';
  /** Bound. Asks for the best bound after T noisy iterations, too. When absent: no bound. */
  bound?: {
    /** Iterations. T, the number of iterations. From 1 to 1000000000 steps. */
    iterations: number;
    /** Squared distance. |x_0 - x*|^2, with x_{-1} = x_0. From 0. */
    squaredDistance: number;
    /** Initial gap. F(x_0) - F*. From 0. */
    initialGap: number;
    /** Noise trace. Bound on the trace of the gradient noise's covariance: sigma_s^2 + 2 d b^2. From 0. */
    noiseTrace: number;
    /** Dimension: d; used by the literal form only, which counts it twice. From 1 to 1000000. When absent: 1. */
    dimension?: number;
  };
}

/** How many of T iterations a divided budget is best spent on: the score of every length, the chosen one, its noise scales, and the gain over an even division. */
export type HorizonQuery =
  | {
      query: 'horizon';
      /** Method. Whose bound chooses the horizon. */
      method: 'nag' | 'masg' | 'gd';
      /** Strong convexity: mu. Above 0. */
      strongConvexity: number;
      /** Smoothness. L, at least mu. Above 0. */
      smoothness: number;
      /** Step scale: c in step = c / L, at most 1. Above 0 to 1. When absent: 1. */
      stepScale?: number;
      momentum?: undefined;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. */
      iterations: number;
      /** Mode. Which form of the bound is used. When absent: "corrected". */
      mode?: 'corrected' | 'paper-text' | 'published-figures';
      /** Initial gap. E_0, a guess of F(x_0) - F*, on which the horizon depends. Above 0. When absent: 10. */
      initialGap?: number;
      /** Dimension: d. From 1 to 1000000. */
      dimension: number;
      /** Records: n, public. From 2 to 1000000000. */
      samples: number;
      /** L1 sensitivity. S1, the largest L1 distance of two records' gradients. Above 0. */
      l1Sensitivity: number;
      /** Epsilon. The whole budget, pure DP, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Batch size: m, drawn without replacement. From 1 to 1000000000. When absent: n. */
      batchSize?: number;
      /** Count sampling noise. Whether the batches' own error counts in the score; the paper leaves it out. When absent: false. */
      includeSamplingNoise?: boolean;
    }
  | {
      query: 'horizon';
      /** Method. Whose bound chooses the horizon. */
      method: 'hb';
      /** Strong convexity: mu. Above 0. */
      strongConvexity: number;
      /** Smoothness. L, at least mu. Above 0. */
      smoothness: number;
      /** Step scale: c in step = c / L, at most 1. Above 0 to 1. When absent: 1. */
      stepScale?: number;
      /** Momentum: beta of the heavy ball; the other methods have their own. From 0 to 0.999999. When absent: Nesterov's formula. */
      momentum?: number;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. */
      iterations: number;
      /** Mode. Which form of the bound is used. When absent: "corrected". */
      mode?: 'corrected' | 'paper-text' | 'published-figures';
      /** Initial gap. E_0, a guess of F(x_0) - F*, on which the horizon depends. Above 0. When absent: 10. */
      initialGap?: number;
      /** Dimension: d. From 1 to 1000000. */
      dimension: number;
      /** Records: n, public. From 2 to 1000000000. */
      samples: number;
      /** L1 sensitivity. S1, the largest L1 distance of two records' gradients. Above 0. */
      l1Sensitivity: number;
      /** Epsilon. The whole budget, pure DP, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Batch size: m, drawn without replacement. From 1 to 1000000000. When absent: n. */
      batchSize?: number;
      /** Count sampling noise. Whether the batches' own error counts in the score; the paper leaves it out. When absent: false. */
      includeSamplingNoise?: boolean;
    };

/** How much each iteration's noise adds to the final error of a quadratic, exactly, the budget shares that are best for it, and those that the bound would give. */
export interface ExactDivisionQuery {
  query: 'exact-division';
  /** Method. Whose iterates are looked at. */
  method: 'gradient-descent' | 'heavy-ball' | 'nesterov';
  /** Eigenvalues. The spectrum of the quadratic, 1 to 1000 positive numbers. Above 0. At most 1000. */
  eigenvalues: readonly number[];
  /** Starting point: x_0 - x*, one coordinate for each eigenvalue. At most 1000. */
  start: readonly number[];
  /** Step size: alpha, the same in every iteration. Above 0. */
  stepSize: number;
  /** Momentum: beta in [0, 1); gradient descent has none and ignores it. From 0 to 0.999999. When absent: 0. */
  momentum?: number;
  /** Iterations. T, the number of iterations. From 1 to 100000 steps. */
  iterations: number;
}

/** The rate against momentum, and the error bound against the number of iterations that share one budget: it falls, then rises. */
export interface Figure1Query {
  query: 'figure-1';
  /** Preset. Which form of the figure is drawn. */
  preset: 'paper-figure-1' | 'paper-text' | 'corrected';
  /** Step size: alpha; the figure has 0.1, 0.5 and 1, and L = 1. Above 0. */
  stepSize: number;
  /** Noise per iteration: c_w: a run of T iterations has noise of standard deviation T c_w, because its budget is spread over them; the figure has 1e-4 and 1e-2. From 0. */
  noisePerIteration: number;
  /** Iterations. T, the number of iterations. From 1 to 10000 steps. When absent: 250. */
  iterations?: number;
}

/** The best noise of every iteration of the multi-stage method, n epsilon b_t / S1, for mu = 1 and L = 20: a sawtooth. */
export interface Figure2Query {
  query: 'figure-2';
  /** Form. Which weights divide the noise. */
  form: 'formula-34' | 'published';
  /** Stages. K; the figure has 2, 3, 4 and 5. Each stage is about twice as long as the one before. From 1 to 12. */
  stages: number;
}

/** By how much an epoch of DP-SVRG contracts the expected gap, whether condition (4), A < 1/2, holds and what is missing if not; on request over a grid of step sizes and epoch lengths. */
export type SvrgContractionQuery =
  | {
      query: 'svrg-contraction';
      /** Variance lemma. How the variance of a step is bounded. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Strong convexity: mu of the regularized risk. Above 0. */
      strongConvexity: number;
      /** Smoothness. L of the loss, without the regularizer. Above 0. */
      smoothness: number;
      /** Step size: eta. Above 0. When absent: 1/(48 L), tight: 1/(24 L). */
      stepSize?: number;
      /** Inner steps: m, the length of an epoch. From 1. When absent: 200 L/mu, tight: 100 L/mu, rounded up. */
      innerIterations?: number;
      steps?: undefined;
      lengths?: undefined;
    }
  | {
      query: 'svrg-contraction';
      /** Variance lemma. How the variance of a step is bounded. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Strong convexity: mu of the regularized risk. Above 0. */
      strongConvexity: number;
      /** Smoothness. L of the loss, without the regularizer. Above 0. */
      smoothness: number;
      /** Step size: eta. Above 0. When absent: 1/(48 L), tight: 1/(24 L). */
      stepSize?: number;
      /** Inner steps: m, the length of an epoch. From 1. When absent: 200 L/mu, tight: 100 L/mu, rounded up. */
      innerIterations?: number;
      /** Step sizes: eta of the map's rows. Above 0. At most 40000. When absent: no map. */
      steps: readonly number[];
      /** Epoch lengths: m of the map's columns. From 1. At most 40000. When absent: no map. */
      lengths: readonly number[];
    };

/** What the theorem of one method promises: its steps, epochs or iterations, the noise and the bound after each of them. DP-SVRG and DP-SVRG++ are bounded with the noise of large batches; small ones need more. */
export type ErmBoundsQuery =
  | {
      query: 'erm-bounds';
      /** Method. Whose theorem is asked. */
      method: 'dp-svrg';
      /** Records: n, public. From 1 to 1000000000. */
      samples: number;
      /** Dimension: p. From 1 to 1000000. */
      dimension: number;
      /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
      lipschitz?: number;
      /** Smoothness. L of one record's loss. Above 0. When absent: 1. */
      smoothness?: number;
      /** Strong convexity: mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD. Above 0. When absent: none; DP-SVRG and dp-gd-pl need it. */
      strongConvexity: number;
      /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
      initialGap?: number;
      /** Distance. D >= |x_0 - x_*|, of DP-SVRG++. Above 0. When absent: 1. */
      distance?: number;
      /** Smoothness in the set's norm. L_C = L R^2. Above 0. When absent: none; DP-AccMD needs it. */
      gaugeSmoothness?: number;
      /** Bregman radius. Theta >= B(x_*, x_0). Above 0. When absent: none; DP-AccMD needs it. */
      bregmanRadius?: number;
      /** Squared width. W_C = E |b|^2 in the dual norm of the set. Above 0. When absent: none; DP-AccMD needs it. */
      dualNoise?: number;
      /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
      delta: number;
      /** Noise. How the noise is set. When absent: "tight". */
      noise?: 'tight' | 'zcdp' | 'paper';
      /** Variance lemma. Of DP-SVRG and DP-SVRG++. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Step size: eta; DP-AccMD has its own. Above 0. When absent: the theorem's. */
      stepSize?: number;
      /** Inner steps: m, the length of an epoch. From 1. When absent: the theorem's; 10 for DP-SVRG++. */
      innerIterations?: number;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. When absent: the least bound: epochs or iterations by the theorem. */
      iterations?: number;
    }
  | {
      query: 'erm-bounds';
      /** Method. Whose theorem is asked. */
      method: 'dp-svrg-pp';
      /** Records: n, public. From 1 to 1000000000. */
      samples: number;
      /** Dimension: p. From 1 to 1000000. */
      dimension: number;
      /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
      lipschitz?: number;
      /** Smoothness. L of one record's loss. Above 0. When absent: 1. */
      smoothness?: number;
      /** Strong convexity: mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD. Above 0. When absent: none; DP-SVRG and dp-gd-pl need it. */
      strongConvexity?: number;
      /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
      initialGap?: number;
      /** Distance. D >= |x_0 - x_*|, of DP-SVRG++. Above 0. When absent: 1. */
      distance?: number;
      /** Smoothness in the set's norm. L_C = L R^2. Above 0. When absent: none; DP-AccMD needs it. */
      gaugeSmoothness?: number;
      /** Bregman radius. Theta >= B(x_*, x_0). Above 0. When absent: none; DP-AccMD needs it. */
      bregmanRadius?: number;
      /** Squared width. W_C = E |b|^2 in the dual norm of the set. Above 0. When absent: none; DP-AccMD needs it. */
      dualNoise?: number;
      /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
      delta: number;
      /** Noise. How the noise is set. When absent: "tight". */
      noise?: 'tight' | 'zcdp' | 'paper';
      /** Variance lemma. Of DP-SVRG and DP-SVRG++. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Step size: eta; DP-AccMD has its own. Above 0. When absent: the theorem's. */
      stepSize?: number;
      /** Inner steps: m, the length of an epoch. From 1. When absent: the theorem's; 10 for DP-SVRG++. */
      innerIterations?: number;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. When absent: the least bound: epochs or iterations by the theorem. */
      iterations?: number;
    }
  | {
      query: 'erm-bounds';
      /** Method. Whose theorem is asked. */
      method: 'dp-accmd';
      /** Records: n, public. From 1 to 1000000000. */
      samples: number;
      /** Dimension: p. From 1 to 1000000. */
      dimension: number;
      /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
      lipschitz?: number;
      /** Smoothness. L of one record's loss. Above 0. When absent: 1. */
      smoothness?: number;
      /** Strong convexity: mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD. Above 0. When absent: none; DP-SVRG and dp-gd-pl need it. */
      strongConvexity?: number;
      /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
      initialGap?: number;
      /** Distance. D >= |x_0 - x_*|, of DP-SVRG++. Above 0. When absent: 1. */
      distance?: number;
      /** Smoothness in the set's norm. L_C = L R^2. Above 0. When absent: none; DP-AccMD needs it. */
      gaugeSmoothness: number;
      /** Bregman radius. Theta >= B(x_*, x_0). Above 0. When absent: none; DP-AccMD needs it. */
      bregmanRadius: number;
      /** Squared width. W_C = E |b|^2 in the dual norm of the set. Above 0. When absent: none; DP-AccMD needs it. */
      dualNoise: number;
      /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
      delta: number;
      /** Noise. How the noise is set. When absent: "tight". */
      noise?: 'tight' | 'zcdp' | 'paper';
      /** Variance lemma. Of DP-SVRG and DP-SVRG++. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      stepSize?: undefined;
      innerIterations?: undefined;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. When absent: the least bound: epochs or iterations by the theorem. */
      iterations?: number;
    }
  | {
      query: 'erm-bounds';
      /** Method. Whose theorem is asked. */
      method: 'dp-gd-pl';
      /** Records: n, public. From 1 to 1000000000. */
      samples: number;
      /** Dimension: p. From 1 to 1000000. */
      dimension: number;
      /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
      lipschitz?: number;
      /** Smoothness. L of one record's loss. Above 0. When absent: 1. */
      smoothness?: number;
      /** Strong convexity: mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD. Above 0. When absent: none; DP-SVRG and dp-gd-pl need it. */
      strongConvexity: number;
      /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
      initialGap?: number;
      /** Distance. D >= |x_0 - x_*|, of DP-SVRG++. Above 0. When absent: 1. */
      distance?: number;
      /** Smoothness in the set's norm. L_C = L R^2. Above 0. When absent: none; DP-AccMD needs it. */
      gaugeSmoothness?: number;
      /** Bregman radius. Theta >= B(x_*, x_0). Above 0. When absent: none; DP-AccMD needs it. */
      bregmanRadius?: number;
      /** Squared width. W_C = E |b|^2 in the dual norm of the set. Above 0. When absent: none; DP-AccMD needs it. */
      dualNoise?: number;
      /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
      delta: number;
      /** Noise. How the noise is set. When absent: "tight". */
      noise?: 'tight' | 'zcdp' | 'paper';
      /** Variance lemma. Of DP-SVRG and DP-SVRG++. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Step size: eta; DP-AccMD has its own. Above 0. When absent: the theorem's. */
      stepSize?: number;
      innerIterations?: undefined;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. When absent: the least bound: epochs or iterations by the theorem. */
      iterations?: number;
    }
  | {
      query: 'erm-bounds';
      /** Method. Whose theorem is asked. */
      method: 'dp-gd-nonconvex';
      /** Records: n, public. From 1 to 1000000000. */
      samples: number;
      /** Dimension: p. From 1 to 1000000. */
      dimension: number;
      /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
      lipschitz?: number;
      /** Smoothness. L of one record's loss. Above 0. When absent: 1. */
      smoothness?: number;
      /** Strong convexity: mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD. Above 0. When absent: none; DP-SVRG and dp-gd-pl need it. */
      strongConvexity?: number;
      /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
      initialGap?: number;
      /** Distance. D >= |x_0 - x_*|, of DP-SVRG++. Above 0. When absent: 1. */
      distance?: number;
      /** Smoothness in the set's norm. L_C = L R^2. Above 0. When absent: none; DP-AccMD needs it. */
      gaugeSmoothness?: number;
      /** Bregman radius. Theta >= B(x_*, x_0). Above 0. When absent: none; DP-AccMD needs it. */
      bregmanRadius?: number;
      /** Squared width. W_C = E |b|^2 in the dual norm of the set. Above 0. When absent: none; DP-AccMD needs it. */
      dualNoise?: number;
      /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
      epsilon: number;
      /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
      delta: number;
      /** Noise. How the noise is set. When absent: "tight". */
      noise?: 'tight' | 'zcdp' | 'paper';
      /** Variance lemma. Of DP-SVRG and DP-SVRG++. When absent: "paper". */
      lemma?: 'paper' | 'tight';
      /** Step size: eta; DP-AccMD has its own. Above 0. When absent: the theorem's. */
      stepSize?: number;
      innerIterations?: undefined;
      /** Iterations. T, the number of iterations. From 1 to 100000 steps. When absent: the least bound: epochs or iterations by the theorem. */
      iterations?: number;
    };

/** Utility and gradient complexity of the methods of five settings, as printed (constants and log(1/delta) left out, G = L = 1), filled with numbers; beside each setting what its own method costs when the accountant certifies it, and the bound that it then has, with all constants. */
export interface ComplexityTablesQuery {
  query: 'complexity-tables';
  /** Records: n, public. From 2 to 1000000000. */
  samples: number;
  /** Dimension: p. From 1 to 1000000. */
  dimension: number;
  /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
  epsilon: number;
  /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
  delta: number;
  /** Strong convexity: mu with L = 1, so that kappa = 1/mu; at most 1. Above 0. When absent: 0.01. */
  strongConvexity?: number;
  /** Gaussian width. G_C of the constraint set. Above 0. When absent: that of the l2 ball with the diameter given. */
  gaussianWidth?: number;
  /** Diameter. Of the constraint set in L2. Above 0. When absent: 2. */
  diameter?: number;
  /** Bregman radius. Theta of DP-AccMD. Above 0. When absent: 0.5. */
  bregmanRadius?: number;
  /** Regularization: lambda of objective perturbation. From 0. When absent: 0.01. */
  regularization?: number;
  /** Distance. |x_*|, the start at 0. Above 0. When absent: 1. */
  distance?: number;
  /** Initial gap. A guess of F(x_0) - F*. Above 0. When absent: 1. */
  initialGap?: number;
}

/** The noise that variance-reduced gradients need, by batch size: the least that the accountant proves, advanced composition, and the theorem's, with the conditions under which its proof holds and the epsilon that the accountant proves for it. */
export interface BatchNoiseQuery {
  query: 'batch-noise';
  /** Records: n, public. From 2 to 1000000000. */
  samples: number;
  /** Inner steps. N, over all epochs. From 1 to 1000000000. */
  innerSteps: number;
  /** Epsilon. The whole budget, replace-one neighbours. Above 0. */
  epsilon: number;
  /** Delta. Below 1; best far below 1/n. Above 0 to 0.999999. */
  delta: number;
  /** Gradient bound. G, the largest L2 norm of one record's gradient. Above 0. When absent: 1. */
  lipschitz?: number;
  /** Noise constant: c of the theorem's noise; 0 for the proven one. From 0. When absent: 0. */
  noiseConstant?: number;
  /** Batch sizes: b, 1 to 24 of them: records per inner step, drawn without replacement. From 1 to 1000000000. At most 24. */
  batchSizes: readonly number[];
}

/** How far standard Gaussian noise reaches in the directions of a set, by dimension: G_C and W_C = E ||b||^2 in the dual norm, with standard errors where they are estimated, and the set's radii. */
export interface GaussianWidthQuery {
  query: 'gaussian-width';
  /** Set. Whose width is asked. */
  set: 'l1-ball' | 'l2-ball' | 'linf-ball' | 'simplex' | 'group-ball' | 'lp-ball';
  /** Dimensions: p, 1 to 60 of them, ascending or not. From 1 to 1000000. At most 60. */
  dimensions: readonly number[];
  /** Radius. Of the balls; the simplex has none. Above 0. When absent: 1. */
  radius?: number;
  /** Group size. Coordinates in each group of the group ball. From 1 to 1000000. When absent: 10. */
  groupSize?: number;
  /** Exponent: a of the l_a ball, at most 2. Above 1 to 2. When absent: 1.5. */
  exponent?: number;
  /** Draws. Of an estimated width. From 2 to 100000. When absent: 4000. */
  draws?: number;
}

/** What KL Spider will do under the Kurdyka-Lojasiewicz condition with kappa <= 2: the target, steps, noise and cost of every round, how far it moves, and the gap that it promises; beside that what equal rounds promise, and the lower bound's rate. A start that is optimal, with a gap of 0, is returned and costs nothing. */
export interface KlSpiderPlanQuery {
  query: 'kl-spider-plan';
  /** KL exponent: kappa; 2 is the Polyak-Lojasiewicz inequality. From 1 to 2. */
  klExponent: number;
  /** KL constant: gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa. Above 0. */
  klConstant: number;
  /** Initial gap. F_0 >= F(w_0) - F*. From 0. */
  initialGap: number;
  /** Gradient bound. L_0, the largest L2 norm of one record's gradient. Above 0. */
  lipschitz: number;
  /** Dimension: d. From 1 to 1000000. */
  dimension: number;
  /** Failure probability: beta: promises hold with probability 1 - beta over the noise. Above 0 to 0.999999. When absent: 0.05. */
  failureProbability?: number;
  /** Neighbours. Which data sets count as neighbours; n is public. When absent: "replace-one". */
  neighbours?: 'replace-one' | 'zero-out';
  /** Records: n, public. From 1 to 1000000000. */
  samples: number;
  /** Rho. The zCDP budget of the whole run; what an epsilon and a delta allow is answered by the accountant. Above 0. */
  rho: number;
  /** Smoothness. L_1, of F and of every record's loss. Above 0. */
  smoothness: number;
  /** Smoothness of the risk. L_1 of F alone, which may be smaller. Above 0. When absent: smoothness. */
  riskSmoothness?: number;
  /** Mode. Whose constants. When absent: "accuracy-driven". */
  mode?: 'accuracy-driven' | 'paper-certified' | 'paper';
  /** Error fraction: e of mode accuracy-driven: by which share of the gradient that a round looks for its estimates may be wrong; below 1/2. Above 0 to 0.5. When absent: 0.125. */
  errorFraction?: number;
  /** Step fraction: s of mode accuracy-driven: steps are s / L_1 times that gradient long; below 2 (1 - 2 e). Above 0 to 2. When absent: 0.25. */
  stepFraction?: number;
  /** Most steps. A plan of more steps over all rounds is refused. From 1 to 1000000000. When absent: 10000000. */
  maxTotalSteps?: number;
}

/** The least zCDP budget, or the least number of records, for which KL Spider promises a gap: the one of rho and samples that is left out. 0, or 1, where the start already has the gap. */
export type KlTargetBudgetQuery =
  | {
      query: 'kl-target-budget';
      /** KL exponent: kappa; 2 is the Polyak-Lojasiewicz inequality. From 1 to 2. */
      klExponent: number;
      /** KL constant: gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa. Above 0. */
      klConstant: number;
      /** Initial gap. F_0 >= F(w_0) - F*. Above 0. */
      initialGap: number;
      /** Gradient bound. L_0, the largest L2 norm of one record's gradient. Above 0. */
      lipschitz: number;
      /** Dimension: d. From 1 to 1000000. */
      dimension: number;
      /** Failure probability: beta: promises hold with probability 1 - beta over the noise. Above 0 to 0.999999. When absent: 0.05. */
      failureProbability?: number;
      /** Neighbours. Which data sets count as neighbours; n is public. When absent: "replace-one". */
      neighbours?: 'replace-one' | 'zero-out';
      /** Smoothness. L_1, of F and of every record's loss. Above 0. */
      smoothness: number;
      /** Target gap. The gap that is to be promised. Above 0. */
      targetGap: number;
      samples?: undefined;
      /** Rho. The zCDP budget of the whole run; what an epsilon and a delta allow is answered by the accountant. Above 0. When absent: the answer. */
      rho: number;
      /** Most steps. A plan of more steps over all rounds is refused. From 1 to 1000000000. When absent: 10000000. */
      maxTotalSteps?: number;
    }
  | {
      query: 'kl-target-budget';
      /** KL exponent: kappa; 2 is the Polyak-Lojasiewicz inequality. From 1 to 2. */
      klExponent: number;
      /** KL constant: gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa. Above 0. */
      klConstant: number;
      /** Initial gap. F_0 >= F(w_0) - F*. Above 0. */
      initialGap: number;
      /** Gradient bound. L_0, the largest L2 norm of one record's gradient. Above 0. */
      lipschitz: number;
      /** Dimension: d. From 1 to 1000000. */
      dimension: number;
      /** Failure probability: beta: promises hold with probability 1 - beta over the noise. Above 0 to 0.999999. When absent: 0.05. */
      failureProbability?: number;
      /** Neighbours. Which data sets count as neighbours; n is public. When absent: "replace-one". */
      neighbours?: 'replace-one' | 'zero-out';
      /** Smoothness. L_1, of F and of every record's loss. Above 0. */
      smoothness: number;
      /** Target gap. The gap that is to be promised. Above 0. */
      targetGap: number;
      /** Records: n, public. From 1 to 1000000000. When absent: the answer. */
      samples: number;
      rho?: undefined;
      /** Most steps. A plan of more steps over all rounds is refused. From 1 to 1000000000. When absent: 10000000. */
      maxTotalSteps?: number;
    };

/** What the proximal point method will do under the Kurdyka-Lojasiewicz condition with kappa >= 2, where risks need not be smooth: targets and weights of its outer steps, the length and noise of its inner solver, and the gap that is proven. A gap of null is none: mode practical promises nothing, and the printed inner steps only a mean. */
export interface KlProximalPlanQuery {
  query: 'kl-proximal-plan';
  /** KL exponent: kappa; 2 is the Polyak-Lojasiewicz inequality. From 2. */
  klExponent: number;
  /** KL constant: gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa. Above 0. */
  klConstant: number;
  /** Initial gap. F_0 >= F(w_0) - F*. Above 0. */
  initialGap: number;
  /** Gradient bound. L_0, the largest L2 norm of one record's gradient. Above 0. */
  lipschitz: number;
  /** Dimension: d. From 1 to 1000000. */
  dimension: number;
  /** Failure probability: beta: promises hold with probability 1 - beta over the noise. Above 0 to 0.999999. When absent: 0.05. */
  failureProbability?: number;
  /** Neighbours. Which data sets count as neighbours; n is public. When absent: "replace-one". */
  neighbours?: 'replace-one' | 'zero-out';
  /** Records: n, public. From 1 to 1000000000. */
  samples: number;
  /** Rho. The zCDP budget of the whole run; what an epsilon and a delta allow is answered by the accountant. Above 0. */
  rho: number;
  /** Weak convexity: w with F + (w/2) ||x||^2 convex; any upper bound is valid, and 0 is for convex risks. From 0. */
  weakConvexity: number;
  /** Mode. How weights are set. When absent: "growing-weight". */
  mode?: 'growing-weight' | 'paper' | 'practical';
  /** Inner steps. Of the inner solver. When absent: linear-weight, in mode paper the paper's. */
  stepRule?: 'linear-weight' | 'paper';
  /** Inner noise. Of the inner solver. When absent: exact, in mode paper the paper's. */
  noise?: 'exact' | 'paper';
  /** Inner length. Of the inner solver. When absent: sufficient, in mode paper the paper's. */
  length?: 'sufficient' | 'paper';
  /** Most inner iterations. Cap on the inner solver's length; what is promised is what the shorter one reaches. From 2. When absent: 10000000. */
  maxInnerIterations?: number;
}

/** What noisy descent that knows neither gamma nor kappa reaches with probability 1 - beta: the largest of four gaps, by what ends the run; its noise and budget, what the printed version costs, and the expected gap of descent with a fixed noise. */
export interface KlAdaptiveBoundQuery {
  query: 'kl-adaptive-bound';
  /** KL exponent: kappa; 2 is the Polyak-Lojasiewicz inequality. From 1 to 2. */
  klExponent: number;
  /** KL constant: gamma in F(w) - F* <= (gamma ||grad F(w)||)^kappa. Above 0. */
  klConstant: number;
  /** Initial gap. F_0 >= F(w_0) - F*. Above 0. */
  initialGap: number;
  /** Gradient bound. L_0, the largest L2 norm of one record's gradient. Above 0. */
  lipschitz: number;
  /** Dimension: d. From 1 to 1000000. */
  dimension: number;
  /** Failure probability: beta: promises hold with probability 1 - beta over the noise. Above 0 to 0.999999. When absent: 0.05. */
  failureProbability?: number;
  /** Neighbours. Which data sets count as neighbours; n is public. When absent: "replace-one". */
  neighbours?: 'replace-one' | 'zero-out';
  /** Records: n, public. From 1 to 1000000000. */
  samples: number;
  /** Rho. The zCDP budget of the whole run; what an epsilon and a delta allow is answered by the accountant. Above 0. */
  rho: number;
  /** Smoothness. L_1, of F and of every record's loss. Above 0. */
  smoothness: number;
  /** Most norm queries: m: how many noisy norms of gradients the budget is shared by; 0: as many as sqrt(rho) / n each allow. From 0 to 1000000000. When absent: 0. */
  maxNormQueries?: number;
  /** Output. Which point is returned. When absent: "last-certified". */
  output?: 'last-certified' | 'after-final-step';
}

/** The Kurdyka-Lojasiewicz condition from and to the Polyak-Lojasiewicz inequality, Lojasiewicz's exponent and growth, with a smaller exponent, and what it says of the start: how far the minimizers are at most, and how smooth the risk must be at least. */
export type KlConversionsQuery =
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'kl' | 'lojasiewicz' | 'plain' | 'growth';
      /** Constant. Of that form. Above 0. */
      constant: number;
      /** Exponent. Of that form. Above 0. When absent: none; pl has none. */
      exponent: number;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap?: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz?: number;
      weakerExponent?: undefined;
    }
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'kl' | 'lojasiewicz' | 'plain' | 'growth';
      /** Constant. Of that form. Above 0. */
      constant: number;
      /** Exponent. Of that form. Above 0. When absent: none; pl has none. */
      exponent: number;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap?: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz: number;
      /** Weaker exponent. Asks for the constant with a smaller exponent. Above 0. When absent: no weaker condition. */
      weakerExponent: number;
    }
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'pl';
      /** Constant. Of that form. Above 0. */
      constant: number;
      exponent?: undefined;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap?: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz?: number;
      weakerExponent?: undefined;
    }
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'pl';
      /** Constant. Of that form. Above 0. */
      constant: number;
      exponent?: undefined;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap?: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz: number;
      /** Weaker exponent. Asks for the constant with a smaller exponent. Above 0. When absent: no weaker condition. */
      weakerExponent: number;
    }
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'sharp';
      /** Constant. Of that form. Above 0. */
      constant: number;
      /** Exponent. Of that form. Above 0. When absent: none; pl has none. */
      exponent: number;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz?: number;
      weakerExponent?: undefined;
    }
  | {
      query: 'kl-conversions';
      /** Form. How the condition is given. */
      form: 'sharp';
      /** Constant. Of that form. Above 0. */
      constant: number;
      /** Exponent. Of that form. Above 0. When absent: none; pl has none. */
      exponent: number;
      /** Initial gap. F_0, for distances. Above 0. When absent: not known. */
      initialGap: number;
      /** Gradient bound. L_0 >= ||grad F||. Above 0. When absent: not known. */
      lipschitz: number;
      /** Weaker exponent. Asks for the constant with a smaller exponent. Above 0. When absent: no weaker condition. */
      weakerExponent: number;
    };

/** What releasing certified solutions will do: the records, weights, sensitivity and noise of every phase, the bound on the error that follows for this noise, the paper's theorem where it holds, or why it does not, and the bounds of the other schedules and of one release. startBound is what staying at the start errs by at most. expectedAccuracy is the gap that the paper asks of a solver that nothing certifies, epochs how many SVRG takes to it. */
export interface CertifiedPlanQuery {
  query: 'certified-plan';
  /** Method. What is solved and released. */
  method:
    | 'strongly-convex'
    | 'convex'
    | 'strongly-convex-concave'
    | 'convex-concave'
    | 'convex-concave-dual'
    | 'strongly-concave'
    | 'strongly-convex-dual';
  /** Records: n, public. From 2 to 1000000000. */
  samples: number;
  /** Dimension: d; d_x. From 1 to 1000000. */
  dimension: number;
  /** Dimension of y: d_y of a saddle problem. From 1 to 1000000. When absent: dimension. */
  dualDimension?: number;
  /** Gradient bound. L, the largest L2 norm of one record's gradient in x and y together. Above 0. */
  lipschitz: number;
  /** Gradients' difference. By how far two records' gradients are apart at most. Above 0. When absent: 2 lipschitz. */
  difference?: number;
  /** Smoothness: l, which the theorems for strong convexity read. Above 0. */
  smoothness?: number;
  /** Strong convexity: mu_x of Algorithms 1 and 3. Above 0. */
  strongConvexity?: number;
  /** Strong concavity: mu_y. Above 0. */
  strongConcavity?: number;
  /** Distance. D: how far the solution may be from the start; phases need it. Above 0. */
  domainRadius?: number;
  /** Distance of y. D_y. Above 0. When absent: domainRadius. */
  dualRadius?: number;
  /** Noise. How it is calibrated. When absent: "analytic". */
  noise?: 'analytic' | 'classic' | 'zcdp' | 'paper';
  /** Epsilon. Of everything that is released. Above 0. */
  epsilon: number;
  /** Delta. Of everything that is released; below 1. Above 0. */
  delta: number;
  /** Schedule. How records are divided among the phases. When absent: "equal". */
  schedule?: 'equal' | 'balanced' | 'geometric';
  /** Phases. K. From 1 to 64. When absent: about log2 of samples. */
  phases?: number;
  /** Base regularization. The rule for mu. When absent: "derived". */
  regularization?: 'derived' | 'paper';
  /** Scale. A public factor of mu. Above 0. When absent: 1. */
  regularizationScale?: number;
  /** Tolerance: rho: certified distance over the paper's; at most 1. Above 0. When absent: 0.01, as printed 0.5. */
  toleranceRatio?: number;
}

/** How many gradients of single components each solver is expected to take, up to a constant factor of its own; null where nobody knows. */
export interface SolverComplexityQuery {
  query: 'solver-complexity';
  /** Components: m, of the sum. From 1 to 1000000000. */
  components: number;
  /** Smoothness: l, of every component; with a coupling, in x alone and in y alone. Above 0. */
  smoothness: number;
  /** Strong convexity: lambda; lambda_x of a saddle problem. Above 0. */
  weight: number;
  /** Strong concavity: lambda_y; without it the problem is a minimization. Above 0. */
  dualWeight?: number;
  /** Coupling: l_xy of a saddle problem. Above 0. When absent: part of smoothness. */
  coupling?: number;
  /** Accuracy. Demanded over first distance to the solution; below 1. Above 0 to 1. When absent: 0.00001. */
  accuracy?: number;
}

/** How gradients at averages of drawn vertices are misled, by how many are drawn: where Algorithm 1 comes to rest, bias and mean square beside their bounds; and of the bias-reduced gradients of Algorithm 2 by their largest level. All exact, by sums over binomial laws. */
export interface BiasVarianceQuery {
  query: 'bias-variance';
  /** Function. The loss as a function of one coordinate u. When absent: "exponential". */
  function?: 'exponential' | 'kinked' | 'quadratic';
  /** Curvature: b: the largest second derivative, L_1. From 0.01 to 1000. When absent: 5. */
  curvature?: number;
  /** Minimizer: p, where the loss is least. From 0 to 1. When absent: 0.8. */
  minimizer?: number;
  /** Weight. The coordinate of the point at whose drawn vertices gradients are taken: the probability of its vertex. From 0 to 1. When absent: the minimizer. */
  weight?: number;
  /** Vertices: d of each simplex; bounds alone depend on it. From 2 to 1000000. When absent: 16. */
  vertices?: number;
  /** Largest level. The largest M; up to 2^(M+1) vertices are averaged. From 0 to 14. When absent: 10. */
  maxLevel?: number;
}

/** Parameters of bias-reduced mirror descent, and the public levels that a seed gives: how often each, how many steps and records, and what each block costs beside what any levels may cost; over many seeds, how many steps and records there are. */
export interface LevelScheduleQuery {
  query: 'level-schedule';
  /** Records: n. From 1 to 1000000000. */
  samples: number;
  /** Epsilon. Of the whole run. Above 0. When absent: 1. */
  epsilon?: number;
  /** Delta. Of the whole run, below 1. Above 0. When absent: 0.000001. */
  delta?: number;
  /** Vertices of x: d_x. From 2 to 1000000. When absent: 16. */
  primalVertices?: number;
  /** Vertices of y: d_y. From 2 to 1000000. When absent: 16. */
  dualVertices?: number;
  /** Largest derivative. L_0: the largest partial derivative of a record's loss. From 0.000001 to 1000000. When absent: 1. */
  lipschitz?: number;
  /** Largest second derivative. L_1. From 0 to 1000000. When absent: 1. */
  smoothness?: number;
  /** Largest third derivative. L_2. From 0 to 1000000. When absent: 1. */
  hessianLipschitz?: number;
  /** Moment factor. Scales C, the second moment, whose constant the theorem leaves open. From 0.000001 to 1000000. When absent: 1. */
  momentFactor?: number;
  /** Level budget. U: no sum of 2^N over the steps passes it. From 1. When absent: min(n sqrt(kappa C) / (2 sqrt(l) L_0), n / 2). */
  levelBudget?: number;
  /** Largest level. M. From 0 to 50. When absent: the largest with 4^M <= U. */
  maxLevel?: number;
  /** Batch divisor: alpha: a step of level N gets 2^N / alpha records, rounded up. Above 0. When absent: the theorem's; 2 U / n where U is given. */
  batchDivisor?: number;
  /** Bias reduction. What the parameters rest on. When absent: "second-order". */
  biasReduction?: 'second-order' | 'first-order';
  /** Estimator. What a gradient's difference is taken from. When absent: "plain". */
  estimator?: 'plain' | 'antithetic';
  /** Calibration. For which levels the step size is private. When absent: "zcdp-schedule". */
  calibration?: 'zcdp-schedule' | 'zcdp' | 'paper';
  /** Seed. Of the schedule that is shown. From 1. When absent: 1. */
  seed?: number;
  /** Seeds. Schedules that are drawn: of this seed and those after it. From 1 to 2000. When absent: 200. */
  seeds?: number;
}

/** The fields of every question about the theory, by its name. */
export interface TheoryQueries {
  'quadratic-lab': QuadraticLabQuery;
  'stability-map': StabilityMapQuery;
  'lmi-certificate': LmiCertificateQuery;
  horizon: HorizonQuery;
  'exact-division': ExactDivisionQuery;
  'figure-1': Figure1Query;
  'figure-2': Figure2Query;
  'svrg-contraction': SvrgContractionQuery;
  'erm-bounds': ErmBoundsQuery;
  'complexity-tables': ComplexityTablesQuery;
  'batch-noise': BatchNoiseQuery;
  'gaussian-width': GaussianWidthQuery;
  'kl-spider-plan': KlSpiderPlanQuery;
  'kl-target-budget': KlTargetBudgetQuery;
  'kl-proximal-plan': KlProximalPlanQuery;
  'kl-adaptive-bound': KlAdaptiveBoundQuery;
  'kl-conversions': KlConversionsQuery;
  'certified-plan': CertifiedPlanQuery;
  'solver-complexity': SolverComplexityQuery;
  'bias-variance': BiasVarianceQuery;
  'level-schedule': LevelScheduleQuery;
}

/** Its value is epsilon of Gaussian releases. */
export type GaussianEpsilonQuery =
  | {
      query: 'gaussian-epsilon';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'pld';
      /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
      noiseMultiplier: number;
      orders?: undefined;
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    }
  | {
      query: 'gaussian-epsilon';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant: 'rdp';
      /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
      noiseMultiplier: number;
      /** Orders: the only Renyi orders to try. Above 1. */
      orders?: number | readonly number[];
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    };

/** Its value is delta of Gaussian releases. */
export type GaussianDeltaQuery =
  | {
      query: 'gaussian-delta';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'pld';
      /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
      noiseMultiplier: number;
      /** Epsilon: the target. */
      epsilon: number;
      orders?: undefined;
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    }
  | {
      query: 'gaussian-delta';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant: 'rdp';
      /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
      noiseMultiplier: number;
      /** Epsilon: the target. */
      epsilon: number;
      /** Orders: the only Renyi orders to try. Above 1. */
      orders?: number | readonly number[];
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    };

/** Its value is the smallest noise multiplier. */
export type GaussianNoiseQuery =
  | {
      query: 'gaussian-noise';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'pld';
      /** Epsilon: the target. */
      epsilon: number;
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    }
  | {
      query: 'gaussian-noise';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant: 'rdp';
      /** Epsilon: the target. */
      epsilon: number;
      /** Direction: which data set has the record. */
      direction?: 'remove' | 'add' | 'worst';
    };

/** Its value is Renyi DP of sampled Gaussian releases. */
export interface RdpSampledGaussianQuery {
  query: 'rdp-sampled-gaussian';
  /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
  noiseMultiplier: number;
  /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
  samplingRate?: number;
  /** Order: the Renyi order alpha. Above 1 to 1000000000. */
  order: number;
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** Direction: which data set has the record. When absent: worst. */
  direction?: 'worst' | 'remove' | 'add' | 'exchanged';
}

/** Its value is epsilon. */
export interface ZcdpToEpsilonQuery {
  query: 'zcdp-to-epsilon';
  /** Rho: the zCDP budget. From 0. */
  rho: number;
  /** Delta: the target. Above 0 to 1. */
  delta: number;
  /** Conversion: the theorem. When absent: optimal. */
  conversion?: 'standard' | 'optimal' | 'gaussian';
}

/** Its value is delta. */
export interface ZcdpToDeltaQuery {
  query: 'zcdp-to-delta';
  /** Rho: the zCDP budget. From 0. */
  rho: number;
  /** Epsilon: the target. From 0. */
  epsilon: number;
  /** Conversion: the theorem. When absent: optimal. */
  conversion?: 'standard' | 'optimal' | 'gaussian';
}

/** Its value is rho. */
export interface ZcdpToRhoQuery {
  query: 'zcdp-to-rho';
  /** Delta: the target. Above 0 to 1. */
  delta: number;
  /** Epsilon: the target. From 0. */
  epsilon: number;
  /** Conversion: the theorem. When absent: optimal. */
  conversion?: 'standard' | 'optimal' | 'gaussian';
}

/** Its value is epsilon of Laplace releases. */
export interface LaplaceEpsilonQuery {
  query: 'laplace-epsilon';
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
  samplingRate?: number;
  /** Sampling: how batches are drawn. When absent: poisson. */
  sampling?: 'poisson' | 'without-replacement';
  /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
  neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
  /** Delta: the target. From 0 to 1. */
  delta?: number;
  /** Accountant: what adds the releases up. When absent: the tightest. */
  accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
  /** Scale: b: the mean size of the noise. Above 0. */
  scale: number;
  /** Sensitivity. L1 sensitivity. Above 0. When absent: 1. */
  sensitivity?: number;
}

/** Its value is delta of Laplace releases. */
export interface LaplaceDeltaQuery {
  query: 'laplace-delta';
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
  samplingRate?: number;
  /** Sampling: how batches are drawn. When absent: poisson. */
  sampling?: 'poisson' | 'without-replacement';
  /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
  neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
  /** Accountant: what adds the releases up. When absent: the tightest. */
  accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
  /** Scale: b: the mean size of the noise. Above 0. */
  scale: number;
  /** Sensitivity. L1 sensitivity. Above 0. When absent: 1. */
  sensitivity?: number;
  /** Epsilon: the target. */
  epsilon: number;
}

/** Its value is the smallest scale. */
export interface LaplaceNoiseQuery {
  query: 'laplace-noise';
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
  samplingRate?: number;
  /** Sampling: how batches are drawn. When absent: poisson. */
  sampling?: 'poisson' | 'without-replacement';
  /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
  neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
  /** Delta: the target. From 0 to 1. */
  delta?: number;
  /** Accountant: what adds the releases up. When absent: the tightest. */
  accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
  /** Sensitivity. L1 sensitivity. Above 0. When absent: 1. */
  sensitivity?: number;
  /** Epsilon: the target. */
  epsilon: number;
}

/** Its value is epsilon of everything together. */
export type ComposeQuery =
  | {
      query: 'compose';
      /** Mechanisms: what is released. */
      mechanisms: readonly {
        /** Epsilon: of one release. From 0. */
        epsilon: number;
        /** Delta: of one release. From 0 to 0.9999999999999999. When absent: 0. */
        delta?: number;
        /** Count: how many such releases. From 1. When absent: 1. */
        count?: number;
      }[];
      delta?: undefined;
      /** Total delta: delta of everything together. From 0 to 0.9999999999999999. */
      totalDelta?: number;
      /** Method: the composition theorem. When absent: optimal for equal mechanisms, else advanced. */
      method?: 'basic' | 'advanced' | 'optimal' | 'classical' | 'parallel';
    }
  | {
      query: 'compose';
      /** Mechanisms: what is released. */
      mechanisms: readonly {
        /** Epsilon: of one release. From 0. */
        epsilon: number;
        /** Delta: of one release. From 0 to 0.9999999999999999. When absent: 0. */
        delta?: number;
        /** Count: how many such releases. From 1. When absent: 1. */
        count?: number;
      }[];
      /** Delta: slack beyond the releases' own deltas. From 0 to 0.9999999999999999. When absent: 0. */
      delta: number;
      totalDelta?: undefined;
      /** Method: the composition theorem. When absent: optimal for equal mechanisms, else advanced. */
      method?: 'basic' | 'advanced' | 'optimal' | 'classical' | 'parallel';
    };

/** Its value is the largest epsilon of one release. */
export type ComposeInverseQuery =
  | {
      query: 'compose-inverse';
      /** Mechanisms: what is released. */
      mechanisms: readonly {
        /** Delta: of one release. From 0 to 0.9999999999999999. When absent: 0. */
        delta?: number;
        /** Count: how many such releases. From 1. When absent: 1. */
        count?: number;
      }[];
      delta?: undefined;
      /** Total delta: delta of everything together. From 0 to 0.9999999999999999. */
      totalDelta?: number;
      /** Total epsilon: the target of compose-inverse. Above 0. */
      totalEpsilon: number;
      /** Method: the composition theorem. When absent: optimal for equal mechanisms, else advanced. */
      method?: 'basic' | 'advanced' | 'optimal' | 'classical' | 'parallel';
    }
  | {
      query: 'compose-inverse';
      /** Mechanisms: what is released. */
      mechanisms: readonly {
        /** Delta: of one release. From 0 to 0.9999999999999999. When absent: 0. */
        delta?: number;
        /** Count: how many such releases. From 1. When absent: 1. */
        count?: number;
      }[];
      /** Delta: slack beyond the releases' own deltas. From 0 to 0.9999999999999999. When absent: 0. */
      delta: number;
      totalDelta?: undefined;
      /** Total epsilon: the target of compose-inverse. Above 0. */
      totalEpsilon: number;
      /** Method: the composition theorem. When absent: optimal for equal mechanisms, else advanced. */
      method?: 'basic' | 'advanced' | 'optimal' | 'classical' | 'parallel';
    };

/** Its value is epsilon of noisy choices. */
export type ExponentialEpsilonQuery =
  | {
      query: 'exponential-epsilon';
      /** Sensitivity: most that one record changes a score. Above 0. When absent: 1. */
      sensitivity?: number;
      /** Score scale: s in P(j) proportional to e^(s score(j)). Above 0. */
      scoreScale: number;
      epsilonPerDraw?: undefined;
      /** Draws: number of selections. From 1. When absent: 1. */
      draws?: number;
      /** Delta: the target. From 0 to 1. When absent: 0. */
      delta?: number;
      /** Accountant: what adds the draws up. When absent: the tightest. */
      accountant?: 'pure' | 'zcdp' | 'rdp' | 'pld';
    }
  | {
      query: 'exponential-epsilon';
      sensitivity?: undefined;
      scoreScale?: undefined;
      /** Epsilon per draw: the range of one draw's privacy loss. Above 0. */
      epsilonPerDraw: number;
      /** Draws: number of selections. From 1. When absent: 1. */
      draws?: number;
      /** Delta: the target. From 0 to 1. When absent: 0. */
      delta?: number;
      /** Accountant: what adds the draws up. When absent: the tightest. */
      accountant?: 'pure' | 'zcdp' | 'rdp' | 'pld';
    };

/** Its value is the least noise, most steps, largest rate or smallest n that meets the target. */
export type CalibrateQuery =
  | {
      query: 'calibrate';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta?: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
      /** Find: what to choose. */
      find: 'noiseMultiplier';
      /** Mechanism: the noise. When absent: gaussian. */
      mechanism?: 'gaussian' | 'laplace';
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      noiseMultiplier?: undefined;
      batchSize?: undefined;
    }
  | {
      query: 'calibrate';
      steps?: undefined;
      /** Sampling rate: fraction of the records in a batch. From 0 to 1. When absent: 1. */
      samplingRate?: number;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta?: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
      /** Find: what to choose. */
      find: 'steps';
      /** Mechanism: the noise. When absent: gaussian. */
      mechanism?: 'gaussian' | 'laplace';
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      /** Noise multiplier: noise over sensitivity. Above 0. */
      noiseMultiplier: number;
      batchSize?: undefined;
    }
  | {
      query: 'calibrate';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      samplingRate?: undefined;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta?: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
      /** Find: what to choose. */
      find: 'samplingRate';
      /** Mechanism: the noise. When absent: gaussian. */
      mechanism?: 'gaussian' | 'laplace';
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      /** Noise multiplier: noise over sensitivity. Above 0. */
      noiseMultiplier: number;
      batchSize?: undefined;
    }
  | {
      query: 'calibrate';
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      samplingRate?: undefined;
      /** Sampling: how batches are drawn. When absent: poisson. */
      sampling?: 'poisson' | 'without-replacement';
      /** Neighbours: the neighbouring relation. When absent: add-remove; replace-one without replacement. */
      neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
      /** Delta: the target. From 0 to 1. */
      delta?: number;
      /** Accountant: what adds the releases up. When absent: the tightest. */
      accountant?: 'pure' | 'analytic' | 'zcdp' | 'rdp' | 'pld';
      /** Find: what to choose. */
      find: 'samples';
      /** Mechanism: the noise. When absent: gaussian. */
      mechanism?: 'gaussian' | 'laplace';
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      /** Noise multiplier: noise over sensitivity. Above 0. */
      noiseMultiplier: number;
      /** Batch size: records in a batch, for samples. From 1. */
      batchSize: number;
    };

/** Its value is Renyi DP at the order. */
export type RdpMechanismQuery =
  | {
      query: 'rdp-mechanism';
      /** Mechanism: what is released. */
      mechanism: 'gaussian' | 'discrete-gaussian';
      /** Order: the Renyi order alpha. From 1 to 1000000000. */
      order: number;
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Noise multiplier: sigma over the L2 sensitivity. Above 0. */
      noiseMultiplier: number;
      /** Epsilon: pure DP of one release. Above 0 to 1000000. */
      epsilon?: number;
      /** Rho: zCDP of one release. From 0. */
      rho?: number;
      /** Xi: constant part of (xi, rho)-zCDP. From 0. When absent: 0. */
      xi?: number;
      /** Noise: probability of a uniform answer. Above 0 to 1. */
      noise?: number;
      /** Categories: number of answers. From 2. When absent: 2. */
      categories?: number;
      /** Sensitivity: of the integer query. From 1 to 1000000. When absent: 1. */
      sensitivity?: number;
      /** Replace: what one record becomes. When absent: one. */
      replace?: 'one' | 'special';
    }
  | {
      query: 'rdp-mechanism';
      /** Mechanism: what is released. */
      mechanism: 'laplace' | 'discrete-laplace' | 'exponential' | 'permute-and-flip' | 'pure';
      /** Order: the Renyi order alpha. From 1 to 1000000000. */
      order: number;
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Noise multiplier: sigma over the L2 sensitivity. Above 0. */
      noiseMultiplier?: number;
      /** Epsilon: pure DP of one release. Above 0 to 1000000. */
      epsilon: number;
      /** Rho: zCDP of one release. From 0. */
      rho?: number;
      /** Xi: constant part of (xi, rho)-zCDP. From 0. When absent: 0. */
      xi?: number;
      /** Noise: probability of a uniform answer. Above 0 to 1. */
      noise?: number;
      /** Categories: number of answers. From 2. When absent: 2. */
      categories?: number;
      /** Sensitivity: of the integer query. From 1 to 1000000. When absent: 1. */
      sensitivity?: number;
      /** Replace: what one record becomes. When absent: one. */
      replace?: 'one' | 'special';
    }
  | {
      query: 'rdp-mechanism';
      /** Mechanism: what is released. */
      mechanism: 'randomized-response';
      /** Order: the Renyi order alpha. From 1 to 1000000000. */
      order: number;
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Noise multiplier: sigma over the L2 sensitivity. Above 0. */
      noiseMultiplier?: number;
      /** Epsilon: pure DP of one release. Above 0 to 1000000. */
      epsilon?: number;
      /** Rho: zCDP of one release. From 0. */
      rho?: number;
      /** Xi: constant part of (xi, rho)-zCDP. From 0. When absent: 0. */
      xi?: number;
      /** Noise: probability of a uniform answer. Above 0 to 1. */
      noise: number;
      /** Categories: number of answers. From 2. When absent: 2. */
      categories?: number;
      /** Sensitivity: of the integer query. From 1 to 1000000. When absent: 1. */
      sensitivity?: number;
      /** Replace: what one record becomes. When absent: one. */
      replace?: 'one' | 'special';
    }
  | {
      query: 'rdp-mechanism';
      /** Mechanism: what is released. */
      mechanism: 'zcdp';
      /** Order: the Renyi order alpha. From 1 to 1000000000. */
      order: number;
      /** Steps: number of releases. From 1. When absent: 1. */
      steps?: number;
      /** Noise multiplier: sigma over the L2 sensitivity. Above 0. */
      noiseMultiplier?: number;
      /** Epsilon: pure DP of one release. Above 0 to 1000000. */
      epsilon?: number;
      /** Rho: zCDP of one release. From 0. */
      rho: number;
      /** Xi: constant part of (xi, rho)-zCDP. From 0. When absent: 0. */
      xi?: number;
      /** Noise: probability of a uniform answer. Above 0 to 1. */
      noise?: number;
      /** Categories: number of answers. From 2. When absent: 2. */
      categories?: number;
      /** Sensitivity: of the integer query. From 1 to 1000000. When absent: 1. */
      sensitivity?: number;
      /** Replace: what one record becomes. When absent: one. */
      replace?: 'one' | 'special';
    };

/** Its value is epsilon, the best over the orders. */
export interface RdpToEpsilonQuery {
  query: 'rdp-to-epsilon';
  /** Orders. Renyi orders. Above 1. */
  orders: number | readonly number[];
  /** Divergences: the Renyi divergence at each order. From 0. */
  divergences: number | readonly number[];
  /** Delta: the target. Above 0 to 1. */
  delta: number;
}

/** Its value is delta, the best over the orders. */
export interface RdpToDeltaQuery {
  query: 'rdp-to-delta';
  /** Orders. Renyi orders. Above 1. */
  orders: number | readonly number[];
  /** Divergences: the Renyi divergence at each order. From 0. */
  divergences: number | readonly number[];
  /** Epsilon: the target. From 0. */
  epsilon: number;
}

/** Its value is what was spent in the end. */
export type FilterQuery =
  | {
      query: 'filter';
      /** Notion: what is added up. */
      notion: 'pure';
      /** Epsilon: the cap of pure and approximate. Above 0. */
      epsilon: number;
      rho?: undefined;
      slack?: undefined;
      delta?: undefined;
      /** Requests: epsilon or rho of each request, in order. From 0. */
      requests: number | readonly number[];
      requestDeltas?: undefined;
    }
  | {
      query: 'filter';
      /** Notion: what is added up. */
      notion: 'zcdp';
      epsilon?: undefined;
      /** Rho: the cap of zcdp. Above 0. */
      rho: number;
      slack?: undefined;
      delta?: undefined;
      /** Requests: epsilon or rho of each request, in order. From 0. */
      requests: number | readonly number[];
      requestDeltas?: undefined;
    }
  | {
      query: 'filter';
      /** Notion: what is added up. */
      notion: 'approximate';
      /** Epsilon: the cap of pure and approximate. Above 0. */
      epsilon: number;
      rho?: undefined;
      /** Slack: delta' of approximate. Above 0 to 1. */
      slack?: number;
      /** Delta: cap on the sum of deltas of approximate. From 0 to 1. When absent: 0. */
      delta?: number;
      /** Requests: epsilon or rho of each request, in order. From 0. */
      requests: number | readonly number[];
      /** Request deltas: delta of each request. From 0. When absent: 0 each. */
      requestDeltas?: number | readonly number[];
    };

/** Its value is epsilon of variance-reduced gradients. */
export interface VarianceReducedEpsilonQuery {
  query: 'variance-reduced-epsilon';
  /** Samples: n, public. From 1. */
  samples: number;
  /** Batch size: b, records in a batch. From 1. */
  batchSize: number;
  /** Steps. N, all inner steps. From 1. */
  steps: number;
  /** Anchored steps: steps whose point is the anchor. From 0. When absent: 0. */
  anchoredSteps?: number;
  /** Delta: the target, well below 1/n. Above 0 to 1. */
  delta: number;
  /** Noise: standard deviation over G. Above 0. */
  noise: number;
}

/** Its value is the least noise over G. */
export type VarianceReducedNoiseQuery =
  | {
      query: 'variance-reduced-noise';
      /** Samples: n, public. From 1. */
      samples: number;
      /** Batch size: b, records in a batch. From 1. */
      batchSize: number;
      /** Steps. N, all inner steps. From 1. */
      steps: number;
      /** Anchored steps: steps whose point is the anchor. From 0. When absent: 0. */
      anchoredSteps?: number;
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      /** Delta: the target, well below 1/n. Above 0 to 1. */
      delta: number;
      /** Calibration: whose noise. When absent: tight. */
      calibration?: 'tight' | 'advanced';
      noiseConstant?: undefined;
    }
  | {
      query: 'variance-reduced-noise';
      /** Samples: n, public. From 1. */
      samples: number;
      /** Batch size: b, records in a batch. From 1. */
      batchSize: number;
      /** Steps. N, all inner steps. From 1. */
      steps: number;
      /** Anchored steps: steps whose point is the anchor. From 0. When absent: 0. */
      anchoredSteps?: number;
      /** Epsilon: the target. Above 0. */
      epsilon: number;
      /** Delta: the target, well below 1/n. Above 0 to 1. */
      delta: number;
      /** Calibration: whose noise. When absent: tight. */
      calibration: 'paper';
      /** Noise constant: c of the calibration "paper". Above 0. */
      noiseConstant?: number;
    };

/** Its value is the smallest batch whose noise is within 15 % of the least. */
export interface VarianceReducedBatchQuery {
  query: 'variance-reduced-batch';
  /** Samples: n, public. From 1. */
  samples: number;
  /** Steps. N, all inner steps. From 1. */
  steps: number;
  /** Epsilon: the target. Above 0. */
  epsilon: number;
  /** Delta: the target, well below 1/n. Above 0 to 1. */
  delta: number;
}

/** Its value is the true-positive rate of the best test. */
export interface GaussianTradeOffQuery {
  query: 'gaussian-trade-off';
  /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
  noiseMultiplier: number;
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** False positive rate: of the test. Above 0 to 1. */
  falsePositiveRate: number;
}

/** Its value is epsilon by the central limit, which is no guarantee. */
export interface GdpCltQuery {
  query: 'gdp-clt';
  /** Noise multiplier: standard deviation over L2 sensitivity. Above 0. */
  noiseMultiplier: number;
  /** Steps: number of releases. From 1. When absent: 1. */
  steps?: number;
  /** Sampling rate: fraction of the records in a batch. From 0 to 1. */
  samplingRate: number;
  /** Delta: the target. Above 0 to 1. */
  delta: number;
}

/** Its value is pure epsilon of repeating and selecting. */
export interface PrivateSelectionQuery {
  query: 'private-selection';
  /** Epsilon: of one repetition. Above 0. */
  epsilon: number;
  /** Shape: eta of the number of repetitions. From -1. */
  shape: number;
}

/** Its value is delta of a truncated discrete Gaussian. */
export interface DiscreteGaussianDeltaQuery {
  query: 'discrete-gaussian-delta';
  /** Sigma: parameter of the discrete Gaussian. Above 0. */
  sigma: number;
  /** Truncation: largest size of the noise. From 1 to 1000000. */
  truncation: number;
  /** Sensitivity: of the integer query. From 1 to 1000000. When absent: 1. */
  sensitivity?: number;
  /** Epsilon: the target. */
  epsilon: number;
}

/** Its value is the standard deviation of a truncated discrete Gaussian. */
export interface DiscreteGaussianDeviationQuery {
  query: 'discrete-gaussian-deviation';
  /** Sigma: parameter of the discrete Gaussian. Above 0. */
  sigma: number;
  /** Truncation: largest size of the noise. From 1 to 1000000. */
  truncation: number;
}

/** The fields of every question to the accountants, by its name. */
export interface AccountQueries {
  'gaussian-epsilon': GaussianEpsilonQuery;
  'gaussian-delta': GaussianDeltaQuery;
  'gaussian-noise': GaussianNoiseQuery;
  'rdp-sampled-gaussian': RdpSampledGaussianQuery;
  'zcdp-to-epsilon': ZcdpToEpsilonQuery;
  'zcdp-to-delta': ZcdpToDeltaQuery;
  'zcdp-to-rho': ZcdpToRhoQuery;
  'laplace-epsilon': LaplaceEpsilonQuery;
  'laplace-delta': LaplaceDeltaQuery;
  'laplace-noise': LaplaceNoiseQuery;
  compose: ComposeQuery;
  'compose-inverse': ComposeInverseQuery;
  'exponential-epsilon': ExponentialEpsilonQuery;
  calibrate: CalibrateQuery;
  'rdp-mechanism': RdpMechanismQuery;
  'rdp-to-epsilon': RdpToEpsilonQuery;
  'rdp-to-delta': RdpToDeltaQuery;
  filter: FilterQuery;
  'variance-reduced-epsilon': VarianceReducedEpsilonQuery;
  'variance-reduced-noise': VarianceReducedNoiseQuery;
  'variance-reduced-batch': VarianceReducedBatchQuery;
  'gaussian-trade-off': GaussianTradeOffQuery;
  'gdp-clt': GdpCltQuery;
  'private-selection': PrivateSelectionQuery;
  'discrete-gaussian-delta': DiscreteGaussianDeltaQuery;
  'discrete-gaussian-deviation': DiscreteGaussianDeviationQuery;
}

export interface GaussianEpsilonDetails {
  /** The Renyi order that gave the value. */
  order?: number | null;
  /** Of a privacy loss distribution: what the truth is not below. */
  optimistic?: number | null;
  /** What lies between the optimistic value and the value. */
  between?: string;
  /** What other accountants say, without sampling. */
  alternatives?: {
    /** The theorem, in words. */
    method: string;
    /** Epsilon. */
    value: number | null;
  }[];
}

export interface GaussianDeltaDetails {
  /** The Renyi order that gave the value. */
  order?: number | null;
  /** Of a privacy loss distribution: what the truth is not below. */
  optimistic?: number | null;
  /** What lies between the optimistic value and the value. */
  between?: string;
  /** The natural logarithm of the value. */
  logValue?: number | null;
}

export interface GaussianNoiseDetails {
  /** What the value reaches; absent where the value is 0. */
  epsilon?: number | null;
}

export type RdpSampledGaussianDetails = unknown;

export type ZcdpToEpsilonDetails = unknown;

export type ZcdpToDeltaDetails = unknown;

export type ZcdpToRhoDetails = unknown;

export interface LaplaceEpsilonDetails {
  /** The Renyi order that gave the value. */
  order?: number | null;
  /** Of a privacy loss distribution: what the truth is not below. */
  optimistic?: number | null;
  /** What lies between the optimistic value and the value. */
  between?: string;
}

export interface LaplaceDeltaDetails {
  /** The Renyi order that gave the value. */
  order?: number | null;
  /** Of a privacy loss distribution: what the truth is not below. */
  optimistic?: number | null;
  /** What lies between the optimistic value and the value. */
  between?: string;
}

export interface LaplaceNoiseDetails {
  /** What the value reaches; absent where the value is 0. */
  epsilon?: number | null;
}

export interface ComposeDetails {
  /** Of everything together. */
  delta: number | null;
  /** The least real epsilon of the method "optimal". */
  exact?: number | null;
}

export type ComposeInverseDetails = unknown;

export interface ExponentialEpsilonDetails {
  /** Of a privacy loss distribution: what the truth is not below. */
  optimistic?: number | null;
  /** The Renyi order that gave the value. */
  order?: number | null;
}

export interface CalibrateDetails {
  /** What the value reaches; absent where the value is 0. */
  epsilon?: number | null;
}

export type RdpMechanismDetails = unknown;

export interface RdpToEpsilonDetails {
  /** The order that gave the value. */
  order: number | null;
}

export interface RdpToDeltaDetails {
  /** The order that gave the value. */
  order: number | null;
}

export interface FilterDetails {
  /** Whether each request was granted. */
  granted: boolean[];
  /** What was spent after each request. */
  spent: (number | null)[];
}

export interface VarianceReducedEpsilonDetails {
  /** The Renyi order. */
  order: number | null;
}

export interface VarianceReducedNoiseDetails {
  /** What the accountant proves for the noise. */
  epsilon: number | null;
  /** The Renyi order, of tight. */
  order?: number | null;
  /** Of the noise's variance: what is counted for the difference, of tight, where splitting the noise proves more than counting difference and anchor at once. */
  share?: number | null;
  /** The least c that is proven, of paper. */
  leastConstant?: number | null;
  /** Whether the proof's first condition holds, of paper. */
  largeEnough?: boolean;
  /** Whether its second does, of paper. */
  amplified?: boolean;
}

export interface VarianceReducedBatchDetails {
  /** That the batch needs, over G. */
  noise: number | null;
}

export type GaussianTradeOffDetails = unknown;

export interface GdpCltDetails {
  /** Of Gaussian DP. */
  mu: number | null;
}

export type PrivateSelectionDetails = unknown;

export type DiscreteGaussianDeltaDetails = unknown;

export type DiscreteGaussianDeviationDetails = unknown;

/** What an answer holds beside its value, by the name of its question. */
export interface AccountDetails {
  'gaussian-epsilon': GaussianEpsilonDetails;
  'gaussian-delta': GaussianDeltaDetails;
  'gaussian-noise': GaussianNoiseDetails;
  'rdp-sampled-gaussian': RdpSampledGaussianDetails;
  'zcdp-to-epsilon': ZcdpToEpsilonDetails;
  'zcdp-to-delta': ZcdpToDeltaDetails;
  'zcdp-to-rho': ZcdpToRhoDetails;
  'laplace-epsilon': LaplaceEpsilonDetails;
  'laplace-delta': LaplaceDeltaDetails;
  'laplace-noise': LaplaceNoiseDetails;
  compose: ComposeDetails;
  'compose-inverse': ComposeInverseDetails;
  'exponential-epsilon': ExponentialEpsilonDetails;
  calibrate: CalibrateDetails;
  'rdp-mechanism': RdpMechanismDetails;
  'rdp-to-epsilon': RdpToEpsilonDetails;
  'rdp-to-delta': RdpToDeltaDetails;
  filter: FilterDetails;
  'variance-reduced-epsilon': VarianceReducedEpsilonDetails;
  'variance-reduced-noise': VarianceReducedNoiseDetails;
  'variance-reduced-batch': VarianceReducedBatchDetails;
  'gaussian-trade-off': GaussianTradeOffDetails;
  'gdp-clt': GdpCltDetails;
  'private-selection': PrivateSelectionDetails;
  'discrete-gaussian-delta': DiscreteGaussianDeltaDetails;
  'discrete-gaussian-deviation': DiscreteGaussianDeviationDetails;
}
