import { type Line, type Picture } from '../../../chart/picture.ts';
import { linearRange } from '../../../chart/range.ts';
import { isPositive } from './lines.ts';

/** Rates by momentum, from 0 to 1. */
export function momentumPicture(
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
