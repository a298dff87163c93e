import type { ExampleGroup } from '../example.ts';

export const simplices: ExampleGroup = {
  title: 'Games on simplices',
  about:
    'González, Guzmán and Paquette, “Mirror Descent Algorithms with Nearly Dimension-Independent Rates for Differentially-Private Stochastic Saddle-Point Problems”.',
  examples: [
    {
      name: 'simplex-arm',
      source: 'Theorem 4.2',
      claim: 'The excess of mirror descent on drawn vertices grows with powers of log d alone.',
      look: 'Follow the paper’s method and noisy gradients from 16 arms to 1024: noise wins among few arms, and loses between 256 and 1024. The least bound takes one vertex, which nearly always is the good arm: a loss that is linear has its best point there.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-arm-dimension',
      source: 'Theorem 4.2',
      claim: 'The excess of mirror descent on drawn vertices grows with powers of log d alone.',
      look: 'Follow drawn vertices up with the logarithm of the dimension, to 100,000 arms, while noise that grows with the root of it leaves both other methods no better than a guess. Among few arms they are ahead. The records are drawn whenever they are read: kept, they would take 6 GB.',
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
        'For second-order-smooth losses levels of vertices lift the rate from (1 / (n ε))^{2/5} to (1 / (n ε))^{1/2}, up to logarithms.',
      look: 'Follow one vertex towards its plateau near 0.1, and many vertices far below it; levels, whose exponent is the best of all, are far behind at every n that fits in a page.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-boosted',
      source: 'Theorem 3.20',
      claim:
        'Of several runs one is chosen privately; then the gap is bounded with probability 1 − β, for any β.',
      look: 'Both fall like 1 / √n: two runs on parts of the records, of which the better is chosen, cost a factor and buy a smaller chance of a bad one.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-dimension',
      source: 'Theorem 3.1',
      claim: 'The gap of drawn vertices grows with powers of log d alone.',
      look: 'Follow all from 4 strategies to 64: the gap of drawn vertices grows by a constant with every doubling. Noisy gradients that read each record once are ahead of it up to 8, DP-SGDA, which reads records often, up to 32; both grow by factors.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-kinked',
      source: 'Theorem 3.1',
      claim:
        'For losses that are first-order-smooth alone the gap is of order √(ℓ/n) + (ℓ^{1.5} √log(1/δ) / (n ε))^{1/3}.',
      look: 'Follow many vertices down: where a slope has a kink, averages of K vertices mislead like 1 / √K, and the theorem promises n to the power of -1/3; one vertex comes to rest at half of the weight. Levels say nothing yet at these n, and without privacy the gap falls like 1 / √n.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-least-squares',
      source: 'Theorem 4.2',
      claim:
        'Mirror descent has a rate in the l1 setting, too: √(log d / n) + log d / √(n ε) for second-order-smooth losses, up to logarithms.',
      look: 'Follow all: trees of small differences of gradients are well below averages of drawn vertices and noisy gradients, all of which read a record once; Frank-Wolfe on all records, which the theorems do not favour, is lower still.',
      view: { layout: 'ends', measure: 'populationExcess' },
    },
    {
      name: 'simplex-models',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex; one use is fairness.',
      look: 'Each of four measurements makes a model and its opposite; mixed in equal shares they are a coin, of loss 0. Watch the group that fares worse: from epsilon 1 on the right models gain, and without privacy the loss falls nearly twice as far as at epsilon 2.',
      view: { measure: 'worstGroupLoss' },
    },
    {
      name: 'simplex-parities',
      source: 'Theorem 1.1',
      claim:
        'Synthetic data answer all queries of a class Q with an error of order √(log |Q| / n) plus one that falls like 1 / √(n ε).',
      look: 'All fall with more records: the plain game of two players is highest, one pass, the method with a proof, half as high and a little above all records in every step, and MWEM from 4,000 records on as near to the law as the records themselves.',
      view: { layout: 'ends', measure: 'populationQueryError' },
    },
    {
      name: 'simplex-records',
      source: 'Theorem 3.1',
      claim:
        'For bilinear losses the gap is of order √(ℓ/n) + (ℓ^{1.5} √log(1/δ) / (n ε))^{1/2}, with ℓ = log d_{x} + log d_{y}.',
      look: 'Look at the slopes: from 16,000 records on all fall like 1 / √n, as proven, and differ by factors alone. The paper’s own step sizes cost more than four times the gap of those by bounded ranges, and no privacy at all is nine times better still.',
      view: { layout: 'ends', measure: 'populationGap' },
    },
    {
      name: 'simplex-regression',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex; one use is fairness.',
      look: 'Watch the younger patients, whom the start serves worst: without privacy their loss halves. No constant prediction has less than 0.098 for the worse group; at epsilon 2 these 442 patients just pay for the noise on average, at 4 and 8 the model is ahead.',
      view: { measure: 'worstGroupLoss' },
    },
    {
      name: 'simplex-rock-paper-scissors',
      source: 'Algorithm 1',
      claim: 'A player shows strategies drawn by their weights, instead of noisy weights.',
      look: 'A win with rock counts twice: watch the triangles in the story, where drawn vertices wind their way to paper half of the time; noise on three numbers costs less, and DP-SGDA gets closer.',
      view: { measure: 'populationGap' },
    },
    {
      name: 'simplex-tasks',
      source: 'Section 1.4',
      claim:
        'The largest of several losses is a saddle-point problem over a polytope and a simplex.',
      look: 'Each band runs from the task that a model does best at to the one that it does worst at, 0 being a coin: watch the worst fall and the band close. Without privacy the worst ends lowest: that distance is the price.',
      view: { measure: 'worstGroupLoss' },
    },
  ],
};
