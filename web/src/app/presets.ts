import type { View } from '../store/state.ts';

export interface Preset {
  name: string;
  title: string;
  group: string;
  /** How it is meant to be seen, where that is not how the page opens. */
  view: Partial<View>;
}

type Showing = Pick<Preset, 'title' | 'view'>;

/** By evaluations of one record's gradient, methods with small batches and with all records compare. */
const byGradients: Partial<View> = { axis: 'gradientEvaluations' };

/** What each preset is called and how it is shown; a test checks that none is forgotten, and that files are called the same. */
const showings: Readonly<Record<string, Showing>> = {
  quickstart: {
    title: 'What does epsilon cost?',
    view: {},
  },
  'figure-3': { title: 'Figure 3: all records, correct noise', view: {} },
  'figure-4': { title: 'Figure 4: batches of 1000 records, correct noise', view: {} },
  'figures-fast': {
    title: 'Figures 3 and 4, fast: n = 10,000 and epsilon = 10 have the same noise',
    view: {},
  },
  'figure-3-published': { title: 'Figure 3 as published: its true epsilon is 1.414', view: {} },
  'figure-4-published': {
    title: 'Figure 4 as published: its true epsilon is above 1',
    view: {},
  },
  'figures-fast-published': {
    title: 'Figures 3 and 4, fast, as published: its true epsilon is 14.14',
    view: {},
  },
  'erm-figure-1-certified': {
    title:
      'DP-ERM Revisited, Figure 1, certified: DP-SVRG on mini-batches and DP-GD at equal privacy',
    view: byGradients,
  },
  'erm-figure-1-paper': {
    title:
      "DP-ERM Revisited, Figure 1, in the paper's style: one record per step, noise constant 8",
    view: byGradients,
  },
  'erm-figure-2-paper': {
    title:
      "DP-ERM Revisited, Figure 2, in the paper's style: no regularizer, one record per step, noise constant 8",
    view: byGradients,
  },
  'erm-frank-wolfe': {
    title: 'Three methods for an l1 ball at equal certified privacy',
    view: { layout: 'ends' },
  },
  'erm-trade-off': {
    title: 'Gap against gradient evaluations: all methods at equal certified privacy',
    view: byGradients,
  },
  'kl-spider-rate': {
    title: 'KL Spider: the flatter the minimum, the slower the rate',
    view: { layout: 'ends', showBounds: true },
  },
  'kl-adaptive-rate': {
    title: 'Adaptive noisy GD: few noisy norms against many',
    view: { layout: 'ends', showBounds: true },
  },
  'kl-proximal-stall': {
    title: 'The proximal point method: one weight stalls, growing weights do not',
    view: { layout: 'ends' },
  },
  'kl-rounds': {
    title: 'Inside KL Spider: targets, rounds, and a gradient that is followed',
    view: { layout: 'landscape' },
  },
  'kl-hyperbola': {
    title: 'Two layers, one minimum too many: private paths on a hyperbola',
    view: { layout: 'landscape' },
  },
  'kl-wiggly': {
    title: 'A wiggly valley: not convex, and every slope leads down',
    view: { layout: 'landscape' },
  },
  'kl-your-data': {
    title: 'Methods for the KL condition on your own kind of data',
    view: {},
  },
  'solver-one-release': {
    title: 'Any solver, made private: one release or many phases',
    view: { measure: 'objective', scale: 'linear' },
  },
  'solver-auc': {
    title: 'AUC maximization: positives ranked above negatives',
    view: { ...byGradients, measure: 'auc' },
  },
  'solver-race': {
    title: 'Solver race: one private answer, whoever finds it',
    view: byGradients,
  },
  'solver-phases': {
    title: 'Phase by phase: blocks of records, noise and certificates',
    view: {},
  },
  'solver-many-records': {
    title: 'Phases pay off with many records and a small budget',
    view: { layout: 'ends', measure: 'objective', scale: 'linear' },
  },
  'solver-mean-rate': {
    title: 'Estimating a mean: error falls with n squared, then with n',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'solver-linear-rate': {
    title: 'One direction in fifty: phases against one release and phased SGD',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'solver-population': {
    title: 'Logistic regression measured on its population, not on its records',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'solver-coupling': {
    title: 'What coupling does to a released saddle point',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'solver-bilinear': {
    title: 'No curvature at all: a bilinear saddle problem by five private methods',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'solver-strong-weak': {
    title: 'Strong gap and dimension: what no single run can show of the weak gap',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'solver-concavity': {
    title: 'When concavity pays: publishing x alone or x and y',
    view: { layout: 'ends', measure: 'primalGap' },
  },
  'solver-noise-ladder': {
    title: 'A ladder of noise: what each proof is worth',
    view: { measure: 'populationExcess' },
  },
  'solver-certificate': {
    title: "Certified or expected: what a solution's accuracy rests on",
    view: { measure: 'populationExcess' },
  },
  'solver-anatomy': {
    title: 'Anatomy of phases: noise halves as the pull to the last point doubles',
    view: { measure: 'populationExcess' },
  },
  'simplex-dimension': {
    title: 'A game on simplices: nearly free of dimension',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'simplex-rock-paper-scissors': {
    title: 'Rock, paper, scissors',
    view: { measure: 'populationGap' },
  },
  'synthetic-breast-cancer': {
    title: 'Synthetic records of patients: six measurements in thirds, and the diagnosis',
    view: { layout: 'ends', measure: 'marginalError2' },
  },
  'synthetic-digits': {
    title: 'Synthetic digits: six pixels of a handwritten image, and which digit it is',
    view: { layout: 'ends', measure: 'marginalError2' },
  },
  'simplex-records': {
    title: 'A game on simplices: the price of few records',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'simplex-bias': {
    title: 'The bias of few vertices: a plateau that more of them lift',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'simplex-kinked': {
    title: 'A loss with a kink: first-order smoothness alone',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'simplex-parities': {
    title: 'Synthetic data for parities: one pass, all records, or one query at a time',
    view: { layout: 'ends', measure: 'populationQueryError' },
  },
  'simplex-tasks': {
    title: 'One sparse model for eight tasks: how the worst of them fares',
    view: { measure: 'worstGroupLoss' },
  },
  'simplex-models': {
    title: 'Eight public models, four of them wrong: what two groups of patients say of them',
    view: { measure: 'worstGroupLoss' },
  },
  'simplex-regression': {
    title: 'A regression for the age group that it serves worse: 442 patients',
    view: { measure: 'worstGroupLoss' },
  },
  'simplex-boosted': {
    title: 'A game on simplices: one of several runs, chosen privately',
    view: { layout: 'ends', measure: 'populationGap' },
  },
  'simplex-arm-records': {
    title: 'The best of many arms: drawn averages of a linear loss',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'simplex-least-squares': {
    title: 'Least squares on a simplex: drawn averages, noisy gradients and Frank-Wolfe',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'simplex-arm': {
    title: 'One good arm among many: drawn vertices against noisy gradients',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'simplex-arm-dimension': {
    title: 'Up to 100,000 arms: what grows with the dimension, and what with its logarithm',
    view: { layout: 'ends', measure: 'populationExcess' },
  },
  'a9a-like': {
    title: 'Sparse one-hot records, logistic regression',
    view: { measure: 'accuracy' },
  },
  'covertype-file': {
    title: 'Covertype: lodgepole pine against the rest (your copy of covtype.data)',
    view: {},
  },
  digits: {
    title: 'Ten digits, judged on rows held out',
    view: { measure: 'heldOutAccuracy' },
  },
  'linear-regression': {
    title: 'Linear regression on diabetes, clipped gradients',
    view: {},
  },
  'least-squares': {
    title: 'Linear regression on diabetes: noisy moments, a noisy objective, noisy gradients',
    view: { layout: 'ends', measure: 'r2' },
  },
};

/** In the order of the list, and which files belong to each. */
const groups: readonly (readonly [title: string, isOf: (name: string) => boolean])[] = [
  ['Start', (name) => name === 'quickstart'],
  ['Figures: accelerated methods', (name) => name.startsWith('figure')],
  ['Figures: DP-ERM revisited', (name) => name.startsWith('erm-')],
  ['Non-convex: the KL condition', (name) => name.startsWith('kl-')],
  ['Any solver made private', (name) => name.startsWith('solver-')],
  ['Games on simplices', (name) => name.startsWith('simplex-')],
  ['Synthetic data', (name) => name.startsWith('synthetic-')],
  ['Examples', () => true],
];

/** Every experiment file of the repository's examples; the one that the page opens with comes first. */
export const presets: readonly Preset[] = Object.entries(showings)
  .map(([name, showing]) => {
    const group = groups.find(([, isOf]) => isOf(name))![0];
    return { name, group, ...showing };
  })
  .sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

/** The experiment of a preset; they come with the first one that is chosen. */
export async function presetExperiment(name: string): Promise<unknown> {
  const { examples } = await import('./examples.ts');
  return examples[name];
}

/** What to look at in it, in one sentence. */
export async function presetLook(name: string): Promise<string> {
  const { looks } = await import('./preset-looks.ts');
  return looks[name] ?? '';
}

function order({ group }: Preset): number {
  return groups.findIndex(([title]) => title === group);
}
