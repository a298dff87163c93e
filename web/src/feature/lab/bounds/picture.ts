import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { BoundsAnswer } from '../shared/queries.ts';

/** What a theorem promises after each epoch or iteration, by where it comes from. */
export function boundsPicture(
  curve: NonNullable<BoundsAnswer['curve']>,
  inEpochs: boolean,
): Picture {
  const x = curve.iteration;
  const series = [
    plainSeries('Bound', { x, y: curve.total }, { colorIndex: 0 }),
    plainSeries('Left of the start', { x, y: curve.initial }, { colorIndex: 1 }),
    plainSeries('Made by noise', { x, y: curve.privacy.map((y) => y || null) }, { colorIndex: 2 }),
  ];
  const totals = curve.total.filter((value) => value !== null && value > 0);
  return {
    axis: 'other',
    scale: 'log',
    xTitle: inEpochs ? 'epoch' : 'iteration',
    yTitle: 'Bound on the expected gap',
    series,
    reference: null,
    optimum: null,
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
    yRange: logRange([...totals, Math.min(...(totals as number[])) / 10]),
  };
}
