import { home, type Place } from '../store/state.ts';

/** Longest text of the lab that an address is read for. */
const maximumLength = 4000;
/** Places that are named as they are called. */
const named = ['gallery', 'table'] as const;

/**
 * The place that a URL fragment names beside the link: `lab=` and the lab's words, `play`,
 * `gallery`, `table` or `inside`. Where it names none, a link opens what is behind the first screen, and no link that.
 */
export function placeOf(hash: string): Place {
  const parts = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const lab = parts.get('lab');
  if (lab !== null) return lab.length > maximumLength ? home : { view: 'lab', lab };
  for (const view of named) if (parts.has(view)) return { view, lab: '' };
  const isPlay = parts.has('play') || ['', '#'].includes(hash);
  return { view: isPlay ? 'play' : 'playground', lab: '' };
}

/** A fragment without the place: the link in it, or `''`. */
export function withoutPlace(hash: string): string {
  return hash.replace(
    /^#(?:lab=[^&]*|inside|play|gallery|table)$|&(?:lab=[^&]*|(?:play|gallery|table)$)/,
    '',
  );
}

/** A fragment, `''` or a link, with the place added to it. */
export function withPlace(hash: string, { view, lab }: Place): string {
  const bare = hash.replace(/^#/, '');
  if (view === 'play') return bare === '' ? '' : `#${bare}&play`;
  if (view === 'gallery' || view === 'table') return bare === '' ? `#${view}` : `#${bare}&${view}`;
  if (view === 'playground') return bare === '' ? '#inside' : `#${bare}`;
  // What the lab writes needs no escapes, and stays readable in the address.
  const safe = lab.replace(/[^\w.,:+-]/g, encodeURIComponent);
  return `#${bare === '' ? '' : `${bare}&`}lab=${safe}`;
}
