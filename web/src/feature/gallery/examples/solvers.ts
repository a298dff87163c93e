import type { ExampleGroup } from '../example.ts';

export const solvers: ExampleGroup = {
  title: 'Any solver made private',
  about:
    'Zhang, Thekumparampil, Oh and He, “Bring Your Own Algorithm for Optimal Differentially Private Stochastic Minimax Optimization”.',
  examples: [
    {
      name: 'solver-anatomy',
      source: 'Algorithm 2',
      claim:
        'Phase k works on its own block of records, with the pull μ 2^{k} to the last released point and noise in inverse proportion.',
      look: 'Look at the phases in the story: with equal blocks, the noise halves each time, because the pull to the last point doubles.',
      view: { measure: 'populationExcess' },
    },
    {
      name: 'solver-auc',
      source: 'Theorem 4.4',
      claim:
        'A saddle point that any solver found is released once with noise, and its gap is bounded.',
      look: 'Look at the AUC: one saddle point, certified internally and released once, ranks as well as many noisy steps.',
      view: { axis: 'gradientEvaluations', measure: 'auc' },
    },
    {
      name: 'solver-bilinear',
      source: 'Theorem 4.8',
      claim:
        'For convex-concave losses the weak gap of phases is at most 16 L D log² n (1/√n + 5 √(d log(5/δ)) / (n ε)).',
      look: 'Look at the pull: at these n, the one that is proven best hardly lets phases leave their start. A weaker one does, and DP-SGDA ends lowest.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'solver-certificate',
      source: 'Theorem 3.4',
      claim:
        "By Markov's inequality a solver that is accurate in expectation is accurate with probability 1 − δ/4, if it is asked for γ = δ² L² / (32 μ n²).",
      look: 'Both end at the same height with the same noise. Compare the gradients: a theorem asks for a fixed number, whereas a certificate lets the solver stop as soon as it can.',
      view: { measure: 'populationExcess' },
    },
    {
      name: 'solver-concavity',
      source: 'Corollary 4.9',
      claim:
        'With μ_{y}-strong concavity, only x is released, and the bound has only the dimension of x.',
      look: 'Follow μy: below about L / (D √n) it is better to publish x and y; above, it is better to publish only x, whose noise shrinks with concavity.',
      view: { layout: 'ends', measure: 'primalGap' },
    },
    {
      name: 'solver-coupling',
      source: 'Theorem 4.4',
      claim:
        'The bound on the gap of a released saddle point grows with κ_{x} κ_{y} + κ, the condition numbers of its players.',
      look: 'The noise is the same in all: the gap grows by the factor 1 + a² / (μx μy), because the other player exploits every error.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'solver-linear-rate',
      source: 'Theorem 3.7',
      claim:
        'For convex losses the excess of phases is of order 1/√n + √d / (n ε), up to logarithms.',
      look: 'At this tilt, one release still depends on its regularizer, while phases have found the direction. The tilt decides, so change it and look again.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-many-records',
      source: 'Theorem 3.7',
      claim:
        'For convex losses the excess of phases is of order 1/√n + √d / (n ε), up to logarithms.',
      look: 'Follow one release and the phases from few records to many: the curves cross, and DP-GD with well-chosen steps is lower still.',
      view: { layout: 'ends', measure: 'objective', scale: 'linear' },
    },
    {
      name: 'solver-mean-rate',
      source: 'Theorem 3.4',
      claim:
        'One release has an excess of order 1 / (μ n) + d log(1/δ) / (μ n² ε²), times κ: its noise falls with n², its sampling error with n.',
      look: 'Follow one release: it falls with the square of n as long as noise dominates its error, and then reaches the sampling error of n records.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-noise-ladder',
      source: 'Definition 2',
      claim: 'A release has Gaussian noise of the classic form, σ = Δ √(2 log(1.25/δ)) / ε.',
      look: 'Every bar has the same guarantee: with a sharper proof, and with a more accurate solution, the noise and the error fall.',
      view: { measure: 'populationExcess' },
    },
    {
      name: 'solver-one-release',
      source: 'Theorems 3.4 and 3.7',
      claim:
        'The answer of any solver is made private: released once with noise, or phase by phase on blocks of records.',
      look: 'Look at the note on bounds: 569 records are too few for phases, and DP-GD ends lower than either.',
      view: { measure: 'objective', scale: 'linear' },
    },
    {
      name: 'solver-phases',
      source: 'Theorem 3.7',
      claim:
        'Phases on log n blocks of records have an excess of at most 4 L D log n (1/√n + 7 √(d log(2.5/δ)) / (n ε)).',
      look: 'Look at the phases in the story: the noise falls from one phase to the next, as each certificate allows.',
    },
    {
      name: 'solver-population',
      source: 'Theorem 3.7',
      claim: 'The bound is on the expected loss under the population distribution.',
      look: 'Phases overtake one release and keep pace with phased SGD. DP-SGD needs far more gradients, but ends lower than all of them here.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-race',
      source: 'Remark 1',
      claim:
        'The solver only determines the number of gradients: about (n + κ) log(n/δ) with SVRG or SARAH, (n + √(n κ)) log(n/δ) with Katyusha.',
      look: 'All curves end at the same height: see how many gradients each solver took, and race them without privacy in the story.',
      view: { axis: 'gradientEvaluations' },
    },
    {
      name: 'solver-strong-weak',
      source: 'Theorem 4.8',
      claim:
        'The bound is on the weak gap: the expectation over runs is taken before the other player answers.',
      look: 'The gap of each run grows with d, because the other player exploits each of d errors. The weak gap averages over fresh runs first, so most errors cancel.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
  ],
};
