import { home, type Place } from '../store/state.ts';

/** Longest text of the lab that an address is read for. */
const maximumLength = 4000;

/** The place that a URL fragment names: `lab=` and the lab's words, beside the link. */
export function placeOf(hash: string): Place {
  const lab = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B')).get('lab');
  if (lab === null || lab.length > maximumLength) return home;
  return { view: 'lab', lab };
}

/** A fragment without the place: the link in it, or `''`. */
export function withoutPlace(hash: string): string {
  return hash.replace(/^#lab=[^&]*$|&lab=[^&]*/, '');
}

/** A fragment, `''` or a link, with the place added to it. */
export function withPlace(hash: string, { view, lab }: Place): string {
  if (view === 'playground') return hash;
  const bare = hash.replace(/^#/, '');
  // What the lab writes needs no escapes, and stays readable in the address.
  const safe = lab.replace(/[^\w.,:+-]/g, encodeURIComponent);
  return `#${bare === '' ? '' : `${bare}&`}lab=${safe}`;
}
