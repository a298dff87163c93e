import type { ExampleGroup } from '../example.ts';

export const kl: ExampleGroup = {
  title: 'Not convex: the KL condition',
  about:
    'Menart, Ullah, Arora, Bassily and Guzmán, “Differentially Private Non-Convex Optimization under the KL Condition with Optimal Rates”.',
  examples: [
    {
      name: 'kl-adaptive-rate',
      source: 'Theorem 4',
      claim:
        'Without knowing γ or κ the gap falls like (√d / (n √ρ))^{2κ/(4−κ)} + (1 / (n √ρ))^{κ/2}, up to logarithms.',
      look: 'Look at the slopes: many noisy norms stop the run early, so at these n a method that knows γ and κ still wins.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'kl-hyperbola',
      source: 'Theorem 1',
      claim: 'The rate needs the KL condition but not convexity.',
      look: 'Play it: all points of the curved valley are minima, and noise decides where a run ends on it.',
      view: { layout: 'landscape' },
    },
    {
      name: 'kl-proximal-stall',
      source: 'Theorem 2',
      claim:
        'For κ ≥ 2 the proximal point method, with one weight throughout, has a gap of (√d / (n √ρ))^{κ}, up to logarithms.',
      look: 'See how the distance between the two grows with n: with one weight the method stalls, with growing weights it does not.',
      view: { layout: 'ends' },
    },
    {
      name: 'kl-rounds',
      source: 'Algorithm 1',
      claim:
        'Each round sets a target for the gap, takes a fresh noisy gradient, follows its changes, and stops when the gradient is small for the target.',
      look: 'Play it: each ring marks a new round, whose steps are shorter than those of the previous round.',
      view: { layout: 'landscape' },
    },
    {
      name: 'kl-spider-rate',
      source: 'Theorem 1',
      claim: 'For 1 ≤ κ ≤ 2 the gap of KL Spider falls like (√d / (n √ρ))^{κ}, up to logarithms.',
      look: 'Follow one power from few records to many: the higher it is, the more slowly the ends fall, and so do the dashed bounds.',
      view: { layout: 'ends', showBounds: true },
    },
    {
      name: 'kl-wiggly',
      source: 'Theorem 1',
      claim: 'The rate needs the KL condition but not convexity: every slope has to lead down.',
      look: 'Play it: the slope on every side of the wiggles is long, so no run is caught in them.',
      view: { layout: 'landscape' },
    },
    {
      name: 'kl-your-data',
      source: 'Section 1',
      claim:
        'The Polyak-Łojasiewicz condition is the KL condition with κ = 2; here the l2 term of a logistic regression gives it.',
      look: 'See which curve ends lowest, and read the notes on what γ and κ rest on. Fixed noise is hard to beat.',
    },
  ],
};
