import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { SetWidths } from './ask.ts';
import type { WidthSettings } from './settings.ts';

/** The Gaussian width of every set by dimension. */
export function widthPicture(sets: readonly SetWidths[], { dimension }: WidthSettings): Picture {
  const series = sets.map(({ title, over }, index) => {
    const one = plainSeries(title, { x: over.dimension, y: over.width }, { colorIndex: index });
    if (over.widthError.every((error) => error === 0)) return one;
    const shifted = (by: number) => over.width.map((width, at) => width + by * over.widthError[at]);
    return { ...one, q10: shifted(-2), q90: shifted(2) };
  });
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'dimension p',
    yTitle: 'Gaussian width of the set',
    series,
    reference: null,
    optimum: null,
    xRange: [1, 1e6],
    yRange: logRange(series.flatMap(({ median }) => median.filter((y) => y !== null && y > 0.01))),
    mark: dimension,
  };
}
