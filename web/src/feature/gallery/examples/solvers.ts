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
        'Phase k works on a block of records of its own, with the pull μ 2^{k} to the last released point and noise in inverse proportion.',
      look: 'Look at the phases in the story: of equal blocks the noise halves every time, as the pull to the last point doubles.',
      view: { measure: 'populationExcess' },
    },
    {
      name: 'solver-auc',
      source: 'Theorem 4.4',
      claim:
        'A saddle point that any solver found is released once with noise, and its gap is bounded.',
      look: 'Look at the AUC: one saddle point, certified unseen and released once, ranks as well as many noisy steps.',
      view: { axis: 'gradientEvaluations', measure: 'auc' },
    },
    {
      name: 'solver-bilinear',
      source: 'Theorem 4.8',
      claim:
        'For convex-concave losses the weak gap of phases is at most 16 L D log² n (1/√n + 5 √(d log(5/δ)) / (n ε)).',
      look: 'Look at the pull: the one that is proven best hardly lets phases leave their start at these n, a weaker one does, and DP-SGDA ends lowest.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'solver-certificate',
      source: 'Theorem 3.4',
      claim:
        "By Markov's inequality a solver that is accurate in expectation is accurate with probability 1 − δ/4, if it is asked for γ = δ² L² / (32 μ n²).",
      look: 'Both end at the same height with the same noise: look how many gradients a theorem asks for where a certificate stops as soon as it can.',
      view: { measure: 'populationExcess' },
    },
    {
      name: 'solver-concavity',
      source: 'Corollary 4.9',
      claim:
        'With μ_{y}-strong concavity x alone is released, and the bound has the dimension of x alone.',
      look: 'Follow μy: below about L / (D √n) it is better to publish x and y, above it x alone, whose noise shrinks with concavity.',
      view: { layout: 'ends', measure: 'primalGap' },
    },
    {
      name: 'solver-coupling',
      source: 'Theorem 4.4',
      claim:
        'The bound on the gap of a released saddle point grows with κ_{x} κ_{y} + κ, the condition numbers of its players.',
      look: 'The noise is the same in all: the gap grows by the factor 1 + a² / (μx μy), for the other player answers every error.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'solver-linear-rate',
      source: 'Theorem 3.7',
      claim:
        'For convex losses the excess of phases is of order 1/√n + √d / (n ε), up to logarithms.',
      look: 'At this tilt one release still leans on its regularizer where phases have found the direction; the tilt decides, so change it and look again.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-many-records',
      source: 'Theorem 3.7',
      claim:
        'For convex losses the excess of phases is of order 1/√n + √d / (n ε), up to logarithms.',
      look: 'Follow one release and phases from few records to many: they cross, and DP-GD with well-chosen steps is lower still.',
      view: { layout: 'ends', measure: 'objective', scale: 'linear' },
    },
    {
      name: 'solver-mean-rate',
      source: 'Theorem 3.4',
      claim:
        'One release has an excess of order 1 / (μ n) + d log(1/δ) / (μ n² ε²), times κ: its noise falls with n², its sampling error with n.',
      look: 'Follow one release: it falls with the square of n while noise is all its error, and then meets what n records can tell.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-noise-ladder',
      source: 'Definition 2',
      claim: 'A release has Gaussian noise of the classic form, σ = Δ √(2 log(1.25/δ)) / ε.',
      look: 'Every bar has the same promise: from a classic to a sharp proof, and to a nearer solution, the noise and the error fall.',
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
      look: 'Look at the phases in the story: from one to the next the noise falls, as every certificate allows.',
    },
    {
      name: 'solver-population',
      source: 'Theorem 3.7',
      claim: 'The bound is on the loss of the population that the records come from.',
      look: 'Phases pass one release and keep pace with phased SGD; DP-SGD, which needs far more gradients, ends lower than all of them here.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'solver-race',
      source: 'Remark 1',
      claim:
        'The solver decides the gradients alone: about (n + κ) log(n/δ) with SVRG or SARAH, (n + √(n κ)) log(n/δ) with Katyusha.',
      look: 'All curves end at the same height: look how many gradients each solver took, and race them without privacy in the story.',
      view: { axis: 'gradientEvaluations' },
    },
    {
      name: 'solver-strong-weak',
      source: 'Theorem 4.8',
      claim:
        'What is bounded is the weak gap: its expectation is taken over runs before the other player answers.',
      look: 'The gap of every run grows with d, for it answers each of d errors; averaged over fresh runs first, as the weak gap is, most of them cancel.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
  ],
};
