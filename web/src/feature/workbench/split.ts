import { linesOf, type LineForm } from './lines.ts';

/** Numbers in [0, 1): the generator mulberry32. Public choices alone rest on it, never noise. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
