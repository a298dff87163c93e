import { choice, logCount, logNumber, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps, methods, spectra, eigenvaluesOf, equalStart } from '../shared/settings.ts';
import type { MapAnswer, QuadraticAnswer, TheoryEngine } from '../shared/queries.ts';
import { planeOf, iterationsPerDigit, type MapPlane } from './stability.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange, type Range } from '../../../chart/range.ts';
import { iterations, isPositive, line } from '../shared/lines.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { times, type Verdict } from '../shared/told.ts';

export const settings = {
  method: choice(
    'Method',
    methods,
    'Heavy ball and Nesterov’s method add a share of the last move to the next one; gradient descent does not.',
  ),
  step: number(
    'Step',
    [0.01, 1, 4],
    'How far each gradient moves the point, in units of 1/L. Beyond the border of the map, the iterates diverge.',
    inSteps,
  ),
  momentum: number(
    'Momentum',
    [0, 0.7, 0.99],
    'The share of the last move that is repeated. It carries the point along flat directions, but it also carries old noise along.',
  ),
  noise: logNumber(
    'Noise',
    [1e-4, 0.03, 1],
    'Standard deviation of the noise added to each coordinate of every gradient. Laplace noise of scale b has √2 b.',
  ),
  conditionNumber: logNumber(
    'Condition number',
    [1, 100, 1e4],
    'L/μ: how much steeper the steepest direction is than the flattest. Momentum pays when it is large.',
  ),
  dimension: logCount(
    'Dimension',
    [1, 10, 100],
    'Number of coordinates. Each one gets its own noise, so the noise floor grows with it.',
  ),
  spectrum: choice(
    'Spectrum',
    spectra,
    'How the curvatures of the coordinates lie between μ and L. At the start, every coordinate has the same share of the gap.',
  ),
  iterations: logCount(
    'Iterations',
    [10, 200, 2000],
    'How far the chart looks ahead. The noise per step stays the same here.',
  ),
};

export type QuadraticSettings = ValuesOf<typeof settings>;

// What each view of the lab asks the engine, made of what is set in it.

export interface Runs {
  chosen: QuadraticAnswer;
  /** The same without momentum; null when that is what was chosen. */
  descent: QuadraticAnswer | null;
}

export async function askRuns(engine: TheoryEngine, settings: QuadraticSettings): Promise<Runs> {
  const eigenvalues = spectrumOf(settings);
  const common = {
    query: 'quadratic-lab',
    eigenvalues,
    start: equalStart(eigenvalues),
    stepSize: settings.step,
    noiseVariance: settings.noise ** 2,
    iterations: settings.iterations,
  } as const;
  const { method, momentum } = settings;
  if (method === 'gradient-descent') {
    return { chosen: await engine.theory({ ...common, method, momentum: 0 }), descent: null };
  }
  const [chosen, descent] = await Promise.all([
    engine.theory({ ...common, method, momentum }),
    engine.theory({ ...common, method: 'gradient-descent', momentum: 0 }),
  ]);
  return { chosen, descent };
}

/** The colours are relative: the map does not depend on how much noise there is. */
export function askMap(engine: TheoryEngine, settings: QuadraticSettings): Promise<MapAnswer> {
  const { steps, momenta } = planeOf(settings.method);
  const eigenvalues = spectrumOf(settings);
  return engine.theory({
    query: 'stability-map',
    method: settings.method,
    strongConvexity: eigenvalues[0],
    smoothness: 1,
    steps,
    momenta,
    noiseVariance: 1,
    eigenvalues,
  });
}

function spectrumOf({ spectrum, conditionNumber, dimension }: QuadraticSettings): number[] {
  const range = { strongConvexity: 1 / conditionNumber, smoothness: 1 };
  return eigenvaluesOf(spectrum, range, dimension);
}

/** The exact error of a run on a quadratic; grey is gradient descent, where that is another method. */
export function quadraticPicture(
  answer: QuadraticAnswer,
  descent: QuadraticAnswer | null,
): Picture {
  const { curve, bound, noiseFloor } = answer;
  const x = curve.iteration;
  const end = x.at(-1) ?? 1;
  const total = plainSeries('Expected gap', line(x, curve.total), { colorIndex: 0 });
  if (noiseFloor !== null) total.floor = { x: [0, end], y: [noiseFloor, noiseFloor] };
  if (bound !== null) total.bound = line(bound.iteration, bound.total);
  return {
    ...iterations,
    scale: 'log',
    yTitle: 'Expected gap to the optimum',
    series: [
      total,
      plainSeries('Remaining initial gap', line(x, curve.bias), { colorIndex: 1 }),
      plainSeries('Made by noise', line(x, curve.variance), { colorIndex: 2 }),
    ],
    reference: descent === null ? null : line(x, descent.curve.total),
    xRange: [0, end],
    yRange: errorRange(answer, descent),
  };
}

/** From just below the least error to the greatest; a diverging curve leaves the picture. */
function errorRange(answer: QuadraticAnswer, descent: QuadraticAnswer | null): Range | null {
  const totals = [...answer.curve.total, ...(descent?.curve.total ?? [])].filter(isPositive);
  const most = Math.min(Math.max(1, ...totals), 1e4);
  const least = Math.max(Math.min(1, ...totals), 1e-12);
  const bounds = (answer.bound?.total ?? []).filter(isPositive);
  const top = bounds.length > 0 ? Math.min(Math.max(most, ...bounds), 30 * most) : most;
  return logRange([least * 0.6, top]);
}

/**
 * What a choice of step and momentum buys, and what it costs: compares a run on a quadratic with gradient descent at the
 * same step, where that converges.
 */
export function quadraticVerdict(
  answer: QuadraticAnswer,
  descent: QuadraticAnswer | null,
): Verdict {
  if (!answer.stable || answer.rate === null || answer.noiseFloor === null) {
    const most = formatNumber(answer.largestStableStep);
    return {
      title: 'Diverges: each step overshoots by more than the last one.',
      text: `With this momentum, the step must stay below ${most} of 1/L.`,
      bad: true,
    };
  }
  const digits = iterationsPerDigit(answer.rate);
  const pace = `One digit every ${formatCount(Math.max(1, digits))} ${digits < 1.5 ? 'iteration' : 'iterations'}`;
  const floor = `noise floor ${formatNumber(answer.noiseFloor)}`;
  if (descent === null) return { title: `${pace}.`, text: `${capital(floor)}.` };
  if (descent.rate === null || descent.noiseFloor === null) {
    return {
      title: `${pace}; gradient descent diverges at this step.`,
      text: `${capital(floor)}.`,
    };
  }
  return {
    title: `${pace}: ${times(iterationsPerDigit(descent.rate) / digits, 'faster', 'slower')} than gradient descent.`,
    text: `${capital(floor)}: ${times(answer.noiseFloor / descent.noiseFloor, 'higher', 'lower')} than gradient descent’s.`,
  };
}

/** What the map's marker stands on, for a screen reader. */
export function placeWords(step: number, momentum: number, answer: QuadraticAnswer): string {
  const place = `Step ${formatNumber(step)}, momentum ${formatNumber(momentum)}`;
  if (!answer.stable) return `${place}: diverges.`;
  return `${place}: rate ${formatNumber(answer.rate)}, noise floor ${formatNumber(answer.noiseFloor)}.`;
}

/** How much of the map converges, and where it is fastest. */
export function mapWords(plane: MapPlane, { rate }: MapAnswer): string {
  let best = { rate: 2, step: 0, momentum: 0 };
  rate.forEach((row, step) =>
    row.forEach((value, momentum) => {
      if (value !== null && value < best.rate) {
        best = { rate: value, step: plane.steps[step], momentum: plane.momenta[momentum] };
      }
    }),
  );
  if (best.rate >= 1) return 'Nothing on this map converges.';
  return `Fastest near step ${formatNumber(best.step)} and momentum ${formatNumber(best.momentum)}, with rate ${formatNumber(best.rate)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
