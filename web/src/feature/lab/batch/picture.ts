import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { NoiseAnswer } from '../shared/queries.ts';

/** The noise that each batch size needs; the upright line is the least batch worth taking. */
export function noisePicture(answer: NoiseAnswer): Picture {
  const { batchSize: x, tight, advanced, paper, largeBatchLimit, fullBatch } = answer;
  const ends = { x: [x[0], x.at(-1) ?? 1], y: [paper.noise, paper.noise] };
  const finite = [...tight, ...advanced].filter((value) => value !== null);
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'batch size b',
    yTitle: 'Noise σ of each coordinate, in units of G',
    series: [
      plainSeries('Accountant', { x, y: tight }, { colorIndex: 0 }),
      plainSeries('Advanced composition', { x, y: advanced }, { colorIndex: 1 }),
      plainSeries('The theorem', ends, { colorIndex: 2 }),
    ],
    reference: { x: ends.x, y: [fullBatch, fullBatch] },
    optimum: largeBatchLimit,
    xRange: [x[0], Math.max(x.at(-1) ?? 1, 10)],
    yRange: logRange([...finite, paper.noise, fullBatch]),
    mark: answer.smallestBatch,
  };
}
