import { riskSentence } from '../../privacy/words.ts';
import { weakestBudget } from '../../privacy/advice.ts';
import { algorithm, approximate, opening } from './recipes.ts';
import { inside, type Recipe, type Seen, type Step, type Story } from './step.ts';
import { count, endOf, number, percent, pointsOf } from './facts.ts';

/** What the dots say. */
function risk({ experiment, plan }: Seen): string {
  const budget = weakestBudget(experiment, plan);
  const { epsilon } = experiment.privacy;
  if (budget === null || epsilon === undefined) return '';
  return `At epsilon ${number(epsilon)} it is right ${riskSentence(budget, 2)} times.`;
}

/** How well the best method predicts, between its two levels. */
function predicts({ model, experiment }: Seen): string {
  const ends = model.series.flatMap((series) => endOf(series)?.y ?? []);
  const { epsilon } = experiment.privacy;
  const [free, blind] = [model.levels?.at(0), model.levels?.at(1)];
  if (ends.length === 0 || epsilon === undefined || !free || !blind) return '';
  const best = Math.max(...ends);
  return `At epsilon ${number(epsilon)} the best is right for ${percent(best)} of 100, ${free.label} ${percent(free.y)}, ${blind.label} ${percent(blind.y)}.`;
}

/** The first and the last end of the best curve over what is swept. */
function rises({ model }: Seen, at: (x: number) => string): string {
  const series = model.series
    .filter((one) => pointsOf(one).length > 1)
    .sort((one, other) => (endOf(other)?.y ?? 0) - (endOf(one)?.y ?? 0))
    .at(0);
  if (series === undefined || model.axis !== 'other') return '';
  const points = pointsOf(series);
  const [first, last] = [points[0], points.at(-1)!];
  if (last.y <= first.y) return '';
  return `${series.label} is right for ${percent(first.y)} of 100 ${at(first.x)}, and for ${percent(last.y)} ${at(last.x)}.`;
}

const onPlay = (epsilon: number, step: Pick<Step, 'text' | 'found' | 'look'>): Step => ({
  ...step,
  recipe: opening(epsilon),
  view: {},
  place: { view: 'play', lab: '' },
});

const overBudgets: Recipe = {
  preset: 'quickstart',
  edits: {
    title: 'The price of epsilon',
    sweep: [{ path: 'privacy.epsilon', values: [0.03, 0.1, 0.3, 1, 3, 10] }],
    'run.repeats': 10,
  },
};

const overRecords: Recipe = {
  preset: 'figures-fast',
  edits: {
    title: 'The same epsilon with more records',
    data: { kind: 'synthetic', name: 'two-classes', samples: 1000, features: 10, seed: 1 },
    problem: {
      loss: 'logistic',
      regularizer: { kind: 'l2', strength: 0.05 },
      constants: { initialGap: 0.7 },
    },
    privacy: { ...approximate(0.1), delta: 1e-6 },
    algorithms: [algorithm('dp-gd', 'DP-GD', { iterations: 20 })],
    'run.repeats': 10,
    'run.trace.points': 2,
    'run.diagnostics': ['objective', 'suboptimality', 'accuracy'],
    sweep: [{ path: 'data.samples', values: [250, 500, 1000, 2000, 4000, 8000, 16_000] }],
  },
};

export const price: Story = {
  id: 'price-of-epsilon',
  title: 'The price of epsilon',
  learn: 'How a small epsilon protects one person, and how it worsens the prediction.',
  steps: [
    onPlay(10, {
      text: 'Somebody guesses about one person’s record with even odds, and then sees the released model. Epsilon bounds how often the guess is right: count the dots.',
      found: risk,
      look: 'risk',
    }),
    onPlay(1, {
      text: 'A smaller epsilon means more noise in every step, and a guess gains less: look at the dots again.',
      found: risk,
      look: 'risk',
    }),
    onPlay(0.1, {
      text: 'Now look at the accuracy: noise that hides a person also hides the pattern.',
      found: predicts,
      look: 'chart',
    }),
    inside(overBudgets, {
      text: 'The whole price in one picture: each point is the end of ten runs at one epsilon.',
      found: (seen) => rises(seen, (epsilon) => `at epsilon ${number(epsilon)}`),
      view: { layout: 'ends', measure: 'heldOutAccuracy' },
      look: 'chart',
    }),
    inside(overRecords, {
      text: 'More people make up for it: each hides among more others, so the noise shrinks like 1/n at the same epsilon.',
      found: (seen) => rises(seen, (records) => `with ${count(records)} records`),
      view: { layout: 'ends', measure: 'accuracy' },
      look: 'chart',
    }),
  ],
};
