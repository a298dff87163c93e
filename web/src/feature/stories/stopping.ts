import type { ChartSeries } from '../../curves/model.ts';
import {
  count,
  endOf,
  endsOf,
  firstAsLowAsEnd,
  gap,
  isClear,
  leastOf,
  pointsOf,
  settingOf,
} from './facts.ts';
import { algorithm, figures } from './recipes.ts';
import { inLab, inside, type Seen, type Story } from './step.ts';

const from = (iterations?: number) => ({ start: 10, ...(iterations && { iterations }) });
const [short, long] = ['60 steps', '400 steps'];
const nag = (label: string, iterations?: number) => algorithm('dp-nag', label, from(iterations));
const values = [20, 40, 60, 80, 120, 200, 400];

/** When a curve was as low as where it ends. */
function flat({ model }: Seen): string {
  const [series] = model.series;
  const [first, end] = [firstAsLowAsEnd(series), endOf(series)];
  if (model.axis !== 'iteration' || !first || !end || 2 * first.x > end.x) return '';
  return `It ends at ${gap(end.y)}, and was as low by iteration ${count(first.x)} of ${count(end.x)}: what came later cost privacy and gained nothing.`;
}

function shorter({ model }: Seen): string {
  const ends = endsOf(model, short, long);
  if (ends === null || !isClear(ends[1].y / ends[0].y)) return '';
  return `After ${count(ends[0].x)} steps the gap is ${gap(ends[0].y)}, after ${count(ends[1].x)} it is ${gap(ends[1].y)}.`;
}

/** Where a curve of ends is lowest, if that is not at either side. */
function valley(series: ChartSeries) {
  const points = pointsOf(series);
  const least = leastOf(series);
  if (least === undefined || [points[0], points.at(-1)!].some(({ x }) => x === least.x))
    return null;
  return { first: points[0], least, last: points.at(-1)! };
}

function best({ model }: Seen): string {
  const found = model.axis === 'other' ? valley(model.series[0]) : null;
  if (found === null) return '';
  const { first, least, last } = found;
  return `Of those tried ${count(least.x)} steps are best, with ${gap(least.y)}: ${count(first.x)} end at ${gap(first.y)}, and ${count(last.x)} at ${gap(last.y)}.`;
}

/** Where both curves are lowest, if more budget allows more steps. */
function moved({ model }: Seen): string {
  if (model.axis !== 'other' || model.series.length !== 2) return '';
  const [poor, rich] = model.series;
  const [one, other] = [valley(poor), valley(rich)];
  if (one === null || other === null || other.least.x <= one.least.x) return '';
  return `The best end moves from ${count(one.least.x)} steps at ${settingOf(poor)} to ${count(other.least.x)} at ${settingOf(rich)}.`;
}

const uniform = 'DP-NAG';
const chosen = 'DP-NAG-opt';

function stops({ model }: Seen): string {
  const ends = endsOf(model, uniform, chosen);
  if (ends === null || !isClear(ends[0].y / ends[1].y) || ends[1].x >= ends[0].x) return '';
  return `Told to take ${count(ends[0].x)} steps at most, it takes ${count(ends[1].x)} and ends at ${gap(ends[1].y)}, not ${gap(ends[0].y)}.`;
}

const stopsItself = figures({
  title: 'Told 400 steps at most',
  algorithms: [nag(uniform, 400), algorithm('dp-nag-opt', chosen, from(400))],
});

export const stopping: Story = {
  id: 'when-to-stop',
  title: 'When to stop',
  learn: 'Why a private run has a best length, and how to find it without looking at the data.',
  steps: [
    inside(figures({ title: '400 steps, one budget', algorithms: [nag('DP-NAG', 400)] }), {
      text: 'A private run falls until its noise is as large as its progress. Then it only wanders.',
      found: flat,
      look: 'chart',
    }),
    inside(figures({ title: 'Short against long', algorithms: [nag(short, 60), nag(long, 400)] }), {
      text: 'Both runs have the same total epsilon. If fewer steps share it, each step has less noise.',
      found: shorter,
      look: 'chart',
    }),
    inside(
      figures({
        title: 'How many steps one budget is worth',
        algorithms: [nag('DP-NAG')],
        'run.trace.points': 2,
        sweep: [{ path: 'algorithms.*.parameters.iterations', values }],
      }),
      {
        text: 'Each point is a whole run. With too few steps a run does not arrive; with too many it drowns in noise.',
        found: best,
        view: { layout: 'ends' },
        look: 'chart',
      },
    ),
    inside(
      figures({
        title: 'More budget, more steps',
        algorithms: [nag('DP-NAG')],
        'run.repeats': 8,
        'run.trace.points': 2,
        sweep: [
          { path: 'algorithms.*.parameters.iterations', values },
          { path: 'privacy.epsilon', values: [1, 4] },
        ],
      }),
      {
        text: 'More epsilon means less noise per step, so a longer run pays.',
        found: moved,
        view: { layout: 'ends' },
        look: 'chart',
      },
    ),
    inside(stopsItself, {
      text: 'To pick the best end from such a chart would read the data. DP-NAG-opt picks it from a bound in public numbers (Kuru et al., Remark 4.1).',
      found: stops,
      look: 'chart',
    }),
    inLab(
      stopsItself,
      'horizon',
      'Here is such a bound: with T, the remainder of the initial gap falls and the effect of noise grows. The method stops where their sum is smallest. Change epsilon and watch the stop move.',
    ),
  ],
};
