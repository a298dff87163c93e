import type { Table } from '../../../../export/csv.ts';
import { formatNumber, formatSlope } from '../../../../format/number.ts';
import type { Stretch } from '../../shared/loglog.ts';
import type { ReleaseSettings } from '../settings.ts';
import { fittedDecades, type BoundLine } from './lines.ts';
import { stretchText } from './words.ts';

/** The columns and texts of the table below the figure. */
export function lineRows(lines: readonly BoundLine[], { against }: ReleaseSettings) {
  const belowText = (stretches: Stretch[] | null) =>
    stretches === null ? '–' : stretchText(stretches, against);
  const decades = fittedDecades[against] === 1 ? 'decade' : 'two decades';
  return {
    columns: [
      'Line',
      'Bound at the mark',
      `Slope, first ${decades}`,
      `Slope, last ${decades}`,
      'Below the start’s',
      'Below one release’s',
    ],
    rows: lines.map(({ label, here, slopes, belowStart, belowNaive }) => [
      label,
      formatNumber(here),
      formatSlope(slopes.first),
      formatSlope(slopes.last),
      belowText(belowStart),
      belowText(belowNaive),
    ]),
  };
}

/** The same as numbers: of each line where it is first and last below another. */
export function lineTable(lines: readonly BoundLine[]): Table {
  return {
    columns: [
      'line',
      'bound',
      'firstSlope',
      'lastSlope',
      'belowStartFrom',
      'belowStartTo',
      'belowOneReleaseFrom',
      'belowOneReleaseTo',
    ],
    rows: lines.map(({ label, here, slopes, belowStart, belowNaive }) => [
      label,
      here,
      slopes.first,
      slopes.last,
      belowStart?.at(0)?.from,
      belowStart?.at(-1)?.to,
      belowNaive?.at(0)?.from,
      belowNaive?.at(-1)?.to,
    ]),
  };
}
