import { auditText, endOf, number, overspent, pointsOf, settingOf, timesText } from './facts.ts';
import { algorithm, figures } from './recipes.ts';
import { inside, type Seen, type Story } from './step.ts';

/** How much lower one of two curves is over the second half of its points, as a geometric mean. */
function lower({ model }: Seen): string {
  if (model.series.length !== 2) return '';
  const [right, wrong] = model.series;
  const [one, other] = [pointsOf(right), pointsOf(wrong)];
  if (one.length < 4 || one.length !== other.length || !endOf(right)) return '';
  const half = Math.floor(one.length / 2);
  const logs = one.slice(half).map(({ y }, index) => Math.log(y / other[half + index].y));
  const ratio = Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length);
  if (ratio < 1.2) return '';
  return `Over the second half ${settingOf(wrong)} has ${timesText(ratio)} less gap.`;
}

function costs(seen: Seen): string {
  const found = overspent(seen);
  if (found === null) return '';
  return `This noise costs epsilon ${number(found.true)}, though ${number(found.asked)} was asked for.`;
}

const features = 5;
const published = figures({
  title: 'Correct noise, and the noise of the published figures',
  'data.samples': 5000,
  'data.features': features,
  'data.preprocess': [{ kind: 'clip-rows', norm: 'l1', bound: features }],
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [algorithm('dp-nag', 'DP-NAG', { start: 10, iterations: 60 })],
  'run.repeats': 20,
  'run.trace.points': 61,
  sweep: [{ path: 'privacy.calibration', values: ['tight', 'published-figures'] }],
});
const correct = {
  preset: 'quickstart',
  edits: { algorithms: [algorithm('dp-gd', 'DP-GD', { iterations: 20 })] },
};

export const broken: Story = {
  id: 'catch-a-broken-mechanism',
  title: 'Catch a broken mechanism',
  learn: 'How too little noise hides in good results, and two ways to find it.',
  steps: [
    inside(published, {
      text: 'One method, one epsilon, two noises: the correct noise, and the noise of a paper’s published figures. Which result would you rather show?',
      found: lower,
      look: 'chart',
    }),
    inside(published, {
      text: 'A scale was mistaken for a standard deviation, so the noise is too small by √2. An accountant finds this in the plan: look at the guarantee.',
      found: costs,
      look: 'promise',
    }),
    inside(published, {
      text: 'An attacker needs no plan. This toy method has the same mistake: from many runs, an attacker guesses which of two data sets was used.',
      found: auditText,
      look: 'audit',
      audits: 'noise-too-small',
    }),
    inside(published, {
      text: 'A mistake that no plan shows: one draw of noise for all coordinates. Subtract two of them, and the noise is gone.',
      found: auditText,
      look: 'audit',
      audits: 'shared-noise',
    }),
    inside(correct, {
      text: 'Now a correct method. An audit can refute a false claim; only a proof can establish a true one.',
      found: auditText,
      look: 'audit',
      audits: 'dp-gd',
    }),
  ],
};
