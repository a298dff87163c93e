// What to look at in each preset, in one sentence; they come with the first one that is chosen.
const figure =
  'In every panel, look where a curve stops falling: there its noise outweighs its progress.';
const published =
  'Look at the promise: with the noise as published, the true ε is larger than the paper asked for.';

export const looks: Readonly<Record<string, string>> = {
  quickstart:
    'Drag ε and look at the ends of the curves: less of it means more noise, and a larger gap.',
  'figure-3': figure,
  'figure-3-published': published,
  'figure-4': figure,
  'figure-4-published': published,
  'figures-fast': figure,
  'figures-fast-published': published,
  'erm-figure-1-certified':
    'At equal, certified privacy, look which method has the smaller gap after as many gradients.',
  'erm-figure-1-paper':
    'Look at the promise: it says what ε this noise is worth, whatever was asked for.',
  'erm-figure-2-paper':
    'Look at the promise, and at how far the curves fall before their noise takes over.',
  'erm-frank-wolfe':
    'Every point is the end of a run: follow a method from small ε to large, and compare at equal ε.',
  'erm-trade-off':
    'At one number of gradients, look which curve is lowest: it makes the most of them at this ε.',
  'kl-adaptive-rate':
    'Look at the slopes: many noisy norms stop the run early; knowing γ and κ still wins at these n.',
  'kl-hyperbola':
    'Play it: all points of the curved valley are minima, and noise decides where a run ends on it.',
  'kl-proximal-stall':
    'Look how the distance between the two grows with n: one weight stalls where growing weights go on.',
  'kl-rounds':
    'Play it: every ring begins a round, whose steps are shorter than those of the round before.',
  'kl-spider-rate':
    'Follow one power from few records to many: the higher it is, the slower the ends fall, just as the dashed promises do.',
  'kl-wiggly':
    'Play it: the slope is long on every side of the wiggles, so that no run is caught in them.',
  'kl-your-data':
    'Look which curve ends lowest, and at the notes on what γ and κ rest on; Fixed noise is hard to beat.',
  'solver-anatomy':
    'Look at the phases in the story: of equal blocks the noise halves every time, as the pull to the last point doubles.',
  'solver-auc':
    'Look at the AUC: one saddle point, certified unseen and released once, ranks as well as many noisy steps.',
  'solver-bilinear':
    'Look at the pull: the one that is proven best hardly lets phases leave their start at these n, a weaker one does, and DP-SGDA ends lowest.',
  'solver-certificate':
    'Both end at the same height with the same noise: look how many gradients a theorem asks for where a certificate stops as soon as it can.',
  'solver-concavity':
    'Follow μy: below about L / (D √n) it is better to publish x and y, above it x alone, whose noise shrinks with concavity.',
  'solver-coupling':
    'The noise is the same in all: the gap grows by the factor 1 + a² / (μx μy), for the other player answers every error.',
  'solver-linear-rate':
    'At this tilt one release still leans on its regularizer where phases have found the direction; the tilt decides, so change it and look again.',
  'solver-many-records':
    'Follow one release and phases from few records to many: they cross, and DP-GD with well-chosen steps is lower still.',
  'solver-mean-rate':
    'Follow one release: it falls with the square of n while noise is all its error, and then meets what n records can tell.',
  'solver-noise-ladder':
    'Every bar has the same promise: from a classic to a sharp proof, and to a nearer solution, the noise and the error fall.',
  'solver-one-release':
    'Look at the note on bounds: 569 records are too few for phases, and DP-GD ends lower than either.',
  'solver-phases':
    'Look at the phases in the story: from one to the next the noise falls, as every certificate allows.',
  'solver-population':
    'Phases pass one release and keep pace with phased SGD; DP-SGD, which needs far more gradients, ends lower than all of them here.',
  'solver-race':
    'All curves end at the same height: look how many gradients each solver took, and race them without privacy in the story.',
  'solver-strong-weak':
    'The gap of every run grows with d, for it answers each of d errors; averaged over fresh runs first, as the weak gap is, most of them cancel.',
  'simplex-arm':
    'Follow the paper’s method and noisy gradients from 16 arms to 1024: noise wins among few arms, and loses between 256 and 1024. The least bound takes one vertex, which nearly always is the good arm: a loss that is linear has its best point there.',
  'simplex-arm-dimension':
    'Follow drawn vertices up with the logarithm of the dimension, to 100,000 arms, while noise that grows with the root of it leaves both other methods no better than a guess. Among few arms they are ahead. The records are drawn whenever they are read: kept, they would take 6 GB.',
  'simplex-arm-records':
    'Follow the excess down: with the theorem’s schedule it falls nearly like 1 / √n, a little slower while records are few.',
  'simplex-bias':
    'Follow one vertex towards its plateau near 0.1, and many vertices far below it; levels, whose exponent is the best of all, are far behind at every n that fits in a page.',
  'simplex-boosted':
    'Both fall like 1 / √n: two runs on parts of the records, of which the better is chosen, cost a factor and buy a smaller chance of a bad one.',
  'simplex-dimension':
    'Follow all from 4 strategies to 64: the gap of drawn vertices grows by a constant with every doubling. Noisy gradients that read each record once are ahead of it up to 8, DP-SGDA, which reads records often, up to 32; both grow by factors.',
  'simplex-kinked':
    'Follow many vertices down: where a slope has a kink, averages of K vertices mislead like 1 / √K, and the theorem promises n to the power of -1/3; one vertex comes to rest at half of the weight. Levels say nothing yet at these n, and without privacy the gap falls like 1 / √n.',
  'simplex-least-squares':
    'Follow all: trees of small differences of gradients are well below averages of drawn vertices and noisy gradients, all of which read a record once; Frank-Wolfe on all records, which the theorems do not favour, is lower still.',
  'simplex-models':
    'Each of four measurements makes a model and its opposite; mixed in equal shares they are a coin, of loss 0. Watch the group that fares worse: from epsilon 1 on the right models gain, and without privacy the loss falls nearly twice as far as at epsilon 2.',
  'simplex-parities':
    'All fall with more records: the plain game of two players is highest, one pass, the method with a proof, half as high and a little above all records in every step, and MWEM from 4,000 records on as near to the law as the records themselves.',
  'simplex-records':
    'Look at the slopes: from 16,000 records on all fall like 1 / √n, as proven, and differ by factors alone. The paper’s own step sizes cost more than four times the gap of those by bounded ranges, and no privacy at all is nine times better still.',
  'simplex-regression':
    'Watch the younger patients, whom the start serves worst: without privacy their loss halves. No constant prediction has less than 0.098 for the worse group; at epsilon 2 these 442 patients just pay for the noise on average, at 4 and 8 the model is ahead.',
  'simplex-rock-paper-scissors':
    'A win with rock counts twice: watch the triangles in the story, where drawn vertices wind their way to paper half of the time; noise on three numbers costs less, and DP-SGDA gets closer.',
  'simplex-tasks':
    'Each band runs from the task that a model does best at to the one that it does worst at, 0 being a coin: watch the worst fall and the band close. Without privacy the worst ends lowest: that distance is the price.',
  'synthetic-breast-cancer':
    'Follow both methods from ε = 0.5 to 2: their tables of two columns come ever closer to the real ones, and MWEM is ahead at every ε.',
  'synthetic-digits':
    'A table of equal shares is off by 0.2: MWEM is below half of that at ε = 0.5 already, the method of the theorem only at 2.',
  'a9a-like': 'Look at the share of right labels, and how it depends on the method at the same ε.',
  'covertype-file':
    'Look how much gap is left at this ε when half a million records share the noise.',
  digits:
    'Compare the accuracy on rows that no run has seen with that on the rows it learned from: noise leaves little to overfit.',
  'least-squares':
    'Look at the ends: at every ε noisy moments come nearest to the line without privacy.',
  'linear-regression':
    'Change the gradient clip and look: a short one cuts gradients off, a long one needs more noise.',
};
