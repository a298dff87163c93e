import type { Table } from '../../../export/csv.ts';
import type { SetWidths } from './ask.ts';

/** The sets at the chosen dimension; one that is too large to draw in has empty cells. */
export function widthTable(sets: readonly SetWidths[]): Table {
  return {
    columns: ['set', 'width', 'standardError', 'secondMoment', 'radius', 'bregmanRadius'],
    rows: sets.map(({ title, here }) => [
      title,
      here?.width,
      here?.error,
      here?.secondMoment,
      here?.radius,
      here?.bregmanRadius,
    ]),
  };
}
