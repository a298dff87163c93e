import {
  count,
  curveOf,
  endsOf,
  gap,
  isCertified,
  isClear,
  number,
  overspent,
  pointsOf,
  timesText,
} from './facts.ts';
import { algorithm, manyRecords, revisited } from './recipes.ts';
import { inside, type Recipe, type Seen, type Story } from './step.ts';

const [reduced, plain, longer] = ['DP-SVRG', 'DP-GD, T = 12', 'DP-GD, T = 30'];
const [classic, sharpest] = ['Classic Gaussian', 'Tolerance 0.01'];

const svrg = (batchSize: number, innerIterations: number, stepSize: number) =>
  algorithm('dp-svrg', reduced, {
    epochs: 3,
    innerIterations,
    batchSize,
    stepSize,
    theory: 'none',
  });
const gd = (label: string, iterations: number) => algorithm('dp-gd', label, { iterations });
const single = [svrg(1, 1500, 0.125), gd(plain, 12)];

function wins({ model }: Seen): string {
  const ends = endsOf(model, reduced, plain);
  if (ends === null || model.axis !== 'gradientEvaluations') return '';
  const [one, other] = ends;
  if (!isClear(other.y / one.y) || one.x > other.x) return '';
  return `${reduced} ends ${timesText(other.y / one.y)} lower, at ${gap(one.y)}, after ${count(one.x)} gradients; ${plain} reads ${count(other.x)}.`;
}

function costs(seen: Seen): string {
  const found = overspent(seen);
  if (found === null) return '';
  return `The noise of ${found.one.label} is worth epsilon ${number(found.true)}, though ${number(found.asked)} was asked for.`;
}

function ruined(seen: Seen): string {
  const curve = curveOf(seen.model, reduced);
  const points = curve ? pointsOf(curve) : [];
  if (points.length < 2 || !isCertified(seen)) return '';
  const [start, end] = [points[0], points.at(-1)!];
  if (end.y <= start.y) return '';
  return `${reduced} starts at ${gap(start.y)} and ends at ${gap(end.y)}: worse than doing nothing.`;
}

function together(seen: Seen): string {
  const { model } = seen;
  const ends = endsOf(model, reduced, plain);
  const last = endsOf(model, reduced, longer)?.[1];
  if (ends === null || last === undefined || !isCertified(seen)) return '';
  const [one, other] = ends;
  if (model.axis !== 'gradientEvaluations' || !isClear(other.y / one.y)) return '';
  if (one.x > other.x * 1.001) return '';
  const more = last.y < one.y ? ` With ${count(last.x)} gradients DP-GD is lower still.` : '';
  return `After ${count(one.x)} gradients ${reduced} ends at ${gap(one.y)}, ${plain} at ${gap(other.y)}.${more}`;
}

/** What the sharper proof is worth at the last budget. */
function ladder(seen: Seen): string {
  const { model } = seen;
  const ends = endsOf(model, classic, sharpest);
  if (ends === null || model.axis !== 'other' || !isCertified(seen)) return '';
  const [one, other] = ends;
  if (!isClear(one.y / other.y)) return '';
  return `At epsilon ${number(one.x)} “${classic}” leaves ${gap(one.y)}, “${sharpest}” ${gap(other.y)}.`;
}

const paper = revisited({
  title: 'Variance reduction with noise by an unchecked formula',
  privacy: { ...manyRecords, calibration: 'paper', noiseConstant: 8 },
  algorithms: single,
});
const proofs: Recipe = {
  preset: 'solver-noise-ladder',
  edits: {
    'data.samples': 3000,
    'run.repeats': 5,
    sweep: [{ path: 'privacy.epsilon', values: [0.1, 0.2, 0.4, 0.8] }],
  },
};

export const proof: Story = {
  id: 'what-a-proof-costs',
  title: 'What a proof costs',
  learn: 'How variance reduction performs before its privacy is proven, and after.',
  steps: [
    inside(paper, {
      text: 'Before: variance reduction reads one record per step, and its noise comes from a formula whose conditions nobody has checked.',
      found: wins,
      view: { axis: 'gradientEvaluations' },
      look: 'chart',
    }),
    inside(paper, {
      text: 'Look at the guarantee. The theorem behind the formula covers one record per step only in very long runs (Wang et al., Theorem 4.1).',
      found: costs,
      view: { axis: 'gradientEvaluations' },
      look: 'promise',
    }),
    inside(revisited({ title: 'Variance reduction with certified noise', algorithms: single }), {
      text: 'After: the same steps with noise that is proven to keep epsilon. With one record per step, a record has no others to hide among.',
      found: ruined,
      view: { axis: 'gradientEvaluations' },
      look: 'chart',
    }),
    inside(
      revisited({
        title: 'Variance reduction in batches of 300',
        algorithms: [svrg(300, 100, 1), gd(plain, 12), gd(longer, 30)],
        'run.repeats': 3,
      }),
      {
        text: 'Batches of 300 records solve this: they need less noise, and the guarantee holds.',
        found: together,
        view: { axis: 'gradientEvaluations' },
        look: 'chart',
      },
    ),
    inside(proofs, {
      text: 'Proofs differ, too: at the same epsilon, a sharper proof and a solution with a closer certificate need less noise for the same kind of answer.',
      found: ladder,
      view: { layout: 'ends', measure: 'populationExcess' },
      look: 'chart',
    }),
  ],
};
