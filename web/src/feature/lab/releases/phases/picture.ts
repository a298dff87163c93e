import { plainSeries, type Picture } from '../../../../chart/picture.ts';
import { logRange } from '../../../../chart/range.ts';
import type { PhaseColumn } from './columns.ts';

function phasePicture(yTitle: string, columns: readonly PhaseColumn[]): Picture {
  const series = columns.map(({ title, values }, index) => {
    const x = values.map((_, place) => place + 1);
    return plainSeries(title, { x, y: values }, { colorIndex: index });
  });
  return {
    axis: 'other',
    scale: 'log',
    xTitle: 'phase k',
    yTitle,
    series,
    reference: null,
    optimum: null,
    xRange: [1, Math.max(2, columns[0].values.length)],
    yRange: logRange(series.flatMap(({ median }) => median)),
  };
}

const named = (columns: readonly PhaseColumn[], names: readonly string[]) =>
  columns.filter(({ name }) => names.includes(name));

/** How far the released point moves: by one record, by noise, and how near to the solution it is. */
export function noisePicture(columns: readonly PhaseColumn[]): Picture {
  return phasePicture(
    'standard deviation or L2 distance, in units of the parameters',
    named(columns, ['noise', 'sensitivity', 'certifiedDistance']),
  );
}

/** Weights and records have units of their own: each over its first. */
export function weightPicture(columns: readonly PhaseColumn[]): Picture {
  const relative = named(columns, ['weight', 'otherWeight', 'records']).map((one) => ({
    ...one,
    values: one.values.map((value) => value / one.values[0]),
  }));
  return phasePicture('times the first phase’s', relative);
}
