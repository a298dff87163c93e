import type { ExampleGroup } from '../example.ts';

export const erm: ExampleGroup = {
  title: 'DP-ERM revisited',
  about:
    'Wang, Ye and Xu, “Differentially Private Empirical Risk Minimization Revisited: Faster and More General”.',
  examples: [
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
      name: 'erm-trade-off',
      source: 'Theorem 4.2',
      claim: 'DP-SVRG reaches its error with about (n + L/μ) log(n ε μ / p) gradients.',
      look: 'Choose a number of gradients and see which curve is lowest there: this method makes the most of them at this ε.',
      view: { axis: 'gradientEvaluations' },
    },
  ],
};
