import { plainSeries, type Picture } from '../../../../chart/picture.ts';
import { logRange } from '../../../../chart/range.ts';
import { methodFacts } from '../methods.ts';
import type { ReleaseSettings } from '../settings.ts';
import type { BoundsFound } from './ask.ts';
import type { BoundLine } from './lines.ts';

/** Dashes of the palette: the theorem's line is dashed in the colour of equal phases, whose it is. */
const looks: Readonly<Record<BoundLine['name'], { colorIndex: number; dashIndex: number }>> = {
  equal: { colorIndex: 0, dashIndex: 0 },
  balanced: { colorIndex: 1, dashIndex: 2 },
  geometric: { colorIndex: 2, dashIndex: 0 },
  naive: { colorIndex: 3, dashIndex: 3 },
  theorem: { colorIndex: 0, dashIndex: 1 },
};

/** Bounds on the error against n or ε, and what staying at the start errs by. */
export function boundsPicture(
  { x, start }: BoundsFound,
  lines: readonly BoundLine[],
  { method, against, samples, epsilon }: ReleaseSettings,
): Picture {
  const series = lines.map(({ name, label, y }) => plainSeries(label, { x, y }, looks[name]));
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: against === 'samples' ? 'records n' : 'epsilon',
    yTitle: `bound on the ${methodFacts[method].measure}, in units of the loss`,
    series,
    reference: null,
    levels: start === null ? [] : [{ label: 'staying at the start', y: start }],
    optimum: null,
    xRange: [x[0], x[x.length - 1]],
    yRange: logRange([...series.flatMap(({ median }) => median), start]),
    mark: against === 'samples' ? samples : epsilon,
  };
}
