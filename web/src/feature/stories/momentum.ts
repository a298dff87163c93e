import { count, curveOf, endsOf, gap, isClear, pointsOf, timesText } from './facts.ts';
import { algorithm, figures } from './recipes.ts';
import { inLab, inside, type Seen, type Story } from './step.ts';

const [plain, fast, divided] = ['DP-GD', 'DP-NAG', 'DP-NAG-opt'];
const from = (iterations: number) => ({ start: 10, iterations });
const gd = algorithm('dp-gd', plain, from(600));
const nag = algorithm('dp-nag', fast, from(600));
const opt = algorithm('dp-nag-opt', divided, from(600));

/** How far momentum is ahead at the end. */
function ahead({ model }: Seen): string {
  const ends = endsOf(model, plain, fast);
  if (ends === null) return '';
  const [slow, quick] = ends;
  if (!isClear(slow.y / quick.y)) return '';
  return `After ${count(quick.x)} iterations ${fast} is at ${gap(quick.y)}, and ${plain} at ${gap(slow.y)}.`;
}

/** Until when momentum is ahead, and how far behind it ends. */
function behind({ model }: Seen): string {
  const ends = endsOf(model, plain, fast);
  if (ends === null || !isClear(ends[1].y / ends[0].y)) return '';
  const [slow, quick] = [curveOf(model, plain)!, curveOf(model, fast)!].map(pointsOf);
  const isAhead = ({ y }: { y: number }, index: number) => index > 0 && y < slow[index]?.y;
  const last = quick.findLast(isAhead);
  const first = last === undefined ? '' : `is ahead until iteration ${count(last.x)}, and `;
  return `${fast} ${first}ends ${timesText(ends[1].y / ends[0].y)} as high as ${plain}: ${gap(ends[1].y)}.`;
}

/** What dividing the budget and stopping early is worth. */
function rescued({ model }: Seen): string {
  const ends = endsOf(model, fast, divided);
  if (ends === null || !isClear(ends[0].y / ends[1].y)) return '';
  const [uniform, best] = ends;
  return `${divided} stops after ${count(best.x)} iterations at ${gap(best.y)}; ${fast} takes ${count(uniform.x)} and ends at ${gap(uniform.y)}.`;
}

const noisy = figures({ title: 'Momentum, with privacy', algorithms: [gd, nag] });
const lab = (momentum: number) =>
  `quadratic,quadratic.method:heavy-ball,quadratic.step:0.5,quadratic.momentum:${momentum},quadratic.iterations:400`;

export const momentum: Story = {
  id: 'momentum-amplifies-noise',
  title: 'Why momentum amplifies noise',
  learn: 'Why the faster method can be the worse one once its gradients are noisy.',
  steps: [
    inside(
      figures({
        title: 'Momentum, without privacy',
        privacy: { notion: 'none' },
        algorithms: [gd, nag].map((one) => ({ ...one, parameters: from(200) })),
        'run.repeats': 1,
      }),
      {
        text: 'Without noise, momentum wins: each step repeats a part of the last one, and the curve falls fast.',
        found: ahead,
        look: 'chart',
      },
    ),
    inside(noisy, {
      text: 'The same two methods at equal privacy. Momentum is quick at first, but then stays high.',
      found: behind,
      look: 'chart',
    }),
    inLab(
      noisy,
      lab(0.5),
      'On a quadratic the reason is exact (Kuru et al., Theorem 3.5): momentum repeats the last move, and with it the noise of that move. Read the headline: faster, and a higher floor.',
    ),
    inLab(
      noisy,
      lab(0.95),
      'More momentum repeats more old noise. For short steps, its floor is about 1/(1 − β) times that of gradient descent. Move the marker up and down, and watch the floor.',
    ),
    inside(figures({ title: 'Momentum with a divided budget', algorithms: [nag, opt] }), {
      text: 'The remedy: stop earlier, and give more of the budget to late steps, whose noise is not forgotten (Kuru et al., Proposition 4.2).',
      found: rescued,
      look: 'chart',
    }),
  ],
};
