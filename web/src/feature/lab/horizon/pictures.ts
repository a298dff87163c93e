import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { iterations, isPositive, line } from '../shared/lines.ts';
import type { Column, DivisionAnswer, HorizonAnswer } from '../shared/queries.ts';

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
