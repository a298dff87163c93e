import { home, type Place, type StoryPlace } from '../store/state.ts';

/** Longest text of the lab that an address is read for, and of a story's name. */
const maximumLength = 4000;
const longestName = 60;
/** A story with the number of its step; it stands last, whatever is before it. */
const storyPart = /(^#?|&)story=([^&]*)/;
/** Places that are named as they are called. */
const named = ['gallery', 'table'] as const;

/**
 * The place that a URL fragment names beside the link: `lab=` and the lab's words, `play`,
 * `gallery`, `table` or `inside`, and `story=`. Where it names none, a link opens what is behind
 * the first screen, and no link that.
 */
export function placeOf(hash: string): Place {
  const story = storyOf(hash);
  const bare = withoutStory(hash);
  const place = viewOf(bare);
  if (story === null) return place;
  // Alone it opens where a story begins; beside anything else that is what it has shown.
  return bare === ''
    ? { ...place, view: 'play', story }
    : { ...place, story: { ...story, isShown: true } };
}

function viewOf(hash: string): Place {
  const parts = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'));
  const lab = parts.get('lab');
  if (lab !== null) return lab.length > maximumLength ? home : { view: 'lab', lab };
  for (const view of named) if (parts.has(view)) return { view, lab: '' };
  const isPlay = parts.has('play') || ['', '#'].includes(hash);
  return { view: isPlay ? 'play' : 'playground', lab: '' };
}

/** `story=price-of-epsilon.2`; without a number it is the first step. Whether there is such a story is not known here. */
function storyOf(hash: string): StoryPlace | null {
  const found = storyPart.exec(hash);
  if (found === null) return null;
  const [id, step = '1'] = found[2].split('.');
  const isStep = /^[1-9]\d?$/.test(step);
  return { id: id.slice(0, longestName), step: isStep ? Number(step) : 1, isShown: false };
}

function withoutStory(hash: string): string {
  const bare = hash.replace(storyPart, '');
  return bare === '' || bare.startsWith('#') ? bare : `#${bare.replace(/^&/, '')}`;
}

/** A fragment without the place: the link in it, or `''`. */
export function withoutPlace(hash: string): string {
  return withoutStory(hash).replace(
    /^#(?:lab=[^&]*|inside|play|gallery|table)$|&(?:lab=[^&]*|(?:play|gallery|table)$)/,
    '',
  );
}

/** A fragment, `''` or a link, with the place added to it. */
export function withPlace(hash: string, { view, lab, story }: Place): string {
  const placed = withView(hash, { view, lab });
  if (story === undefined) return placed;
  const name = `story=${escaped(story.id)}.${story.step}`;
  return placed === '' ? `#${name}` : `${placed}&${name}`;
}

function withView(hash: string, { view, lab }: Pick<Place, 'view' | 'lab'>): string {
  const bare = hash.replace(/^#/, '');
  if (view === 'play') return bare === '' ? '' : `#${bare}&play`;
  if (view === 'gallery' || view === 'table') return bare === '' ? `#${view}` : `#${bare}&${view}`;
  if (view === 'playground') return bare === '' ? '#inside' : `#${bare}`;
  return `#${bare === '' ? '' : `${bare}&`}lab=${escaped(lab)}`;
}

/** What the lab and stories write needs no escapes, and stays readable in the address. */
function escaped(text: string): string {
  return text.replace(/[^\w.,:+-]/g, encodeURIComponent);
}
