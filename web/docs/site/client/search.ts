// The search: all of the documentation's text is one file, and its index is made here, without a server.
import MiniSearch from 'minisearch';

/** A heading with the words below it, as the build writes them. */
export interface Entry {
  /** Address from the documentation's folder, with the heading. */
  id: string;
  page: string;
  heading: string;
  text: string;
}

const most = 12;
let index: Promise<MiniSearch<Entry>> | null = null;

async function load(base: URL): Promise<MiniSearch<Entry>> {
  const response = await fetch(new URL('search.json', base));
  const entries = (await response.json()) as Entry[];
  const made = new MiniSearch<Entry>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  made.addAll(entries);
  return made;
}

/** Begins to answer what is typed in a dialog that is open. */
export async function startSearch(dialog: HTMLDialogElement, base: URL): Promise<void> {
  const input = dialog.querySelector('input')!;
  const isFirst = index === null;
  // Whoever types while this script is still on its way must not lose the first letters.
  if (!isFirst) input.select();
  index ??= load(base);
  const found = await index;
  if (!isFirst) return;
  const show = () => showHits(dialog, base, found, input.value);
  input.addEventListener('input', show);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target as Element).closest('a')) dialog.close();
  });
  dialog.addEventListener('keydown', moveFocus);
  // Enter follows the first hit.
  dialog.querySelector('form')!.addEventListener('submit', (event) => {
    if (event.submitter !== null && event.submitter.matches(':focus')) return;
    event.preventDefault();
    dialog.querySelector('a')?.click();
  });
  show();
}

function showHits(
  dialog: HTMLDialogElement,
  base: URL,
  index: MiniSearch<Entry>,
  words: string,
): void {
  const hits = index.search(words).slice(0, most);
  const items = hits.map((hit) => {
    const { id, page, heading, text } = hit as unknown as Entry;
    const link = document.createElement('a');
    link.href = new URL(id, base).href;
    const title = document.createElement('strong');
    title.textContent = heading === page ? page : `${page}: ${heading}`;
    const excerpt = document.createElement('span');
    excerpt.textContent = excerptOf(text, hit.terms);
    link.append(title, excerpt);
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  dialog.querySelector('ol')!.replaceChildren(...items);
  const isEmpty = words.trim() !== '' && hits.length === 0;
  const count = `${hits.length} ${hits.length === 1 ? 'section' : 'sections'}`;
  dialog.querySelector('p')!.textContent = isEmpty ? 'Nothing found.' : words.trim() && count;
}

/** Some words around the first one that was found. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const from = start === 0 || places.length === 0 ? 0 : text.indexOf(' ', start) + 1;
  const piece = text.slice(from, from + 160);
  return `${from > 0 ? '... ' : ''}${piece}${from + 160 < text.length ? ' ...' : ''}`;
}

/** Arrows move between the input and the hits. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const dialog = event.currentTarget as HTMLElement;
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, a')];
  const place = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops[Math.min(stops.length - 1, Math.max(0, place + step))].focus();
}
