import type { Experiment } from '../engine/types.ts';
import type { View } from '../store/state.ts';

export interface Preset {
  name: string;
  title: string;
  group: string;
  experiment: unknown;
  /** How it is meant to be seen, where that is not how the page opens. */
  view: Partial<View>;
  /** What to look at, in one sentence. */
  look: string;
}

type Showing = Pick<Preset, 'view' | 'look'>;

/** By evaluations of one record's gradient, methods with small batches and with all records compare. */
const byGradients: Partial<View> = { axis: 'gradientEvaluations' };

const figure: Showing = {
  view: {},
  look: 'In every panel, look where a curve stops falling: there its noise outweighs its progress.',
};
const published: Showing = {
  view: {},
  look: 'Look at the promise: with the noise as published, the true ε is larger than the paper asked for.',
};

/** What each preset is there to show; a test checks that none is forgotten. */
const showings: Readonly<Record<string, Showing>> = {
  quickstart: {
    view: {},
    look: 'Drag ε and look at the ends of the curves: less of it means more noise, and a larger gap.',
  },
  'figure-3': figure,
  'figure-4': figure,
  'figures-fast': figure,
  'figure-3-published': published,
  'figure-4-published': published,
  'figures-fast-published': published,
  'erm-figure-1-certified': {
    view: byGradients,
    look: 'At equal, certified privacy, look which method has the smaller gap after as many gradients.',
  },
  'erm-figure-1-paper': {
    view: byGradients,
    look: 'Look at the promise: it says what ε this noise is worth, whatever was asked for.',
  },
  'erm-figure-2-paper': {
    view: byGradients,
    look: 'Look at the promise, and at how far the curves fall before their noise takes over.',
  },
  'erm-frank-wolfe': {
    view: { layout: 'ends' },
    look: 'Every point is the end of a run: follow a method from small ε to large, and compare at equal ε.',
  },
  'erm-trade-off': {
    view: byGradients,
    look: 'At one number of gradients, look which curve is lowest: it makes the most of them at this ε.',
  },
  'kl-spider-rate': {
    view: { layout: 'ends', showBounds: true },
    look: 'Follow one power from few records to many: the higher it is, the slower the ends fall, just as the dashed promises do.',
  },
  'kl-adaptive-rate': {
    view: { layout: 'ends', showBounds: true },
    look: 'Look at the slopes: many noisy norms stop the run early; knowing γ and κ still wins at these n.',
  },
  'kl-proximal-stall': {
    view: { layout: 'ends' },
    look: 'Look how the distance between the two grows with n: one weight stalls where growing weights go on.',
  },
  'kl-rounds': {
    view: { layout: 'landscape' },
    look: 'Play it: every ring begins a round, whose steps are shorter than those of the round before.',
  },
  'kl-hyperbola': {
    view: { layout: 'landscape' },
    look: 'Play it: all points of the curved valley are minima, and noise decides where a run ends on it.',
  },
  'kl-wiggly': {
    view: { layout: 'landscape' },
    look: 'Play it: the slope is long on every side of the wiggles, so that no run is caught in them.',
  },
  'kl-your-data': {
    view: {},
    look: 'Look which curve ends lowest, and at the notes on what γ and κ rest on; Fixed noise is hard to beat.',
  },
  'solver-one-release': {
    view: { measure: 'objective', scale: 'linear' },
    look: 'Look at the note on bounds: 569 records are too few for phases, and DP-GD ends lower than either.',
  },
  'solver-auc': {
    view: { ...byGradients, measure: 'objective', scale: 'linear' },
    look: 'Look at the promise: one saddle point, certified unseen, is released once; at this ε either model ranks about 97 of 100 pairs of a positive and a negative rightly.',
  },
  'solver-race': {
    view: byGradients,
    look: 'All curves end at the same height: look how many gradients each solver took to come there.',
  },
  'solver-phases': {
    view: {},
    look: 'Look at the phases in the story: from one to the next the noise falls, as every certificate allows.',
  },
  'solver-many-records': {
    view: { layout: 'ends', measure: 'objective', scale: 'linear' },
    look: 'Follow one release and phases from few records to many: they cross, and DP-GD with well-chosen steps is lower still.',
  },
  'a9a-like': {
    view: { measure: 'accuracy' },
    look: 'Look at the share of right labels, and how it depends on the method at the same ε.',
  },
  'covertype-file': {
    view: {},
    look: 'Look how much gap is left at this ε when half a million records share the noise.',
  },
  'linear-regression': {
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
  ['Examples', () => true],
];

const files = import.meta.glob<Experiment>('../../../examples/*.json', {
  eager: true,
  import: 'default',
});

/** Every experiment file of the repository's examples; the one that the page opens with comes first. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([path, experiment]) => {
    const name =
      path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? path;
    const group = groups.find(([, isOf]) => isOf(name))![0];
    return { name, title: experiment.title ?? name, group, experiment, ...showings[name] };
  })
  .sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

function order({ group }: Preset): number {
  return groups.findIndex(([title]) => title === group);
}
