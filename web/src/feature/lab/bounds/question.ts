import { html } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import { factRows, verdictLines, type Verdict } from '../shared/told.ts';
import '../../../components/charts/lab-chart.ts';
import type { BoundsAnswer, TheoryEngine } from '../shared/queries.ts';
import { question, choice, logNumber, type ValuesOf } from '../shared/fields.ts';
import { plain } from '../shared/lines.ts';
import {
  balls,
  conditionNumber,
  dimension,
  facts,
  initialGap,
  radius,
  source,
  askExtent,
} from '../shared/settings.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';

const settings = {
  source,
  method: choice(
    'Method',
    {
      'dp-svrg': 'DP-SVRG, strongly convex',
      'dp-svrg-pp': 'DP-SVRG++, convex',
      'dp-accmd': 'DP-AccMD, bounded set',
      'dp-gd-pl': 'DP-GD, Polyak–Łojasiewicz',
      'dp-gd-nonconvex': 'DP-GD, non-convex',
    },
    'Whose theorem to use. Each theorem chooses its own steps, epochs and number of iterations.',
  ),
  noise: choice(
    'Noise',
    { tight: 'The least that is proven', zcdp: 'By zCDP', paper: 'As printed, constant proven' },
    'How much noise the budget asks for. For DP-SVRG and DP-SVRG++ it is that of large batches; small ones need more.',
  ),
  ...facts,
  dimension: dimension(),
  conditionNumber: conditionNumber(
    '1/μ, with G = L = 1. DP-SVRG++, DP-AccMD and the non-convex case do not use it.',
  ),
  initialGap: initialGap('A public guess of F at the start minus its minimum.'),
  distance: logNumber(
    'Start distance',
    [1e-3, 1, 1000],
    'A public guess of the distance from the start to the minimizer; DP-SVRG++ uses it.',
  ),
  set: choice(
    'Constraint set',
    [...balls, { value: 'simplex', title: 'Simplex' }],
    'The set that DP-AccMD uses; its bound depends on the set’s width.',
  ),
  radius: radius(),
};

type BoundSettings = ValuesOf<typeof settings>;

export async function askBounds(
  engine: TheoryEngine,
  settings: BoundSettings,
): Promise<BoundsAnswer> {
  const { method, noise, samples, dimension, epsilon, delta, initialGap, distance } = settings;
  const common = {
    query: 'erm-bounds',
    samples,
    dimension,
    epsilon,
    delta,
    noise,
    initialGap,
    distance,
  } as const;
  if (method !== 'dp-accmd') {
    return engine.theory({ ...common, method, strongConvexity: 1 / settings.conditionNumber });
  }
  const extent = await askExtent(engine, settings);
  return engine.theory({
    ...common,
    method,
    gaugeSmoothness: extent.radius ** 2,
    bregmanRadius: extent.bregmanRadius,
    dualNoise: extent.secondMoment,
  });
}

/** What a theorem promises after each epoch or iteration, by where it comes from. */
export function boundsPicture(
  curve: NonNullable<BoundsAnswer['curve']>,
  inEpochs: boolean,
): Picture {
  const x = curve.iteration;
  const series = [
    plainSeries('Bound', { x, y: curve.total }, { colorIndex: 0 }),
    plainSeries('Remaining initial gap', { x, y: curve.initial }, { colorIndex: 1 }),
    plainSeries('Made by noise', { x, y: curve.privacy.map((y) => y || null) }, { colorIndex: 2 }),
  ];
  const totals = curve.total.filter((value) => value !== null && value > 0);
  return {
    ...plain,
    scale: 'log',
    xTitle: inEpochs ? 'epoch' : 'iteration',
    yTitle: 'Bound on the expected gap',
    series,
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
    yRange: logRange([...totals, Math.min(...(totals as number[])) / 10]),
  };
}

/** What the theorem promises, and with what it keeps the promise. */
export function boundsVerdict(answer: BoundsAnswer, { initialGap }: BoundSettings): Verdict {
  const { bound, iterations, innerIterations, stepSize, noise, measure } = answer;
  const what = measure === 'gap' ? 'gap' : 'squared gradient norm';
  const isVain = measure === 'gap' && bound.total >= initialGap;
  const title = isVain
    ? `A bound of ${formatNumber(bound.total)} on the ${what}: no less than at the start`
    : `The expected ${what} is at most ${formatNumber(bound.total)}`;
  const length =
    innerIterations === null
      ? formatCounted(iterations, 'iteration')
      : `${formatCounted(iterations, 'epoch')}, m = ${formatCount(innerIterations)}`;
  const step = stepSize === null ? '' : `, step ${formatNumber(stepSize)}/L`;
  return { title, text: `${length}${step}, noise σ = ${formatNumber(noise)} G.`, bad: isVain };
}

/** What a theorem promises, with the steps, epochs and noise that it chooses. */
answerView('nd-bounds-view', {
  heading: 'Bounds',
  ask: askBounds,
  draw: (found, settings) => html`
    <h2>What the theorem guarantees</h2>
    ${verdictLines(boundsVerdict(found, settings))}
    ${found.curve === null ? parts(found) : chart(found.curve, found)}
  `,
});

function chart(curve: NonNullable<BoundsAnswer['curve']>, found: BoundsAnswer) {
  const inEpochs = found.innerIterations !== null;
  return html`<nd-lab-chart
    heading="The bound after each ${inEpochs ? 'epoch' : 'iteration'}"
    .picture=${boundsPicture(curve, inEpochs)}
    notes="The noise is that of the whole run: a shorter run would have less."
  ></nd-lab-chart>`;
}

/** A random iterate has one bound, not one for each iteration. */
function parts({ bound }: BoundsAnswer) {
  return html`${factRows({
    'Remaining initial gap': bound.initial,
    'Made by noise': bound.privacy,
  })}`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p>
    Every theorem adds what remains of the initial gap to what the noise adds. More epochs leave
    less of the initial gap, but all releases share the budget, so each one gets more noise. The
    chosen number of epochs or iterations balances the two. All constants are included, so a bound
    may promise nothing although a run does well: it holds for the worst problem with these figures.
  </p>
  <p class="quiet small">
    Wang, Ye and Xu, Theorems 4.2, 4.4, 5.4, 6.2 and 6.3, with constants derived here; G = L = 1.
  </p>
</section>`;

export const bounds = question({
  title: 'Bounds',
  settings,
  folded: [{ title: 'More of the problem', names: ['initialGap', 'distance', 'set', 'radius'] }],
  story,
  view: (engine, values) =>
    html`<nd-bounds-view .engine=${engine} .settings=${values}></nd-bounds-view>`,
});
