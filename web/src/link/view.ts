import type { Experiment } from '../engine/types.ts';
import { readView } from '../store/persist.ts';
import type { SweepFilter } from '../results/visible.ts';
import type { View } from '../store/state.ts';

/** Longest text of a view that an address is read for. */
const maximumLength = 2000;
const layouts = ['single', 'points', 'algorithms', 'ends'] as const;

/** What is looked at, in words that stand in an address: `x:passes,y:accuracy,scale:linear`. */
export function encodeView(view: View, { sweep = [] }: Experiment): string {
  const words = [`x:${view.axis}`, `y:${view.measure}`];
  if (view.scale !== 'log') words.push(`scale:${view.scale}`);
  if (view.showBounds) words.push('bounds:yes');
  if (!view.showFloors) words.push('floors:no');
  if (view.layout !== null) words.push(`layout:${view.layout}`);
  sweep.forEach(({ path }, axis) => {
    const chosen = view.sweep[path];
    if (chosen !== undefined) words.push(`sweep.${axis}:${chosen ?? 'all'}`);
  });
  return words.join(',');
}

/** The view that an address names, or null where it names none: then the reader's own one stays. */
export function decodeView(hash: string, { sweep = [] }: Experiment): View | null {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('v');
  if (text === null || text.length > maximumLength) return null;
  const words = new Map(text.split(',').map((word) => splitWord(word)));
  const view = readView({
    axis: words.get('x'),
    measure: words.get('y'),
    scale: words.get('scale'),
    showBounds: words.get('bounds') === 'yes',
    showFloors: words.get('floors') !== 'no',
  });
  const layout = layouts.find((one) => one === words.get('layout')) ?? null;
  return { ...view, layout, sweep: chosenOf(words, sweep) };
}

/** Which value of each swept field is looked at; what is no value of it is left out. */
function chosenOf(
  words: ReadonlyMap<string, string>,
  sweep: NonNullable<Experiment['sweep']>,
): SweepFilter {
  const filter: SweepFilter = {};
  sweep.forEach(({ path, values }, axis) => {
    const word = words.get(`sweep.${axis}`) ?? '';
    if (word === 'all') filter[path] = null;
    else if (/^\d+$/.test(word) && Number(word) < values.length) filter[path] = Number(word);
  });
  return filter;
}

/** A fragment that holds an experiment, with the view added to it. */
export function withView(hash: string, view: View, experiment: Experiment): string {
  return `${hash}&v=${encodeView(view, experiment)}`;
}

function splitWord(word: string): [name: string, value: string] {
  const separator = word.indexOf(':');
  return separator < 0 ? [word, ''] : [word.slice(0, separator), word.slice(separator + 1)];
}
