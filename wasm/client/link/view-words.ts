import type { ExperimentFile } from '../schema.ts';
import type { LinkView } from './link.ts';

/** Longest text of a view that is read. */
const maximumLength = 2000;

/**
 * The view that an older link tells in words, such as `x:passes,y:accuracy,scale:linear,sweep.0:1`.
 * Words that say nothing are left out.
 */
export function viewOfWords(text: string, { sweep = [] }: ExperimentFile): LinkView {
  const words = new Map(text.slice(0, maximumLength).split(',').map(splitWord));
  const chosen: Record<string, number | null> = {};
  sweep.forEach(({ path, values }, axis) => {
    const word = words.get(`sweep.${axis}`) ?? '';
    if (word === 'all') chosen[path] = null;
    else if (/^\d+$/.test(word) && Number(word) < values.length) chosen[path] = Number(word);
  });
  return {
    ...(words.has('x') && { axis: words.get('x') }),
    ...(words.has('y') && { measure: words.get('y') }),
    ...(words.get('scale') === 'linear' && { scale: 'linear' }),
    bounds: words.get('bounds') === 'yes',
    floors: words.get('floors') !== 'no',
    ...(words.has('layout') && { layout: words.get('layout') }),
    sweep: chosen,
  };
}

function splitWord(word: string): [name: string, value: string] {
  const separator = word.indexOf(':');
  return separator < 0 ? [word, ''] : [word.slice(0, separator), word.slice(separator + 1)];
}
