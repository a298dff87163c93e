import { endSlopes, stretchesBelow, type Stretch } from '../../shared/loglog.ts';
import { isPositive } from '../../shared/lines.ts';
import type { Column } from '../../shared/queries.ts';
import { methodFacts } from '../methods.ts';
import type { ReleaseSettings } from '../settings.ts';
import type { Bounds, BoundsFound } from './ask.ts';

/** One line of the figure, and what the table says of it. */
export interface BoundLine {
  name: keyof Bounds;
  label: string;
  y: Column;
  here: number | null;
  slopes: { first: number | null; last: number | null };
  /** Where it is below what staying at the start errs by, and below one release; null where that is no question. */
  belowStart: Stretch[] | null;
  belowNaive: Stretch[] | null;
}

export const names: Readonly<Record<Exclude<keyof Bounds, 'theorem'>, string>> = {
  equal: 'Equal phases',
  balanced: 'Balanced phases',
  geometric: 'Geometric phases',
  naive: 'One release',
};

/** So many decades at either end are fitted. */
export const fittedDecades = { samples: 2, epsilon: 1 } as const;

/** The lines that have a point at least, in the order of their colours. */
export function boundLines(
  { x, over, here, start }: BoundsFound,
  { method, against }: ReleaseSettings,
): BoundLine[] {
  const column = (name: keyof Bounds): Column => over.map((one) => one[name]);
  const naive = column('naive');
  const hasNaive = naive.some(isPositive);
  const startLine = x.map(() => start);
  const { theorem, form } = methodFacts[method];
  const labels = { ...names, theorem: `${theorem}, ${form}` };
  return (Object.keys(labels) as (keyof Bounds)[]).flatMap((name) => {
    const y = column(name);
    if (!y.some(isPositive)) return [];
    return [
      {
        name,
        label: labels[name],
        y,
        here: here[name],
        slopes: endSlopes(x, y, fittedDecades[against]),
        belowStart: start === null ? null : stretchesBelow(x, y, startLine),
        belowNaive: name === 'naive' || !hasNaive ? null : stretchesBelow(x, y, naive),
      },
    ];
  });
}
