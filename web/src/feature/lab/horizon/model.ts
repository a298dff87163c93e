import { choice, logCount, logNumber, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps, methods, spectra, eigenvaluesOf, equalStart } from '../shared/settings.ts';
import type { DivisionAnswer, HorizonAnswer, TheoryEngine, Column } from '../shared/queries.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { iterations, isPositive, line } from '../shared/lines.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { times, type Verdict } from '../shared/told.ts';

export const settings = {
  method: choice(
    'Method',
    { nag: 'Nesterov', masg: 'Multi-stage Nesterov', gd: 'Gradient descent', hb: 'Heavy ball' },
    'Multi-stage Nesterov shortens its step at every stage and restarts its momentum. For the heavy ball, the curve is a good guess, not a theorem.',
  ),
  mode: choice(
    'Bound',
    {
      corrected: 'Corrected',
      'paper-text': 'As printed',
      'published-figures': 'As in the published figures',
    },
    'Corrected counts the first gap twice, as the proof needs. As printed counts it once. The published figures used half of the noise.',
  ),
  stepScale: number('Step', [0.01, 1, 1], 'In units of 1/L.', inSteps),
  iterations: logCount(
    'Iterations T',
    [10, 500, 5000],
    'The largest number of steps to consider. T′ is chosen from 1 to T.',
  ),
  epsilon: logNumber('Epsilon', [0.01, 1, 100], 'The whole budget, divided over T′ steps.'),
  samples: logCount('Records', [100, 1e5, 1e7], 'n, public. Noise shrinks as one over n.'),
  dimension: logCount('Dimension', [1, 20, 1000], 'Each coordinate gets noise.'),
  sensitivity: logNumber(
    'L1 sensitivity',
    [0.01, 40, 1000],
    'The most by which one record’s gradient can differ from another’s, before dividing by n.',
  ),
  initialGap: logNumber(
    'Gap at the start',
    [0.01, 10, 1000],
    'A public guess of F at the start minus its minimum. T′ depends on it.',
  ),
  strongConvexity: logNumber('Strong convexity μ', [1e-4, 0.02, 1], 'Public.'),
  smoothness: logNumber('Smoothness L', [1, 5.1033, 100], 'Public, at least μ.'),
  quadraticMethod: choice(
    'Exact division of',
    [methods[1], methods[0], methods[2]],
    'On a quadratic, the best division is known exactly. Its momentum is the one with the best rate.',
  ),
  spectrum: choice('Spectrum', spectra, 'How the curvatures of the quadratic lie between μ and L.'),
};

export type HorizonSettings = ValuesOf<typeof settings>;

/** More iterations than these are not divided exactly: the picture would show nothing more. */
const mostDivided = 2000;

export interface Division {
  answer: DivisionAnswer;
  momentum: number;
  dimension: number;
}

export function askHorizon(
  engine: TheoryEngine,
  settings: HorizonSettings,
): Promise<HorizonAnswer> {
  const { method, stepScale, iterations, mode, initialGap, dimension, samples } = settings;
  const { sensitivity, epsilon, strongConvexity, smoothness } = settings;
  return engine.theory({
    query: 'horizon',
    method,
    strongConvexity,
    smoothness,
    stepScale,
    iterations,
    mode,
    initialGap,
    dimension,
    samples,
    l1Sensitivity: sensitivity,
    epsilon,
  });
}

export async function askDivision(
  engine: TheoryEngine,
  settings: HorizonSettings,
  horizon: number,
): Promise<Division> {
  const { quadraticMethod: method, strongConvexity, smoothness, stepScale } = settings;
  const dimension = Math.min(settings.dimension, 100);
  const eigenvalues = eigenvaluesOf(settings.spectrum, { strongConvexity, smoothness }, dimension);
  const common = {
    method,
    eigenvalues,
    start: equalStart(eigenvalues),
    stepSize: stepScale / smoothness,
    iterations: Math.min(horizon, mostDivided),
  };
  const { rateOptimalMomentum } = await engine.theory({
    ...common,
    query: 'quadratic-lab',
    momentum: 0,
    noiseVariance: 0,
    iterations: 1,
  });
  const momentum = rateOptimalMomentum ?? 0;
  const answer = await engine.theory({ ...common, query: 'exact-division', momentum });
  return { answer, momentum, dimension };
}

/** J(T): the bound on the error of a run that ends after T iterations, with the chosen T′ marked. */
export function horizonPicture({ curve, horizon }: HorizonAnswer): Picture {
  const x = curve.iteration;
  const parts: [string, Column][] = [
    ['Bound J(T)', curve.total],
    ['Initial gap left', curve.initial],
    ['Due to privacy noise', curve.privacy],
  ];
  if (curve.sampling.some((value) => isPositive(value))) {
    parts.push(['Made by sampling', curve.sampling]);
  }
  const totals = curve.total.filter(isPositive);
  const least = Math.min(...totals);
  return {
    ...iterations,
    xTitle: 'iterations T of the whole run',
    yTitle: 'Bound on the gap at the end',
    scale: 'log',
    series: parts.map(([label, column], index) =>
      plainSeries(label, line(x, column), { colorIndex: index }),
    ),
    xRange: [0, x.at(-1) ?? 1],
    yRange: totals.length > 0 ? logRange([least / 10, ...totals]) : null,
    mark: horizon,
  };
}

/** The Laplace scale of each of the T′ iterations, divided and uniform. */
export function scalesPicture({ scales, horizon }: HorizonAnswer): Picture {
  const divided = line(
    scales.divided.map((_, index) => index + 1),
    scales.divided,
  );
  const uniform = { x: [1, horizon], y: [scales.uniform, scales.uniform] };
  return {
    ...iterations,
    yTitle: 'Laplace scale of the noise',
    scale: 'log',
    series: [
      plainSeries('Divided', divided, { colorIndex: 0 }),
      plainSeries('Uniform', uniform, { colorIndex: 1 }),
    ],
    xRange: [0, Math.max(1, horizon)],
    yRange: logRange([...divided.y, scales.uniform]),
  };
}

/** Each iteration's share of the budget; grey is the uniform share. */
export function sharesPicture({ shares, boundShares }: DivisionAnswer): Picture {
  const x = shares.map((_, index) => index + 1);
  const series = [plainSeries('Exactly best', line(x, shares), { colorIndex: 0 })];
  if (boundShares !== null) {
    series.push(plainSeries('Best by the bound', line(x, boundShares), { colorIndex: 1 }));
  }
  const values = series.flatMap(({ median }) => median).filter(isPositive);
  const most = Math.max(...values);
  return {
    ...iterations,
    yTitle: 'Share of the budget',
    scale: 'log',
    series,
    optimum: x.length > 0 ? 1 / x.length : null,
    xRange: [0, Math.max(1, x.length)],
    yRange: logRange([Math.max(Math.min(...values), most / 1e4), most]),
  };
}

/** What re-selecting the horizon and dividing the budget bring. */
export function horizonVerdict(answer: HorizonAnswer, iterations: number): Verdict {
  const { horizon, singleStep, noiseTerms } = answer;
  const kept = horizon === iterations;
  const title = singleStep
    ? 'One step reaches the minimum: T′ = 1.'
    : kept
      ? `All ${formatCount(iterations)} iterations are worth their noise: T′ = T.`
      : `Stop after T′ = ${formatCount(horizon)} of ${formatCount(iterations)} iterations: the bound is least there.`;
  const { uniform, divided } = noiseTerms;
  if (uniform === null || divided === null) {
    return { title, text: 'The noise is too large to compute.' };
  }
  const text = `Over these ${formatCount(horizon)}, a divided budget leaves noise of ${formatNumber(divided)} in the bound, a uniform one ${formatNumber(uniform)}: ${times(uniform / divided, 'more', 'less')}.`;
  return { title, text };
}
