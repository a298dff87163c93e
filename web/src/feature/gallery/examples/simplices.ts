import type { ExampleGroup } from '../example.ts';

export const simplices: ExampleGroup = {
  title: 'Games on simplices',
  about:
    'González, Guzmán and Paquette, “Mirror Descent Algorithms with Nearly Dimension-Independent Rates for Differentially-Private Stochastic Saddle-Point Problems”.',
  examples: [
    {
      name: 'simplex-arm',
      source: 'Theorem 4.2',
      claim: 'The excess of mirror descent with drawn vertices grows only with powers of log d.',
      look: 'Follow the paper’s method and noisy gradients from 16 arms to 1024: noisy gradients win with few arms, and lose between 256 and 1024. The smallest bound takes one vertex, which is nearly always the good arm, because a linear loss is smallest at a vertex.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-arm-dimension',
      source: 'Theorem 4.2',
      claim: 'The excess of mirror descent with drawn vertices grows only with powers of log d.',
      look: 'Follow drawn vertices up to 100,000 arms: their error grows with the logarithm of the dimension. The noise of the two other methods grows with its square root, which leaves them no better than a guess; with few arms they are ahead. The records are drawn whenever they are read: stored, they would take 6 GB.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-arm-records',
      source: 'Theorem 4.2',
      claim:
        'For second-order-smooth losses the excess is of order √(log d / n) + log d / √(n ε), up to logarithms.',
      look: 'Follow the excess down: with the theorem’s schedule it falls nearly like 1 / √n, a little slower while records are few.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-bias',
      source: 'Theorem 3.14',
      claim:
        'For second-order-smooth losses, levels of vertices improve the rate from (1 / (n ε))^{2/5} to (1 / (n ε))^{1/2}, up to logarithms.',
      look: 'Follow one vertex to its plateau near 0.1, and many vertices far below it. Levels have the best exponent of all, but are far behind at every n that fits in a page.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-boosted',
      source: 'Theorem 3.20',
      claim:
        'If one of several runs is chosen privately, the gap is bounded with probability 1 − β, for any β.',
      look: 'Both fall like 1 / √n. Choosing the better of two runs on parts of the records costs a constant factor, but makes a bad result less likely.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-dimension',
      source: 'Theorem 3.1',
      claim: 'The gap of drawn vertices grows only with powers of log d.',
      look: 'Follow all methods from 4 strategies to 64: with each doubling, the gap of drawn vertices grows by a constant, and the gaps of the others by a factor. Noisy gradients that read each record once are ahead up to 8 strategies; DP-SGDA, which reads records often, is ahead up to 32.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-kinked',
      source: 'Theorem 3.1',
      claim:
        'For losses that are only first-order-smooth, the gap is of order √(ℓ/n) + (ℓ^{1.5} √log(1/δ) / (n ε))^{1/3}.',
      look: 'Follow many vertices down: where the slope has a kink, averages of K vertices are biased by about 1 / √K, and the theorem promises n to the power of -1/3. One vertex comes to rest at half of the weight. Levels gain nothing yet at these n, and without privacy the gap falls like 1 / √n.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-least-squares',
      source: 'Theorem 4.2',
      claim:
        'Mirror descent has a rate in the l1 setting, too: √(log d / n) + log d / √(n ε) for second-order-smooth losses, up to logarithms.',
      look: 'Follow all methods. Trees of small gradient differences are well below averages of drawn vertices and noisy gradients; these three read each record once. Frank-Wolfe on all records is lower still, although the theorems do not favour it.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-models',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex; one use is fairness.',
      look: 'Each of four measurements gives a model and its opposite; an equal mixture is like tossing a coin, with loss 0. Watch the group that fares worse: from epsilon 1 on, the right models gain weight, and without privacy the loss falls nearly twice as far as at epsilon 2.',
      view: { measure: 'worstGroupLoss' },
    },
    {
      name: 'simplex-parities',
      source: 'Theorem 1.1',
      claim:
        'Synthetic data answer all queries of a class Q with an error of order √(log |Q| / n) plus one that falls like 1 / √(n ε).',
      look: 'All errors fall with more records. The plain two-player game has the largest. One pass, the method with a proof, has half of that, a little more than with all records in every step. From 4,000 records on, MWEM is as close to the population distribution as the records themselves.',
      view: { layout: 'ends', measure: 'populationQueryError' },
    },
    {
      name: 'simplex-records',
      source: 'Theorem 3.1',
      claim:
        'For bilinear losses the gap is of order √(ℓ/n) + (ℓ^{1.5} √log(1/δ) / (n ε))^{1/2}, with ℓ = log d_{x} + log d_{y}.',
      look: 'Look at the slopes: from 16,000 records on, all fall like 1 / √n, as proven, and differ only by factors. The paper’s own step sizes give more than four times the gap of step sizes from bounded ranges, and without privacy the gap is another nine times smaller.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-regression',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex; one use is fairness.',
      look: 'Watch the younger patients, for whom the starting point is worst: without privacy their loss halves. No constant prediction has a loss below 0.098 for the worse group. At epsilon 2, with these 442 patients, the model is on average about as good; at 4 and 8 it is better.',
      view: { measure: 'worstGroupLoss' },
    },
    {
      name: 'simplex-rock-paper-scissors',
      source: 'Algorithm 1',
      claim: 'Players show strategies that are drawn by their weights, instead of noisy weights.',
      look: 'A win with rock counts twice. Watch the triangles in the story: drawn vertices spiral towards playing paper half of the time. Noise on three numbers costs less, so DP-SGDA gets closer.',
      view: { measure: 'populationGap' },
    },
    {
      name: 'simplex-tasks',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex.',
      look: 'Each band runs from a model’s best task to its worst; 0 is like tossing a coin. Watch the worst task improve and the band close. Without privacy the worst task ends lowest: the difference is the price of privacy.',
      view: { measure: 'worstGroupLoss' },
    },
  ],
};
