import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange, type Range } from '../../../chart/range.ts';
import { iterations, isPositive, line } from '../shared/lines.ts';
import type { QuadraticAnswer } from '../shared/queries.ts';

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
