import type { Line } from '../../../chart/picture.ts';
import type { Column } from './queries.ts';

/** A picture that runs over iterations. */
export const iterations = { axis: 'iteration', xTitle: 'iteration', optimum: null } as const;

/** Numbers as a line; what is not finite is a gap. */
export function line(x: readonly number[], y: Column): Line {
  return { x: [...x], y: y.map((value) => (isNumber(value) ? value : null)) };
}

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

export function isPositive(value: number | null): value is number {
  return isNumber(value) && value > 0;
}
