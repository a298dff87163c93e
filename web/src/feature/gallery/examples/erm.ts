import type { ExampleGroup } from '../example.ts';

export const erm: ExampleGroup = {
  title: 'DP-ERM revisited',
  about:
    'Wang, Ye and Xu, “Differentially Private Empirical Risk Minimization Revisited: Faster and More General”.',
  examples: [
    {
      name: 'erm-dimension',
      source: 'Theorem 5.4',
      claim:
        'On a convex body the error of DP-AccMD is of order √(G_C² + ‖C‖²) / (n ε), times a root of the distance: on an l1 ball it grows with log p, on an l2 ball with √p.',
      look: 'Follow both bodies from 10 coordinates to 1000. On the l1 ball the gap even falls, while its bound grows with log p: noise moves every weight a little, and the more weights there are, the less the squares of these moves add up to. On the l2 ball the gap grows faster than its bound, nearly with the power 3/4: the proof adds up the noise of all steps, and a quadratic forgets that of the early ones, so fewer steps in more dimensions save less.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-dimension-norms',
      source: 'Theorem 5.4',
      claim: 'Any function that is strongly convex in the norm of the body will do.',
      look: 'Look which of two functions for the same l1 ball ends lower: the p-norm has the slope of its bound, about log p, while the entropy of the vertices has a gap that does not grow. At a quarter of this ε the steps are fewer, and in 1000 dimensions what is left of the start hides this.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-doubling-rate',
      source: 'Theorem 4.4',
      claim: 'For convex losses the gap of DP-SVRG++ is of order √p / (n ε).',
      look: 'Follow one curvature from few records to many: the most curved problem falls with n squared, the flattest has hardly begun to fall, and every bound falls like 1 / n. A bound is for the worst problem of each n: the highest of the four ends at 250, 1000 and 4000 records falls with nearly the power -1, and no single problem keeps that power.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-figure-1-certified',
      source: 'Figure 1',
      claim: 'DP-SVRG outperforms DP-GD at the same ε.',
      look: 'At equal, certified privacy, see which method has the smaller gap after the same number of gradients.',
      view: { axis: 'gradientEvaluations' },
    },
    {
      name: 'erm-figure-1-paper',
      source: 'Figure 1',
      claim:
        'DP-SVRG with T = 15, m = 5000 and Barzilai-Borwein steps outperforms DP-GD with T = 1500.',
      look: 'Look at the guarantee: it states the true ε of this noise, whatever was asked for.',
      view: { axis: 'gradientEvaluations' },
    },
    {
      name: 'erm-figure-2-paper',
      source: 'Figure 2',
      claim:
        'DP-SVRG++ with T = 15, m = 10 and η = 0.01 outperforms DP-GD with T = 1000 and η = 0.1.',
      look: 'Look at the guarantee, and at how far the curves fall before the noise takes over.',
      view: { axis: 'gradientEvaluations' },
    },
    {
      name: 'erm-frank-wolfe',
      source: 'Theorem 5.4',
      claim:
        'On a convex body DP-AccMD reaches an error of order 1 / (n ε), times a width of the body, with about n^{1.5} √ε gradients.',
      look: 'Each point is the end of a run: follow a method from small to large ε, and compare methods at equal ε.',
      view: { layout: 'ends' },
    },
    {
      name: 'erm-gradient-dimension',
      source: 'Theorem 6.3',
      claim:
        'Without convexity the squared gradient of a random iterate is of order √(p log(1/δ)) / (n ε).',
      look: 'Follow both up with the root of the dimension. On this quadratic the bound is an equality: half of it is noise, the other half is the start, which one draw in T returns. The last iterate has noise alone, at half the height; its slope is a little less than 1/2 because T is a whole number, from 30 down to 7.',
      view: { layout: 'ends', measure: 'gradientNorm' },
    },
    {
      name: 'erm-gradient-rate',
      source: 'Theorem 6.3',
      claim:
        'Without convexity the squared gradient of a random iterate is of order √(p log(1/δ)) / (n ε).',
      look: 'Follow a random iterate down with about 1 / n. Its interval is wide because only a few draws meet an early step, where the gradient is long. Both slopes are a little flatter than -1: with few records noise carries points to where the loss flattens. The theorem says nothing of the last iterate, which ends lower.',
      view: { layout: 'ends', measure: 'gradientNorm' },
    },
    {
      name: 'erm-pl-rate',
      source: 'Theorem 6.2',
      claim:
        'Under the Polyak-Łojasiewicz condition the gap of DP-GD is of order p log²(n) / (n² ε²), without convexity.',
      look: 'Look at the slopes: with the number of steps of the theorem, which grows with log n, the gap falls a little slower than n squared, as its bound does; with 20 steps throughout it falls with n squared. The bound of the 20 steps does not fall, because it counts on no more slope than the condition promises, and most of this valley is steeper.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-printed-leak',
      source: 'Algorithm 3',
      claim: 'DP-AccMD is (ε, δ)-differentially private.',
      look: 'Look at the method as printed: its end is the same for every ε and in every run, for its last step has no noise. An audit tells two neighbouring data sets apart in every run. The repaired method pays for ε, and with the steps of the theorem its gap falls faster than its bound.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-rank-deficient',
      source: 'Theorem 6.2',
      claim:
        'The Polyak-Łojasiewicz condition holds for least squares of any rank, strongly convex or not.',
      look: 'Look at the slopes: rows of one group each and an intercept leave a flat direction, in which noise wanders without a cost. With 20 steps the gap falls with n squared, with the steps of the theorem more slowly, by log n. Squares have no bounded gradient on all of space, so gradients are clipped, at a length that none of them has here.',
      view: { layout: 'ends' },
    },
    {
      name: 'erm-svrg-rate',
      source: 'Theorem 4.2',
      claim: 'For strongly convex losses the gap of DP-SVRG is of order p log n / (n² ε²).',
      look: 'Look at the slopes: both are flatter than -2, because the noise of every step grows with the number of epochs, which is 5, 9 and 13 for means and 2, 6 and 10 for the logistic loss. Divided by it, both gaps fall with about the power -2.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'erm-trade-off',
      source: 'Theorem 4.2',
      claim: 'DP-SVRG reaches its error with about (n + L/μ) log(n ε μ / p) gradients.',
      look: 'Choose a number of gradients and see which curve is lowest there: this method makes the most of them at this ε.',
      view: { axis: 'gradientEvaluations' },
    },
  ],
};
