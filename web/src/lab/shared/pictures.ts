import { plainSeries, type Line, type Picture } from '../../chart/picture.ts';
import { linearRange, logRange, type Range } from '../../chart/range.ts';
import { formatNumber } from '../../format/number.ts';
import type {
  Column,
  DivisionAnswer,
  Figure1Answer,
  HorizonAnswer,
  QuadraticAnswer,
} from './queries.ts';

const iterations = { axis: 'iteration', xTitle: 'iteration', optimum: null } as const;

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
      plainSeries('Left of the start', line(x, curve.bias), { colorIndex: 1 }),
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

/** Figure 1, left: the rate by momentum. */
export function ratePicture(answer: Figure1Answer): Picture {
  const best = answer.curves.at(-1)?.momentum;
  const { momenta, rates } = answer;
  return momentumPicture(
    [plainSeries('Rate ρ', { x: momenta, y: rates }, { colorIndex: 0 })],
    best,
  );
}

/** The certified rate by momentum; grey is the exact rate on quadratics. */
export function certifiedPicture(certified: Line, exact: Line, momentum: number): Picture {
  const series = [plainSeries('Certified for every function', certified, { colorIndex: 0 })];
  return momentumPicture(series, momentum, exact);
}

function momentumPicture(
  series: Picture['series'],
  mark: number | undefined,
  reference: Line | null = null,
): Picture {
  const values = [...series.flatMap(({ median }) => median), ...(reference?.y ?? [])];
  const least = Math.min(1, ...values.filter(isPositive));
  return {
    axis: 'momentum',
    xTitle: 'momentum β',
    yTitle: 'Rate per iteration',
    scale: 'linear',
    series,
    reference,
    optimum: null,
    xRange: [0, 1],
    yRange: linearRange([Math.min(least, 0.95) - 0.02, 1]),
    ...(mark === undefined ? {} : { mark }),
  };
}

/**
 * Figure 1, right: the logarithm of the bound at the end of a run of T iterations. With the exact
 * error known, that is the line and the bound its dashes.
 */
export function figure1Picture({ curves }: Figure1Answer): Picture {
  const series = curves.map(({ momentum, logBound, logExact }, index) => {
    const x = logBound.map((_, position) => position + 1);
    const label = `β = ${formatNumber(momentum)}`;
    const one = plainSeries(label, line(x, logExact ?? logBound), { colorIndex: index });
    return logExact === null ? one : { ...one, bound: line(x, logBound) };
  });
  const end = curves[0]?.logBound.length ?? 1;
  return {
    ...iterations,
    xTitle: 'iterations T of the whole run',
    yTitle: 'ln of the gap',
    scale: 'linear',
    series,
    reference: null,
    xRange: [0, end],
    yRange: [-10, 10],
  };
}

/** Figure 2: the noise of each iteration of the multi-stage method, in both forms. */
export function figure2Picture(formula: Column, published: Column): Picture {
  const x = formula.map((_, index) => index + 1);
  return {
    ...iterations,
    yTitle: 'Noise',
    scale: 'linear',
    series: [
      plainSeries('As published', line(x, published), { colorIndex: 1, dashIndex: 2 }),
      plainSeries('By formula (34)', line(x, formula), { colorIndex: 0 }),
    ],
    reference: null,
    xRange: [0, x.length],
    yRange: linearRange([0, ...formula]),
  };
}

/** J(T): the bound on the error of a run that ends after T iterations, with the chosen T′ marked. */
export function horizonPicture({ curve, horizon }: HorizonAnswer): Picture {
  const x = curve.iteration;
  const parts: [string, Column][] = [
    ['Bound J(T)', curve.total],
    ['Left of the start', curve.initial],
    ['Made by privacy noise', curve.privacy],
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
    reference: null,
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
    reference: null,
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
    reference: null,
    optimum: x.length > 0 ? 1 / x.length : null,
    xRange: [0, Math.max(1, x.length)],
    yRange: logRange([Math.max(Math.min(...values), most / 1e4), most]),
  };
}

function line(x: readonly number[], y: Column): Line {
  return { x: [...x], y: y.map((value) => (isNumber(value) ? value : null)) };
}

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

function isPositive(value: number | null): value is number {
  return isNumber(value) && value > 0;
}
