// Written by `npm run generate` from the engine's catalogue. Change the engine, not this file.

/** The parameters of every algorithm, by its id. */
export interface AlgorithmParameters {
  'dp-gd': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. pl and non-convex: what the theorem on Polyak-Lojasiewicz or on smooth losses chooses; kl: where the recursion of the KL condition ends lowest. */
    iterations?: number | 'pl' | 'non-convex' | 'kl';
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Output. The last iterate, a random one that is drawn beforehand (for non-convex losses; the run stops there), or the mean of all. */
    output?: 'last' | 'random' | 'average';
    /** Publishes. path: every noisy gradient, and so every iterate. last: the last iterate alone, with less noise; for convex losses, Gaussian noise and all records in every step. */
    publishes?: 'path' | 'last';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-gd-opt': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Horizon selection. Which form of the bound chooses how many of the T steps are run; it depends on the guess of the initial gap. all: every one of them. */
    horizon?: 'corrected' | 'paper-text' | 'published-figures' | 'all';
    /** Count sampling noise. Adds the mini-batch sampling error to the score that selects the horizon. */
    includeSamplingNoise?: boolean;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-hb': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Momentum. beta: a number in [0, 1), or a rule: nesterov (1 - sqrt(a mu)) / (1 + sqrt(a mu)), critical (1 - sqrt(a mu))^2, polyak with its own step. Momentum does not lower the noise; it raises the noise floor. */
    momentum?: number | 'nesterov' | 'critical' | 'polyak';
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-hb-opt': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Momentum. beta: a number in [0, 1), or a rule: nesterov (1 - sqrt(a mu)) / (1 + sqrt(a mu)), critical (1 - sqrt(a mu))^2, polyak with its own step. Momentum does not lower the noise; it raises the noise floor. */
    momentum?: number | 'nesterov' | 'critical' | 'polyak';
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Horizon selection. Which form of the bound chooses how many of the T steps are run; it depends on the guess of the initial gap. all: every one of them. */
    horizon?: 'corrected' | 'paper-text' | 'published-figures' | 'all';
    /** Count sampling noise. Adds the mini-batch sampling error to the score that selects the horizon. */
    includeSamplingNoise?: boolean;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-nag': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-nag-opt': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Horizon selection. Which form of the bound chooses how many of the T steps are run; it depends on the guess of the initial gap. all: every one of them. */
    horizon?: 'corrected' | 'paper-text' | 'published-figures' | 'all';
    /** Count sampling noise. Adds the mini-batch sampling error to the score that selects the horizon. */
    includeSamplingNoise?: boolean;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-masg': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Stage exponent. p in the stage lengths 2^k ceil(sqrt(kappa) ln 2^(p+2)). */
    stageExponent?: number;
    /** First stage. n_1, the length of the first stage. */
    firstStage?: number;
    /** Rescale kappa. Uses kappa / c in the stage lengths, which is the rate of a step c / L. */
    scaleConditionNumber?: boolean;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-masg-opt': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Stage exponent. p in the stage lengths 2^k ceil(sqrt(kappa) ln 2^(p+2)). */
    stageExponent?: number;
    /** First stage. n_1, the length of the first stage. */
    firstStage?: number;
    /** Rescale kappa. Uses kappa / c in the stage lengths, which is the rate of a step c / L. */
    scaleConditionNumber?: boolean;
    /** Sensitivity. Scale the noise by one bound for all points, or by the bound at the current, already released point. */
    sensitivity?: 'uniform' | 'state-dependent';
    /** Budget division. How the budget is spread over the steps: evenly, or by the weight of each step's noise in the error bound (the two differ only for m < n). */
    division?: 'uniform' | 'remark-4-2' | 'exact-subsampled';
    /** Horizon selection. Which form of the bound chooses how many of the T steps are run; it depends on the guess of the initial gap. all: every one of them. */
    horizon?: 'corrected' | 'paper-text' | 'published-figures' | 'all';
    /** Count sampling noise. Adds the mini-batch sampling error to the score that selects the horizon. */
    includeSamplingNoise?: boolean;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'dp-svrg': {
    /** Epochs. T, how often an anchor is taken. */
    epochs?: number;
    /** Inner iterations. m, the noisy steps of each epoch. */
    innerIterations?: number;
    /** Batch size. b, records drawn without replacement in each inner step; the paper has 1, for which little privacy is proven. */
    batchSize?: number;
    /** Step size. eta, the step itself. */
    stepSize?: number;
    /** Step scale. c in step = c / L, L the smoothness of the loss. */
    stepScale?: number;
    /** Step rule. Barzilai and Borwein's step from two epochs: bb-private takes the released gradients and is free; bb-exact takes exact ones, as the paper's experiments did, which no proof covers: not private. */
    stepRule?: 'constant' | 'bb-private' | 'bb-exact';
    /** Anchor noise. When the gradient at an anchor is noised: per-step, with every difference, as in the paper; per-epoch, once, in a release of its own, whose noise does not average out over an epoch. Large batches need the least noise with per-step, which counts difference and anchor at once. */
    anchorNoise?: 'per-step' | 'per-epoch';
    /** Anchor weight. w, how the budget is divided between anchors and differences, with anchorNoise per-epoch: sigma_1^2 + w sigma_v^2 is made least. 1 gives a single step the least noise; the length of an epoch, the mean of its iterates. */
    anchorWeight?: number;
    /** Theory. Condition (4), as printed or by a tighter lemma; none runs steps and epochs outside of it, without a bound. */
    theory?: 'paper' | 'tight' | 'none';
    /** Starting point. The first anchor, chosen without looking at the data: one number for every coordinate, or a vector. Moved into the domain. */
    start?: number | number[];
  };
  'dp-svrg-pp': {
    /** Epochs. T, how often an anchor is taken; each epoch doubles the last. */
    epochs?: number;
    /** Inner iterations. m; epoch s has 2^s m noisy steps. */
    innerIterations?: number;
    /** Batch size. b, records drawn without replacement in each inner step; the paper has 1, for which little privacy is proven. */
    batchSize?: number;
    /** Step size. eta, the step itself. */
    stepSize?: number;
    /** Step scale. c in step = c / L, L the smoothness of the loss. */
    stepScale?: number;
    /** Anchor noise. When the gradient at an anchor is noised: per-step, with every difference, as in the paper; per-epoch, once, in a release of its own, whose noise does not average out over an epoch. Large batches need the least noise with per-step, which counts difference and anchor at once. */
    anchorNoise?: 'per-step' | 'per-epoch';
    /** Anchor weight. w, how the budget is divided between anchors and differences, with anchorNoise per-epoch: sigma_1^2 + w sigma_v^2 is made least. 1 gives a single step the least noise; the length of an epoch, the mean of its iterates. */
    anchorWeight?: number;
    /** Theory. The theorem's largest step, as printed or by a tighter lemma; none runs other steps without a bound. */
    theory?: 'paper' | 'tight' | 'none';
    /** Starting point. The first anchor, chosen without looking at the data: one number for every coordinate, or a vector. Moved into the domain. */
    start?: number | number[];
  };
  'dp-accmd': {
    /** Iterations. T, the number of noisy gradients of all records. */
    iterations?: number;
    /** Geometry. The distance-generating function: l2 on l2 and l_inf balls; lift (entropy on the vertices) or p-norm on l1 balls; entropy on the simplex; p-norm on group and l_a balls; lift on hulls. auto takes the best of the set. */
    geometry?: 'auto' | 'l2' | 'p-norm' | 'lift' | 'entropy';
    /** Descent step. How y moves: to the minimizer of the quadratic model in the set's norm, or to the convex combination of y and the mirror iterate. */
    yStep?: 'gauge-prox' | 'convex-combination';
    /** Smoothness in the set's norm. L_C: tight is L R_2^2 with the radius of the set, paper is L ||C||_2^2 with its diameter, four times as much for symmetric sets. */
    gaugeSmoothness?: 'tight' | 'paper';
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'noisy-mirror-descent': {
    /** Iterations. T, the number of noisy gradients of all records. */
    iterations?: number;
    /** Step size. eta, the weight of each noisy gradient against the divergence. */
    stepSize?: number;
    /** Geometry. The distance-generating function: l2 on l2 and l_inf balls; lift (entropy on the vertices) or p-norm on l1 balls; entropy on the simplex; p-norm on group and l_a balls; lift on hulls. auto takes the best of the set. */
    geometry?: 'auto' | 'l2' | 'p-norm' | 'lift' | 'entropy';
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'noisy-frank-wolfe': {
    /** Iterations. T, the number of vertices that are chosen. */
    iterations?: number;
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'output-perturbation-gd': {
    /** Iterations. T, the exact steps before the release. With a strongly convex regularizer the noise stays bounded however many there are; without one it grows with T. */
    iterations?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'objective-perturbation': {
    /** Share for curvature. The part of epsilon that pays for the change of the minimizer's density by one record's curvature. Less of it means more strong convexity is added to the objective; more of it leaves less for the linear term. */
    curvatureShare?: number;
    /** Starting point. x_0, the centre of the added term (lambda / 2) |x - x_0|^2, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  adassp: {
    /** Failure probability. How likely the second moments' noise may outweigh the ridge and the data together: less of it is a larger ridge. */
    failure?: number;
    /** Least eigenvalue. Whether the least eigenvalue has a third of the budget, or is that of the noisy second moments, which costs nothing. */
    eigenvalue?: 'released' | 'noisy-moments';
  };
  'dp-sgd': {
    /** Iterations. T, the number of noisy gradients. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Sampling. fixed: exactly batchSize records a step. poisson: each record joins a batch with probability batchSize / n, and the sum is divided by batchSize; for "zero-out" neighbours. */
    sampling?: 'fixed' | 'poisson';
    /** Step rule. inverse: 1 / (mu t). square-root: D / sqrt(t (G^2 + d sigma^2)), with D the domain's diameter. */
    stepRule?: 'square-root' | 'inverse';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  rrpsgd: {
    /** Iterations. The most steps; as many as a number drawn from 1 to it are taken. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'kl-spider': {
    /** Constants. accuracy-driven: as many rounds as the budget certifies, with the tightest constants of the proof. paper: as printed, shown with its true cost. paper-certified: the printed schedule, with noise for the budget. */
    mode?: 'accuracy-driven' | 'paper-certified' | 'paper';
    /** Failure probability. beta: the error bound may fail with at most this chance. Privacy never depends on it. */
    failureProbability?: number;
    /** Error share. e: the share of a round's gradient that an estimate may be wrong by. */
    errorFraction?: number;
    /** Step share. s: steps are s / L1 times a round's gradient long, below 2 (1 - 2 e). */
    stepFraction?: number;
    /** Radius. Of the ball around 0 whose bounds on gradients are used. */
    radius?: number;
    /** Most steps. A plan with more steps over all rounds is refused. */
    maxTotalSteps?: number;
    /** Starting point. w_0. */
    start?: number | number[];
  };
  'fixed-round-spider': {
    /** Failure probability. beta: the error bound may fail with at most this chance. Privacy never depends on it. */
    failureProbability?: number;
    /** Error share. e: the share of a round's gradient that an estimate may be wrong by. */
    errorFraction?: number;
    /** Step share. s: steps are s / L1 times a round's gradient long, below 2 (1 - 2 e). */
    stepFraction?: number;
    /** Radius. Of the ball around 0 whose bounds on gradients are used. */
    radius?: number;
    /** Most steps. A plan with more steps over all rounds is refused. */
    maxTotalSteps?: number;
    /** Starting point. w_0. */
    start?: number | number[];
  };
  'kl-proximal-point': {
    /** Weights. growing-weight: as the targets fall, which proves the rate. paper: one weight, as printed. practical: few steps, no promise. */
    mode?: 'growing-weight' | 'paper' | 'practical';
    /** Fixed weight. In the mode practical: the weight stays that of the weak convexity, to see where it stalls. */
    fixedWeight?: boolean;
    /** Weak convexity. W: the objective plus (W/2) ||w||^2 is convex. Any upper bound serves; the modes with one weight need a positive one. */
    weakConvexity?: number;
    /** Failure probability. beta: the error bound may fail with at most this chance. Privacy never depends on it. */
    failureProbability?: number;
    /** Inner steps. linear-weight: 2 / (Lambda (t + 1)), which goes with the average; paper: 1 / (Lambda t), as printed. */
    stepRule?: 'linear-weight' | 'paper';
    /** Inner noise. exact: what costs the budget; paper: as printed, which spends half of it. */
    noise?: 'exact' | 'paper';
    /** Inner length. sufficient: n^2 rho / d steps; paper: more by ln(2/beta)^2, as printed. */
    length?: 'sufficient' | 'paper';
    /** Most inner steps. Cap on the iterations of one proximal step; the stated bound is that of the capped ones. */
    innerIterations?: number;
    /** Starting point. w_0. */
    start?: number | number[];
  };
  'noisy-gd': {
    /** Weight. Lambda of Lambda ||w - w_0||^2. */
    proximalWeight?: number;
    /** Failure probability. beta: the error bound may fail with at most this chance. Privacy never depends on it. */
    failureProbability?: number;
    /** Inner steps. linear-weight: 2 / (Lambda (t + 1)), which goes with the average; paper: 1 / (Lambda t), as printed. */
    stepRule?: 'linear-weight' | 'paper';
    /** Inner noise. exact: what costs the budget; paper: as printed, which spends half of it. */
    noise?: 'exact' | 'paper';
    /** Inner length. sufficient: n^2 rho / d steps; paper: more by ln(2/beta)^2, as printed. */
    length?: 'sufficient' | 'paper';
    /** Most inner steps. Cap on the iterations of one proximal step; the stated bound is that of the capped ones. */
    innerIterations?: number;
    /** Starting point. w_0. */
    start?: number | number[];
  };
  'adaptive-noisy-gd': {
    /** Accounting. filter: every release is charged what it costs before it is made. paper: the printed noise and charges, shown with what they cost. paper-certified: those for a budget that is kept. */
    mode?: 'filter' | 'paper-certified' | 'paper';
    /** Failure probability. beta: the error bound may fail with at most this chance. Privacy never depends on it. */
    failureProbability?: number;
    /** Noise ratio. r: noise is at most so long, compared with the gradient. The descent of a step is proven for 1/2; the printed r = 1 may stand still. */
    relativeNoise?: number;
    /** Most norms. m: the fewer norms may be asked for, the less noise each needs. paper: as many as the printed rule allows. */
    maxNormQueries?: number | 'paper';
    /** Output. last-certified: where the last gradient was asked for. after-final-step: one more step, for which half of the budget is kept. selected: the iterate with nearly the least gradient, chosen privately for a third of the budget. */
    output?: 'last-certified' | 'after-final-step' | 'selected';
    /** Starting point. w_0. */
    start?: number | number[];
  };
  'output-perturbation': {
    /** Solver. Who looks for the solution, on exact data and unseen. Neither privacy nor error depend on it, only time: what it finds is certified, and where it fails another answers. */
    solver?:
      | 'gradient-descent'
      | 'accelerated-gradient'
      | 'sgd'
      | 'svrg'
      | 'svrg-practical'
      | 'loopless-svrg'
      | 'saga'
      | 'sarah'
      | 'katyusha'
      | 'extragradient'
      | 'optimistic-gradient'
      | 'primal-dual-extragradient'
      | 'loopless-svr-extragradient'
      | (string & Record<never, never>);
    /** Tolerance. How far the certified solution may be from the exact one, as a part of what one record can move that by, half of it. Less takes more gradients and less noise. */
    toleranceRatio?: number;
    /** Sensitivity. gradient-difference: by how far two records' gradients can be apart. lipschitz: by twice the longest gradient, as the paper does; the noise then costs less than asked. */
    sensitivityBound?: 'gradient-difference' | 'lipschitz';
    /** Gaussian mechanism. Of (epsilon, delta): analytic is the least noise that is proven; classic is sqrt(2 ln(1.25/delta)) / epsilon, for epsilon below 1. */
    gaussianNoise?: 'analytic' | 'classic';
    /** Accuracy. certificate: proven of the point itself. markov: SVRG makes as many epochs as its theorem and Markov's inequality ask for, as in the paper, and nothing is checked: each solution adds 2^-100 to delta, and the result is not certified. */
    accuracyMode?: 'certificate' | 'markov';
    /** Fixed iterations. The solver is left out for a deterministic one that takes as many steps as any data could need, so that time and counts tell nothing of the data. */
    fixedIterations?: boolean;
    /** Project. What is released is moved into the domain, which costs no privacy. */
    projectOutput?: boolean;
    /** Regularization. Adds (mu / 2) ||x||^2 to the objective: one release of a regularized minimizer, which the phased method is compared with. */
    regularization?: number;
    /** Distance. D: how far the solution may be from the start, for the choice of mu and the error bound. A public guess; privacy does not depend on it. */
    domainRadius?: number;
  };
  'phased-output-perturbation': {
    /** Solver. Who looks for the solution, on exact data and unseen. Neither privacy nor error depend on it, only time: what it finds is certified, and where it fails another answers. */
    solver?:
      | 'gradient-descent'
      | 'accelerated-gradient'
      | 'sgd'
      | 'svrg'
      | 'svrg-practical'
      | 'loopless-svrg'
      | 'saga'
      | 'sarah'
      | 'katyusha'
      | 'extragradient'
      | 'optimistic-gradient'
      | 'primal-dual-extragradient'
      | 'loopless-svr-extragradient'
      | (string & Record<never, never>);
    /** Tolerance. How far the certified solution may be from the exact one, as a part of what one record can move that by, half of it. Less takes more gradients and less noise. */
    toleranceRatio?: number;
    /** Sensitivity. gradient-difference: by how far two records' gradients can be apart. lipschitz: by twice the longest gradient, as the paper does; the noise then costs less than asked. */
    sensitivityBound?: 'gradient-difference' | 'lipschitz';
    /** Gaussian mechanism. Of (epsilon, delta): analytic is the least noise that is proven; classic is sqrt(2 ln(1.25/delta)) / epsilon, for epsilon below 1. */
    gaussianNoise?: 'analytic' | 'classic';
    /** Accuracy. certificate: proven of the point itself. markov: SVRG makes as many epochs as its theorem and Markov's inequality ask for, as in the paper, and nothing is checked: each solution adds 2^-100 to delta, and the result is not certified. */
    accuracyMode?: 'certificate' | 'markov';
    /** Fixed iterations. The solver is left out for a deterministic one that takes as many steps as any data could need, so that time and counts tell nothing of the data. */
    fixedIterations?: boolean;
    /** Project. What is released is moved into the domain, which costs no privacy. */
    projectOutput?: boolean;
    /** Schedule. How records are divided among the phases: equal blocks as in the paper, balanced ones that leave no record out, or geometric ones that halve from phase to phase. Left out, the plan compares the bounds of all three and says which it took. */
    schedule?: 'equal' | 'balanced' | 'geometric';
    /** Phases. K, each on records of its own. */
    phases?: number;
    /** Base regularization. mu: phase k adds (mu_k / 2) ||x - x_(k-1)||^2 with growing mu_k. derived: where the error bound is least for the noise that is added. Privacy does not depend on it; do not tune it on the data. */
    regularization?: number | 'derived' | 'paper';
    /** Regularization scale. A public factor of the mu that a rule gives. */
    regularizationScale?: number;
    /** Distance. D: how far the solution may be from the start, for the choice of mu and the error bound. A public guess; privacy does not depend on it. */
    domainRadius?: number;
    /** Starting point. x_0, the centre of the first phase. */
    start?: number | number[];
  };
  'minimax-output-perturbation': {
    /** Solver. Who looks for the solution, on exact data and unseen. Neither privacy nor error depend on it, only time: what it finds is certified, and where it fails another answers. */
    solver?:
      | 'gradient-descent-ascent'
      | 'extragradient'
      | 'optimistic-gradient'
      | 'primal-dual-extragradient'
      | 'svrg-saddle'
      | 'saga-saddle'
      | 'loopless-svrg-gda'
      | 'loopless-svr-extragradient'
      | 'accelerated-svrg-saddle'
      | 'accelerated-saga-saddle'
      | 'al-svre'
      | 'catalyst-acc-svrg'
      | (string & Record<never, never>);
    /** Tolerance. How far the certified solution may be from the exact one, as a part of what one record can move that by, half of it. Less takes more gradients and less noise. */
    toleranceRatio?: number;
    /** Sensitivity. gradient-difference: by how far two records' gradients can be apart. lipschitz: by twice the longest gradient, as the paper does; the noise then costs less than asked. */
    sensitivityBound?: 'gradient-difference' | 'lipschitz';
    /** Gaussian mechanism. Of (epsilon, delta): analytic is the least noise that is proven; classic is sqrt(2 ln(1.25/delta)) / epsilon, for epsilon below 1. */
    gaussianNoise?: 'analytic' | 'classic';
    /** Accuracy. certificate: proven of the point itself. markov: SVRG makes as many epochs as its theorem and Markov's inequality ask for, as in the paper, and nothing is checked: each solution adds 2^-100 to delta, and the result is not certified. */
    accuracyMode?: 'certificate' | 'markov';
    /** Fixed iterations. The solver is left out for a deterministic one that takes as many steps as any data could need, so that time and counts tell nothing of the data. */
    fixedIterations?: boolean;
    /** Project. What is released is moved into the domain, which costs no privacy. */
    projectOutput?: boolean;
    /** Primal regularization. Adds (a / 2) ||x||^2 to the problem. */
    primalRegularization?: number;
    /** Dual regularization. Subtracts (b / 2) ||y||^2 from the problem. */
    dualRegularization?: number;
  };
  'phased-minimax': {
    /** Variant. convex-concave publishes x and y with half the privacy each; the others publish one part with all of it, where the other part's curvature is the problem's own. */
    variant?: 'convex-concave' | 'strongly-concave' | 'strongly-convex';
    /** Solver. Who looks for the solution, on exact data and unseen. Neither privacy nor error depend on it, only time: what it finds is certified, and where it fails another answers. */
    solver?:
      | 'gradient-descent-ascent'
      | 'extragradient'
      | 'optimistic-gradient'
      | 'primal-dual-extragradient'
      | 'svrg-saddle'
      | 'saga-saddle'
      | 'loopless-svrg-gda'
      | 'loopless-svr-extragradient'
      | 'accelerated-svrg-saddle'
      | 'accelerated-saga-saddle'
      | 'al-svre'
      | 'catalyst-acc-svrg'
      | (string & Record<never, never>);
    /** Tolerance. How far the certified solution may be from the exact one, as a part of what one record can move that by, half of it. Less takes more gradients and less noise. */
    toleranceRatio?: number;
    /** Sensitivity. gradient-difference: by how far two records' gradients can be apart. lipschitz: by twice the longest gradient, as the paper does; the noise then costs less than asked. */
    sensitivityBound?: 'gradient-difference' | 'lipschitz';
    /** Gaussian mechanism. Of (epsilon, delta): analytic is the least noise that is proven; classic is sqrt(2 ln(1.25/delta)) / epsilon, for epsilon below 1. */
    gaussianNoise?: 'analytic' | 'classic';
    /** Accuracy. certificate: proven of the point itself. markov: SVRG makes as many epochs as its theorem and Markov's inequality ask for, as in the paper, and nothing is checked: each solution adds 2^-100 to delta, and the result is not certified. */
    accuracyMode?: 'certificate' | 'markov';
    /** Fixed iterations. The solver is left out for a deterministic one that takes as many steps as any data could need, so that time and counts tell nothing of the data. */
    fixedIterations?: boolean;
    /** Project. What is released is moved into the domain, which costs no privacy. */
    projectOutput?: boolean;
    /** Schedule. How records are divided among the phases: equal blocks as in the paper, balanced ones that leave no record out, or geometric ones that halve from phase to phase. Left out, the plan compares the bounds of all three and says which it took. */
    schedule?: 'equal' | 'balanced' | 'geometric';
    /** Phases. K, each on records of its own. */
    phases?: number;
    /** Base regularization. mu: phase k adds (mu_k / 2) ||x - x_(k-1)||^2 with growing mu_k. derived: where the error bound is least for the noise that is added. Privacy does not depend on it; do not tune it on the data. */
    regularization?: number | 'derived' | 'paper';
    /** Regularization scale. A public factor of the mu that a rule gives. */
    regularizationScale?: number;
    /** Distance. D: how far the solution may be from the start, for the choice of mu and the error bound. A public guess; privacy does not depend on it. */
    domainRadius?: number;
    /** Starting point. x_0, the centre of the first phase. */
    start?: number | number[];
  };
  'dp-sgda': {
    /** Iterations. T, the number of noisy operators. */
    iterations?: number;
    /** Batch size. m, the records of one operator, drawn without replacement. */
    batchSize?: number;
    /** Step size. eta, of x and of y alike. */
    stepSize?: number;
    /** Output. average: the mean of the points at which the operator was asked for, which is what gap bounds are about; last: the last point. */
    output?: 'average' | 'last';
    /** Starting point. z_0 = (x_0, y_0), chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  nseg: {
    /** Iterations. T, steps of two noisy operators each. */
    iterations?: number;
    /** Batch size. m, the records of one operator, drawn without replacement. */
    batchSize?: number;
    /** Step size. eta, of x and of y alike. */
    stepSize?: number;
    /** Starting point. z_0 = (x_0, y_0), chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'phased-sgd': {
    /** Step size. eta; phase i takes steps eta / 4^i. */
    stepSize?: number;
    /** Distance. D: how far the solution may be from the start, for the choice of the step size. A public guess; privacy does not depend on it. */
    domainRadius?: number;
    /** Starting point. x_0, where the first pass starts. */
    start?: number | number[];
  };
  nispp: {
    /** Iterations. T, the noisy solutions. */
    iterations?: number;
    /** Batch size. m, the records of one solution, drawn without replacement. */
    batchSize?: number;
    /** Regularization. lambda, which holds every solution near the point before. */
    regularization?: number;
    /** Tolerance. How far a certified solution may be from the exact one, over half of what one record can move that by. */
    toleranceRatio?: number;
    /** Starting point. w_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'vertex-smd': {
    /** Iterations. T, the number of steps, of which the first reads no data and the others floor(n / T) records each. */
    iterations?: number;
    /** Vertices per point. K, how many vertices of each simplex are averaged to the point at which the next records are asked. */
    samplesPerStep?: number;
    /** Step size. tau, of both players' scores. A longer one than the budget allows is refused. */
    stepSize?: number;
    /** Output. reuse-gradient-draws: the average of the points at which records were asked, for one draw less and with a better bound (derived); fresh: that of one more vertex from every step, as in the paper. */
    output?: 'reuse-gradient-draws' | 'fresh';
    /** Rule. How what is not given is found: by the theorem with its unknown constants 1, or so that the bound with explicit constants is least. */
    rule?: 'bound-optimal' | 'paper-scaling';
    /** Passes. one-pass: every step reads a block of its own, as in the paper; full-batch: every step reads all records, and pays for that in every later one. */
    passes?: 'full-batch' | 'one-pass';
    /** Draw without privacy. Only without privacy: vertices are drawn as with it, but no budget holds the steps back, which shows what drawing alone costs. */
    drawVertices?: boolean;
    /** Factor of the steps. c_T, what T* is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepsFactor?: number;
    /** Factor of the vertices. c_K, what K is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    samplesFactor?: number;
    /** Factor of the step size. c_tau, what tau is multiplied with, within what the budget allows: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepSizeFactor?: number;
  };
  'vertex-smd-bias-reduced': {
    /** Level budget. U: steps go on until the sum of 2^N over their levels N could pass it. */
    levelBudget?: number;
    /** Highest level. M: gradients have the bias that averages of 2^(M + 1) vertices have. */
    maxLevel?: number;
    /** Batch divisor. alpha: a step of level N reads 2^N / alpha records, rounded up. */
    batchDivisor?: number;
    /** Step size. tau, of both players' scores. A longer one than the budget allows is refused. */
    stepSize?: number;
    /** Second moment's scale. What the bound C on the gradients' second moment is multiplied with: its constant is not sharp, and less makes fewer and longer steps. */
    momentFactor?: number;
    /** Bias reduction. What the default parameters rest on: bounded third derivatives, or second ones alone, which is derived, not in the paper, and unreviewed. */
    biasReduction?: 'second-order' | 'first-order';
    /** Estimator. plain: the difference of the gradients at all vertices' average and at the first half's; antithetic: to the mean of those at both halves', for one more evaluation. */
    estimator?: 'plain' | 'antithetic';
    /** Output. reuse-gradient-draws: the average of the points at which records were asked, for one draw less in every step (derived); fresh: that of one more vertex from every step, as in the paper. */
    output?: 'reuse-gradient-draws' | 'fresh';
    /** Rule. How what is not given is found: so that an explicit bound is least, or by the theorem with its unknown constants 1, which needs many records. */
    rule?: 'bound-optimal' | 'paper-scaling';
    /** Seed of the levels. What the public levels are drawn from, apart from all noise and before any record is read: the plan states what just they cost, and all repeats share them. */
    levelSeed?: number;
    /** Growth of steps. The longest step over the first; 1: equal steps, as in the paper. Steps grow like sqrt(D / D_r), D_r of all D draws coming after the block, since records of later blocks pay for fewer draws. The output weighs points by their steps. */
    stepGrowth?: number;
  };
  'vertex-smd-boosted': {
    /** Failure probability. beta: how likely the output may be worse than the bound says. */
    failureProbability?: number;
    /** Candidates. I, how many candidates are made, of which one is chosen. */
    candidates?: number;
    /** Answers. J, how many answers of each player judge a candidate. */
    runs?: number;
    /** Solver of answers. What finds the answers to a candidate: vertex-smd is mirror descent of the one player (Algorithm 1), vertex-sco draws from averages of its iterates, and more seldom (Algorithm 5). */
    answerSolver?: 'vertex-smd' | 'vertex-sco';
    /** Share of candidates. How many of all records make candidates, as a share. */
    candidateShare?: number;
    /** Share of answers. How many of all records make answers of one player, as a share: twice that of both. What both shares leave is for the choice. */
    responseShare?: number;
    /** Bound on values. B: the choice clips every record's loss to [-B, B], and needs less noise where B is less than 2 L_0. The bound on the gap holds where no loss is larger. */
    valueBound?: number;
  };
  'vertex-sco': {
    /** Iterations. T, the number of steps, of which each but the last reads B = floor(n / T) records of its own. */
    iterations?: number;
    /** Vertices per point. K, how many vertices are averaged to a point, and to the output. */
    samplesPerStep?: number;
    /** Resampling period. q: vertices are drawn in the first q steps and then in every q-th one; in between records are asked at the last point. */
    resamplePeriod?: number;
    /** Step size. tau, of the vertices' scores. A longer one than the budget allows is refused. */
    stepSize?: number;
    /** Reuse the last vertices. The vertices that the last step draws are the output, where the period divides the number of steps; else as many more are drawn. */
    reuseLastBlock?: boolean;
    /** Parameter rule. Where T, K, q and the step size come from: paper-scaling is the theorem with its open constants 1, bound-optimal minimizes its explicit bound, smaller-bound takes the better of the two by that bound. */
    rule?: 'smaller-bound' | 'paper-scaling' | 'bound-optimal';
    /** Factor of the steps. c_T, what T* is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepsFactor?: number;
    /** Factor of the vertices. c_K, what K is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    samplesFactor?: number;
    /** Factor of the step size. c_tau, what tau is multiplied with, within what the budget allows: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepSizeFactor?: number;
  };
  'vr-frank-wolfe': {
    /** Phases. R: phase t grows a tree of 2^t leaves, each of which selects a vertex. */
    phases?: number;
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'noisy-smd': {
    /** Iterations. T, the number of steps, of which each but the last reads B = floor(n / T) records of its own. */
    iterations?: number;
    /** Step size. tau, of the scores. It costs no privacy. */
    stepSize?: number;
  };
  'synthetic-data': {
    /** Passes. full-batch: every step looks at all records, which is more accurate on few of them; one-pass: every step at a block of its own, as the theorem has it. */
    passes?: 'full-batch' | 'one-pass';
    /** Iterations. T, the number of steps, of which the first reads no data. */
    iterations?: number;
    /** Queries per step. K, how many queries a step draws; their mean moves the histogram. */
    samplesPerStep?: number;
    /** Step size. tau_y, of the queries' scores. A longer one than the budget allows is refused. */
    stepSize?: number;
    /** Step size of the histogram. tau_x, of the histogram, which costs no privacy. */
    histogramStepSize?: number;
  };
  mwem: {
    /** Iterations. R, the number of rounds: each chooses a query and measures its table. */
    iterations?: number;
    /** Share of the choices. The part of the budget that choices have; measurements have the rest. */
    choiceShare?: number;
    /** Replays. How many steps the histogram takes towards all measurements after each round; they cost no privacy. */
    replays?: number;
  };
  gd: {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'heavy-ball': {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Momentum. beta: a number in [0, 1), or a rule: nesterov (1 - sqrt(a mu)) / (1 + sqrt(a mu)), critical (1 - sqrt(a mu))^2, polyak with its own step. Momentum does not lower the noise; it raises the noise floor. */
    momentum?: number | 'nesterov' | 'critical' | 'polyak';
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  nag: {
    /** Iterations. T, the number of noisy gradients. More steps converge further but each gets less budget, so more noise. */
    iterations?: number;
    /** Batch size. m, records drawn without replacement in each step; the sampling amplifies privacy. */
    batchSize?: number;
    /** Step scale. c in step = c / L. Smaller steps average the noise but converge slower. */
    stepScale?: number;
    /** Step size. The step itself, in place of stepScale / L. */
    stepSize?: number;
    /** Starting point. x_0, chosen without looking at the data: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  svrg: {
    /** Epochs. T, how often an anchor is taken. */
    epochs?: number;
    /** Inner iterations. m, the noisy steps of each epoch. */
    innerIterations?: number;
    /** Batch size. b, records drawn without replacement in each inner step; the paper has 1, for which little privacy is proven. */
    batchSize?: number;
    /** Step size. eta, the step itself. */
    stepSize?: number;
    /** Step scale. c in step = c / L, L the smoothness of the loss. */
    stepScale?: number;
    /** Step rule. Barzilai and Borwein's step from two epochs: bb-private takes the released gradients and is free; bb-exact takes exact ones, as the paper's experiments did, which no proof covers: not private. */
    stepRule?: 'constant' | 'bb-private' | 'bb-exact';
    /** Theory. Condition (4), as printed or by a tighter lemma; none runs steps and epochs outside of it, without a bound. */
    theory?: 'paper' | 'tight' | 'none';
    /** Starting point. The first anchor, chosen without looking at the data: one number for every coordinate, or a vector. Moved into the domain. */
    start?: number | number[];
  };
  'svrg-pp': {
    /** Epochs. T, how often an anchor is taken; each epoch doubles the last. */
    epochs?: number;
    /** Inner iterations. m; epoch s has 2^s m noisy steps. */
    innerIterations?: number;
    /** Batch size. b, records drawn without replacement in each inner step; the paper has 1, for which little privacy is proven. */
    batchSize?: number;
    /** Step size. eta, the step itself. */
    stepSize?: number;
    /** Step scale. c in step = c / L, L the smoothness of the loss. */
    stepScale?: number;
    /** Theory. The theorem's largest step, as printed or by a tighter lemma; none runs other steps without a bound. */
    theory?: 'paper' | 'tight' | 'none';
    /** Starting point. The first anchor, chosen without looking at the data: one number for every coordinate, or a vector. Moved into the domain. */
    start?: number | number[];
  };
  'dp-accmd-literal': {
    /** Iterations. T, the number of noisy gradients of all records. */
    iterations?: number;
    /** Geometry. The distance-generating function: l2 on l2 and l_inf balls; lift (entropy on the vertices) or p-norm on l1 balls; entropy on the simplex; p-norm on group and l_a balls; lift on hulls. auto takes the best of the set. */
    geometry?: 'auto' | 'l2' | 'p-norm' | 'lift' | 'entropy';
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  accmd: {
    /** Iterations. T, the number of noisy gradients of all records. */
    iterations?: number;
    /** Geometry. The distance-generating function: l2 on l2 and l_inf balls; lift (entropy on the vertices) or p-norm on l1 balls; entropy on the simplex; p-norm on group and l_a balls; lift on hulls. auto takes the best of the set. */
    geometry?: 'auto' | 'l2' | 'p-norm' | 'lift' | 'entropy';
    /** Descent step. How y moves: to the minimizer of the quadratic model in the set's norm, or to the convex combination of y and the mirror iterate. */
    yStep?: 'gauge-prox' | 'convex-combination';
    /** Smoothness in the set's norm. L_C: tight is L R_2^2 with the radius of the set, paper is L ||C||_2^2 with its diameter, four times as much for symmetric sets. */
    gaugeSmoothness?: 'tight' | 'paper';
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  'frank-wolfe': {
    /** Iterations. T, the number of vertices that are chosen. */
    iterations?: number;
    /** Starting point. x_0, chosen without looking at the data, inside the domain: one number for every coordinate, or a vector. */
    start?: number | number[];
  };
  smd: {
    /** Iterations. T, the number of steps, of which the first reads no data and the others floor(n / T) records each. */
    iterations?: number;
    /** Vertices per point. K, how many vertices of each simplex are averaged to the point at which the next records are asked. */
    samplesPerStep?: number;
    /** Step size. tau, of both players' scores. A longer one than the budget allows is refused. */
    stepSize?: number;
    /** Output. reuse-gradient-draws: the average of the points at which records were asked, for one draw less and with a better bound (derived); fresh: that of one more vertex from every step, as in the paper. */
    output?: 'reuse-gradient-draws' | 'fresh';
    /** Rule. How what is not given is found: by the theorem with its unknown constants 1, or so that the bound with explicit constants is least. */
    rule?: 'bound-optimal' | 'paper-scaling';
    /** Passes. one-pass: every step reads a block of its own, as in the paper; full-batch: every step reads all records, and pays for that in every later one. */
    passes?: 'full-batch' | 'one-pass';
    /** Draw without privacy. Only without privacy: vertices are drawn as with it, but no budget holds the steps back, which shows what drawing alone costs. */
    drawVertices?: boolean;
    /** Factor of the steps. c_T, what T* is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepsFactor?: number;
    /** Factor of the vertices. c_K, what K is multiplied with: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    samplesFactor?: number;
    /** Factor of the step size. c_tau, what tau is multiplied with, within what the budget allows: a constant that the theorem leaves open. Only rule paper-scaling looks at it. */
    stepSizeFactor?: number;
  };
}

export type AlgorithmId = keyof AlgorithmParameters;

/** Of `run.diagnostics`. */
export const diagnosticIds = [
  'objective',
  'suboptimality',
  'saddle-gap',
  'saddle-gap-lower',
  'hold-out-gap',
  'hold-out-gap-lower',
  'linearized-gap',
  'primal-gap',
  'worst-group-loss',
  'least-group-loss',
  'population-gap',
  'population-excess',
  'accuracy',
  'balanced-accuracy',
  'auc',
  'log-loss',
  'mean-squared-error',
  'r2',
  'held-out-accuracy',
  'held-out-balanced-accuracy',
  'held-out-auc',
  'held-out-log-loss',
  'held-out-mean-squared-error',
  'held-out-r2',
  'gradient-norm',
  'sparsity',
  'query-error',
  'mean-query-error',
  'population-query-error',
  'record-query-error',
  'marginal-error-2',
  'worst-marginal-2',
  'marginal-error-3',
  'worst-marginal-3',
  'clipped-fraction',
  'noise-ratio',
  'sampling-noise',
  'sampling-noise-bound',
  'anchor-distance',
  'potential',
  'key-lemma-slack',
  'solver-residual',
  'solver-gradients',
  'solver-fallback',
] as const;

export type DiagnosticId = (typeof diagnosticIds)[number];

/** The kinds of `data` block, with the fields in which they hold records. */
export const recordFields: Readonly<Record<string, readonly string[]>> = {
  synthetic: [],
  builtin: [],
  file: [],
  inline: ['features', 'targets'],
};

/** Of `problem.loss`. */
export type LossId =
  | 'logistic'
  | 'squared'
  | 'huber'
  | 'smoothed-hinge'
  | 'softmax'
  | 'mean-estimation'
  | 'linear'
  | 'logistic-literal'
  | 'geman-mcclure'
  | 'sigmoid'
  | 'pl-example';

/** Of `problem.name`, of the kind `gallery`. */
export type GalleryId =
  | 'tilted-power'
  | 'sphere-fit'
  | 'hyperbola'
  | 'wiggly-quadratic'
  | 'flat-exponential'
  | 'asymmetric-power'
  | 'sharp'
  | 'hard-quadratic'
  | 'hard-growth'
  | 'bounded-squares'
  | 'power-regression'
  | 'wavy-regression'
  | 'phase-retrieval';

/** Of `problem.name`, of the kind `saddle`. */
export type SaddleId =
  | 'auc'
  | 'worst-group-logistic'
  | 'worst-group-sparse'
  | 'worst-task-logistic'
  | 'worst-group-squared'
  | 'worst-group-sparse-squared'
  | 'worst-task-squared'
  | 'robust-logistic'
  | 'robust-regression'
  | 'moment-equations'
  | 'coupled-quadratic'
  | 'separable-bilinear'
  | 'moment-matching'
  | 'random-coupling'
  | 'matrix-game'
  | 'bias-stress'
  | 'marginal-queries';

/** Of `problem.regularizer.kind`. */
export type RegularizerId = 'l2' | 'l1' | 'elastic-net' | 'group-l2' | 'l2-norm' | 'linf' | 'none';

/** Of `problem.domain.kind`. */
export type DomainId =
  | 'all'
  | 'l2-ball'
  | 'l1-ball'
  | 'linf-ball'
  | 'box'
  | 'nonnegative'
  | 'simplex'
  | 'group-ball'
  | 'lp-ball'
  | 'hull';

/** Data that come with the engine. */
export type BuiltinDataName = 'breast-cancer' | 'digits' | 'diabetes';

/** Generators of data. */
export type SyntheticDataName =
  | 'logistic'
  | 'linear'
  | 'covertype-surrogate'
  | 'a9a-like'
  | 'text-like'
  | 'atoms'
  | 'two-classes'
  | 'sphere'
  | 'tilted-directions'
  | 'shifted-signs'
  | 'matched-moments'
  | 'planted-game'
  | 'rank-one-game'
  | 'rock-paper-scissors'
  | 'planted-arm'
  | 'planted-weights'
  | 'task-atoms'
  | 'balanced-tilts'
  | 'balanced-values'
  | 'biased-signs'
  | 'hard-signs'
  | 'one-hot'
  | 'markov-bits';

/** Of the errors that the engine gives. */
export type ErrorCode =
  | 'invalid-json'
  | 'invalid-link'
  | 'unknown-field'
  | 'missing-field'
  | 'invalid-type'
  | 'invalid-value'
  | 'conflicting-fields'
  | 'unsupported-version'
  | 'unknown-algorithm'
  | 'unknown-name'
  | 'invalid-budget'
  | 'unsupported-notion'
  | 'unsupported-neighbours'
  | 'unsupported-mechanism'
  | 'unsupported-option'
  | 'unsupported-regularizer'
  | 'unsupported-domain'
  | 'infeasible-start'
  | 'unbounded-sensitivity'
  | 'unstable-step'
  | 'output-perturbation-requires-convexity'
  | 'epoch-too-short'
  | 'no-certificate'
  | 'lipschitz-violation'
  | 'privacy-certificate-failed'
  | 'certificate-precision'
  | 'no-reference'
  | 'missing-data'
  | 'empty-data'
  | 'ragged-data'
  | 'not-a-number'
  | 'not-finite'
  | 'missing-value'
  | 'unknown-category'
  | 'invalid-index'
  | 'invalid-labels'
  | 'file-too-large'
  | 'limit-exceeded'
  | 'out-of-memory'
  | 'diverged'
  | 'cancelled'
  | 'worker-died'
  | 'not-reproducible'
  | 'fingerprint-mismatch'
  | 'inconsistent-statement'
  | 'io-failed'
  | 'invalid-command'
  | 'internal';

/** Numbers in traces: diagnostics, and what steps tell. */
export type TraceColumn =
  | 'objective'
  | 'suboptimality'
  | 'saddleGap'
  | 'saddleGapLower'
  | 'holdOutGap'
  | 'holdOutGapLower'
  | 'linearizedGap'
  | 'primalGap'
  | 'worstGroupLoss'
  | 'leastGroupLoss'
  | 'populationGap'
  | 'populationExcess'
  | 'accuracy'
  | 'balancedAccuracy'
  | 'auc'
  | 'logLoss'
  | 'meanSquaredError'
  | 'r2'
  | 'heldOutAccuracy'
  | 'heldOutBalancedAccuracy'
  | 'heldOutAuc'
  | 'heldOutLogLoss'
  | 'heldOutMeanSquaredError'
  | 'heldOutR2'
  | 'gradientNorm'
  | 'sparsity'
  | 'queryError'
  | 'meanQueryError'
  | 'populationQueryError'
  | 'recordQueryError'
  | 'marginalError2'
  | 'worstMarginal2'
  | 'marginalError3'
  | 'worstMarginal3'
  | 'clippedFraction'
  | 'noiseRatio'
  | 'samplingNoise'
  | 'samplingNoiseBound'
  | 'anchorDistance'
  | 'potential'
  | 'keyLemmaSlack'
  | 'solverResidual'
  | 'solverGradients'
  | 'solverFallback'
  | 'leastEigenvalue'
  | 'round'
  | 'targetGap'
  | 'estimateNorm'
  | 'threshold'
  | 'noiseScale'
  | 'proximalWeight'
  | 'stepSize'
  | 'noisyNorm'
  | 'regularization'
  | 'phaseRecords'
  | 'solutionNoise'
  | 'certifiedDistance'
  | 'dualSolutionNoise'
  | 'level';

/** Beside `loss` or `name` in the problem. */
export const lossParameters = [
  'width',
  'classes',
  'power',
  'innerRadius',
  'right',
  'left',
  'steepness',
  'exponent',
  'distance',
  'quadratic',
  'bias',
  'waviness',
  'positiveShare',
  'radius',
  'groupBy',
  'column',
  'threshold',
  'share',
  'tasks',
  'targetBound',
  'shiftRadius',
  'concavity',
  'primalModulus',
  'dualModulus',
  'coupling',
  'moments',
  'rows',
  'curvature',
  'minimizer',
  'shape',
  'levels',
  'targetLevels',
  'order',
  'queries',
] as const;
