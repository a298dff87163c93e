import { formatCount } from '../format/number.ts';
import type { RunCollection } from './collection.ts';

/** How many repeats of each curve have any points, at least and at most, of those planned. */
export interface Repeats {
  least: number;
  most: number;
  planned: number;
}

export function countRepeats({ curves, experiment }: RunCollection): Repeats {
  const counts = curves.map(({ runs }) => runs.size);
  const planned = experiment.run?.repeats ?? 1;
  return { least: Math.min(planned, ...counts), most: Math.max(0, ...counts), planned };
}

/** "20 repeats" where all are there, else "12 of 20 repeats". */
export function repeatsText({ least, most, planned }: Repeats): string {
  const noun = planned === 1 ? 'run' : 'repeats';
  if (least === planned) return `${formatCount(planned)} ${noun}`;
  const present = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`; // prettier-ignore
  return `${present} of ${formatCount(planned)} ${noun}`;
}
