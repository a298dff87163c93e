import { linesOf, type LineForm } from './lines.ts';
import { randomFrom } from './random.ts';

export interface Split {
  /** Two texts of the same form, each with the header. */
  training: string;
  heldOut: string;
  /** How many records each has; public, as the whole number is. */
  counts: { training: number; heldOut: number };
}

/**
 * A share of the records is held out before anything else is done with them: which ones, a public
 * seed decides without looking at them.
 */
export function splitRecords(text: string, form: LineForm, share: number, seed: number): Split {
  const { header, records } = linesOf(text, form);
  const order = shuffled(records.length, seed);
  const held = new Set(order.slice(0, Math.round(share * records.length)));
  const part = (isHeld: boolean) => records.filter((_, place) => held.has(place) === isHeld);
  const [training, heldOut] = [part(false), part(true)];
  const written = (lines: readonly string[]) =>
    [...(form.hasHeader ? [header] : []), ...lines].map((line) => `${line}\n`).join('');
  return {
    training: written(training),
    heldOut: written(heldOut),
    counts: { training: training.length, heldOut: heldOut.length },
  };
}

/** The numbers below `count` in an order that the seed decides. */
function shuffled(count: number, seed: number): number[] {
  const order = Array.from({ length: count }, (_, place) => place);
  const next = randomFrom(seed);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
