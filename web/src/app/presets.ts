import type { View } from '../store/state.ts';

export interface Preset {
  name: string;
  title: string;
  group: string;
  /** How it is meant to be seen, where that is not how the page opens. */
  view: Partial<View>;
  /** What to look at, in one sentence. */
  look: string;
}

type Showing = Pick<Preset, 'title' | 'view' | 'look'>;

/** By evaluations of one record's gradient, methods with small batches and with all records compare. */
const byGradients: Partial<View> = { axis: 'gradientEvaluations' };

const figure: Omit<Showing, 'title'> = {
  view: {},
  look: 'In every panel, look where a curve stops falling: there its noise outweighs its progress.',
};
const published: Omit<Showing, 'title'> = {
  view: {},
  look: 'Look at the promise: with the noise as published, the true ε is larger than the paper asked for.',
};

/** What each preset is called and there to show; a test checks that none is forgotten, and that files are called the same. */
const showings: Readonly<Record<string, Showing>> = {
  quickstart: {
    title: 'What does epsilon cost?',
    view: {},
    look: 'Drag ε and look at the ends of the curves: less of it means more noise, and a larger gap.',
  },
  'figure-3': { title: 'Figure 3: all records, correct noise', ...figure },
  'figure-4': { title: 'Figure 4: batches of 1000 records, correct noise', ...figure },
  'figures-fast': {
    title: 'Figures 3 and 4, fast: n = 10,000 and epsilon = 10 have the same noise',
    ...figure,
  },
  'figure-3-published': { title: 'Figure 3 as published: its true epsilon is 1.414', ...published },
  'figure-4-published': {
    title: 'Figure 4 as published: its true epsilon is above 1',
    ...published,
  },
  'figures-fast-published': {
    title: 'Figures 3 and 4, fast, as published: its true epsilon is 14.14',
    ...published,
  },
  'erm-figure-1-certified': {
    title:
      'DP-ERM Revisited, Figure 1, certified: DP-SVRG on mini-batches and DP-GD at equal privacy',
    view: byGradients,
    look: 'At equal, certified privacy, look which method has the smaller gap after as many gradients.',
  },
  'erm-figure-1-paper': {
    title:
      "DP-ERM Revisited, Figure 1, in the paper's style: one record per step, noise constant 8",
    view: byGradients,
    look: 'Look at the promise: it says what ε this noise is worth, whatever was asked for.',
  },
  'erm-figure-2-paper': {
    title:
      "DP-ERM Revisited, Figure 2, in the paper's style: no regularizer, one record per step, noise constant 8",
    view: byGradients,
    look: 'Look at the promise, and at how far the curves fall before their noise takes over.',
  },
  'erm-frank-wolfe': {
    title: 'Three methods for an l1 ball at equal certified privacy',
    view: { layout: 'ends' },
    look: 'Every point is the end of a run: follow a method from small ε to large, and compare at equal ε.',
  },
  'erm-trade-off': {
    title: 'Gap against gradient evaluations: all methods at equal certified privacy',
    view: byGradients,
    look: 'At one number of gradients, look which curve is lowest: it makes the most of them at this ε.',
  },
  'kl-spider-rate': {
    title: 'KL Spider: the flatter the minimum, the slower the rate',
    view: { layout: 'ends', showBounds: true },
    look: 'Follow one power from few records to many: the higher it is, the slower the ends fall, just as the dashed promises do.',
  },
  'kl-adaptive-rate': {
    title: 'Adaptive noisy GD: few noisy norms against many',
    view: { layout: 'ends', showBounds: true },
    look: 'Look at the slopes: many noisy norms stop the run early; knowing γ and κ still wins at these n.',
  },
  'kl-proximal-stall': {
    title: 'The proximal point method: one weight stalls, growing weights do not',
    view: { layout: 'ends' },
    look: 'Look how the distance between the two grows with n: one weight stalls where growing weights go on.',
  },
  'kl-rounds': {
    title: 'Inside KL Spider: targets, rounds, and a gradient that is followed',
    view: { layout: 'landscape' },
    look: 'Play it: every ring begins a round, whose steps are shorter than those of the round before.',
  },
  'kl-hyperbola': {
    title: 'Two layers, one minimum too many: private paths on a hyperbola',
    view: { layout: 'landscape' },
    look: 'Play it: all points of the curved valley are minima, and noise decides where a run ends on it.',
  },
  'kl-wiggly': {
    title: 'A wiggly valley: not convex, and every slope leads down',
    view: { layout: 'landscape' },
    look: 'Play it: the slope is long on every side of the wiggles, so that no run is caught in them.',
  },
  'kl-your-data': {
    title: 'Methods for the KL condition on your own kind of data',
    view: {},
    look: 'Look which curve ends lowest, and at the notes on what γ and κ rest on; Fixed noise is hard to beat.',
  },
  'solver-one-release': {
    title: 'Any solver, made private: one release or many phases',
    view: { measure: 'objective', scale: 'linear' },
    look: 'Look at the note on bounds: 569 records are too few for phases, and DP-GD ends lower than either.',
  },
  'solver-auc': {
    title: 'AUC maximization: positives ranked above negatives',
    view: { ...byGradients, measure: 'auc' },
    look: 'Look at the AUC: one saddle point, certified unseen and released once, ranks as well as many noisy steps.',
  },
  'solver-race': {
    title: 'Solver race: one private answer, whoever finds it',
    view: byGradients,
    look: 'All curves end at the same height: look how many gradients each solver took, and race them without privacy in the story.',
  },
  'solver-phases': {
    title: 'Phase by phase: blocks of records, noise and certificates',
    view: {},
    look: 'Look at the phases in the story: from one to the next the noise falls, as every certificate allows.',
  },
  'solver-many-records': {
    title: 'Phases pay off with many records and a small budget',
    view: { layout: 'ends', measure: 'objective', scale: 'linear' },
    look: 'Follow one release and phases from few records to many: they cross, and DP-GD with well-chosen steps is lower still.',
  },
  'solver-mean-rate': {
    title: 'Estimating a mean: error falls with n squared, then with n',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'Follow one release: it falls with the square of n while noise is all its error, and then meets what n records can tell.',
  },
  'solver-linear-rate': {
    title: 'One direction in fifty: phases against one release and phased SGD',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'At this tilt one release still leans on its regularizer where phases have found the direction; the tilt decides, so change it and look again.',
  },
  'solver-population': {
    title: 'Logistic regression measured on its population, not on its records',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'Phases pass one release and keep pace with phased SGD; DP-SGD, which needs far more gradients, ends lower than all of them here.',
  },
  'solver-coupling': {
    title: 'What coupling does to a released saddle point',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'The noise is the same in all: the gap grows by the factor 1 + a² / (μx μy), for the other player answers every error.',
  },
  'solver-bilinear': {
    title: 'No curvature at all: a bilinear saddle problem by five private methods',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'Look at the pull: the one that is proven best hardly lets phases leave their start at these n, a weaker one does, and DP-SGDA ends lowest.',
  },
  'solver-strong-weak': {
    title: 'Strong gap and dimension: what no single run can show of the weak gap',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'The gap of every run grows with d, for it answers each of d errors; averaged over fresh runs first, as the weak gap is, most of them cancel.',
  },
  'solver-concavity': {
    title: 'When concavity pays: publishing x alone or x and y',
    view: { layout: 'ends', measure: 'primalGap' },
    look: 'Follow μy: below about L / (D √n) it is better to publish x and y, above it x alone, whose noise shrinks with concavity.',
  },
  'solver-noise-ladder': {
    title: 'A ladder of noise: what each proof is worth',
    view: { measure: 'populationExcess' },
    look: 'Every bar has the same promise: from a classic to a sharp proof, and to a nearer solution, the noise and the error fall.',
  },
  'solver-certificate': {
    title: "Certified or expected: what a solution's accuracy rests on",
    view: { measure: 'populationExcess' },
    look: 'Both end at the same height with the same noise: look how many gradients a theorem asks for where a certificate stops as soon as it can.',
  },
  'solver-anatomy': {
    title: 'Anatomy of phases: noise halves as the pull to the last point doubles',
    view: { measure: 'populationExcess' },
    look: 'Look at the phases in the story: of equal blocks the noise halves every time, as the pull to the last point doubles.',
  },
  'simplex-dimension': {
    title: 'A game on simplices: nearly free of dimension',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'Follow all from 4 strategies to 64: the gap of drawn vertices grows by a constant with every doubling. Noisy gradients that read each record once are ahead of it up to 8, DP-SGDA, which reads records often, up to 32; both grow by factors.',
  },
  'simplex-rock-paper-scissors': {
    title: 'Rock, paper, scissors',
    view: { measure: 'populationGap' },
    look: 'A win with rock counts twice: watch the triangles in the story, where drawn vertices wind their way to paper half of the time; noise on three numbers costs less, and DP-SGDA gets closer.',
  },
  'synthetic-breast-cancer': {
    title: 'Synthetic records of patients: six measurements in thirds, and the diagnosis',
    view: { layout: 'ends', measure: 'marginalError2' },
    look: 'Follow both methods from ε = 0.5 to 2: their tables of two columns come ever closer to the real ones, and MWEM is ahead at every ε.',
  },
  'synthetic-digits': {
    title: 'Synthetic digits: six pixels of a handwritten image, and which digit it is',
    view: { layout: 'ends', measure: 'marginalError2' },
    look: 'A table of equal shares is off by 0.2: MWEM is below half of that at ε = 0.5 already, the method of the theorem only at 2.',
  },
  'simplex-records': {
    title: 'A game on simplices: the price of few records',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'Look at the slopes: from 16,000 records on all fall like 1 / √n, as proven, and differ by factors alone. The paper’s own step sizes cost more than four times the gap of those by bounded ranges, and no privacy at all is nine times better still.',
  },
  'simplex-bias': {
    title: 'The bias of few vertices: a plateau that more of them lift',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'Follow one vertex towards its plateau near 0.1, and many vertices far below it; levels, whose exponent is the best of all, are far behind at every n that fits in a page.',
  },
  'simplex-parities': {
    title: 'Synthetic data for parities: one pass, all records, or one query at a time',
    view: { layout: 'ends', measure: 'populationQueryError' },
    look: 'All fall with more records: the plain game of two players is highest, one pass, the method with a proof, half as high and a little above all records in every step, and MWEM from 4,000 records on as near to the law as the records themselves.',
  },
  'simplex-tasks': {
    title: 'One sparse model for eight tasks: how the worst of them fares',
    view: { measure: 'worstGroupLoss' },
    look: 'Each band runs from the task that a model does best at to the one that it does worst at, 0 being a coin: watch the worst fall and the band close.',
  },
  'simplex-boosted': {
    title: 'A game on simplices: one of several runs, chosen privately',
    view: { layout: 'ends', measure: 'populationGap' },
    look: 'Both fall like 1 / √n: two runs on parts of the records, of which the better is chosen, cost a factor and buy a smaller chance of a bad one.',
  },
  'simplex-arm-records': {
    title: 'The best of many arms: drawn averages of a linear loss',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'Follow the excess down: with the theorem’s schedule it falls nearly like 1 / √n, a little slower while records are few.',
  },
  'simplex-least-squares': {
    title: 'Least squares on a simplex: drawn averages, noisy gradients and Frank-Wolfe',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'Follow all: trees of small differences of gradients are well below averages of drawn vertices and noisy gradients, all of which read a record once; Frank-Wolfe on all records, which the theorems do not favour, is lower still.',
  },
  'simplex-arm': {
    title: 'One good arm among many: drawn vertices against noisy gradients',
    view: { layout: 'ends', measure: 'populationExcess' },
    look: 'Follow the paper’s method and noisy gradients from 16 arms to 1024: noise wins among few arms, and loses between 256 and 1024. The least bound takes one vertex, which nearly always is the good arm: a loss that is linear has its best point there.',
  },
  'a9a-like': {
    title: 'Sparse one-hot records, logistic regression',
    view: { measure: 'accuracy' },
    look: 'Look at the share of right labels, and how it depends on the method at the same ε.',
  },
  'covertype-file': {
    title: 'Covertype: lodgepole pine against the rest (your copy of covtype.data)',
    view: {},
    look: 'Look how much gap is left at this ε when half a million records share the noise.',
  },
  'linear-regression': {
    title: 'Linear regression on diabetes, clipped gradients',
    view: {},
    look: 'Change the gradient clip and look: a short one cuts gradients off, a long one needs more noise.',
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

function order({ group }: Preset): number {
  return groups.findIndex(([title]) => title === group);
}
