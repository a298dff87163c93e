// What a page of the documentation does by itself: its theme, its menu, and the search when somebody asks for it.
// Its script stands in the head and is loaded before the page is drawn, so that the theme never flashes.

import type { startSearch } from './search.ts';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const page = document.documentElement;
const base = new URL(page.dataset['docs'] ?? '', location.href);
const key = 'noisy-descent-docs-theme';

/** Browsers may refuse to keep anything. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const kept = attempt(() => localStorage.getItem(key));
let theme: Theme = themes.find((one) => one === kept) ?? 'auto';
page.dataset['theme'] = theme;
page.classList.add('scripted');

function showTheme(): void {
  page.dataset['theme'] = theme;
  document.querySelector('button.theme')!.textContent = `Theme: ${theme}`;
  for (const example of document.querySelectorAll('noisy-descent')) {
    example.setAttribute('theme', theme);
  }
}

function changeTheme(): void {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  attempt(() => localStorage.setItem(key, theme));
  showTheme();
}

function toggleMenu(button: HTMLElement): void {
  const isOpen = document.querySelector('#pages')!.classList.toggle('open');
  button.setAttribute('aria-expanded', String(isOpen));
}

/** The search and its index come when they are first asked for. */
async function openSearch(): Promise<void> {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search')!;
  if (!dialog.open) dialog.showModal();
  const script = new URL('search.js', base).href;
  const search = (await import(script)) as { startSearch: typeof startSearch };
  await search.startSearch(dialog, base);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, noisy-descent') !== null;

document.addEventListener('DOMContentLoaded', () => {
  showTheme();
  const on = (selector: string, act: (button: HTMLElement) => void) => {
    const button = document.querySelector<HTMLElement>(selector)!;
    button.addEventListener('click', () => act(button));
  };
  on('button.theme', changeTheme);
  on('button.menu', toggleMenu);
  on('button.find', () => void openSearch());
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event.target)) return;
    event.preventDefault();
    void openSearch();
  });
});
