// What surrounds the text of every page.
import { escapeHtml } from './escape.ts';
import type { Page } from './markdown.ts';
import { builtPath, wayTo } from './pages.ts';

/** A whole page; `head` is what every page of the site states first. */
export function layOut(page: Page, pages: readonly Page[], head: string): string {
  const to = (path: string) => escapeHtml(wayTo(page.path, path));
  const name = page.kind === '' ? page.title : `${page.title} - Noisy Descent`;
  const element = `<script type="module" src="${to('../embed/noisy-descent.js')}"></script>\n`;
  return `<!doctype html>
<html lang="en" data-docs="${to('index.html').replace('index.html', '')}">
<head>
${head}
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('style.css')}">
<script src="${to('page.js')}"></script>
${page.hasLiveExample ? element : ''}</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">Noisy Descent <span>documentation</span></a>
<div class="tools">
<button type="button" class="menu" aria-expanded="false" aria-controls="pages">Pages</button>
<button type="button" class="find" aria-keyshortcuts="/">Search</button>
<button type="button" class="theme">Theme</button>
<a href="${to('../index.html')}">Playground</a>
</div>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">
${navigation(page, pages)}
</nav>
<main id="text">
${page.html}${neighbours(page, pages)}
</main>
${contents(page)}
</div>
<dialog class="search" aria-label="Search">
<form method="dialog"><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off"><button>Close</button></form>
<p role="status"></p>
<ol></ol>
</dialog>
</body>
</html>
`;
}

function navigation(page: Page, pages: readonly Page[]): string {
  const kinds = [...new Set(pages.map(({ kind }) => kind))].filter((kind) => kind !== '');
  const item = (one: Page) => {
    const isOpen = one.path === (page.parent ?? page.path);
    const current = isOpen ? ` aria-current="${page.parent === null ? 'page' : 'true'}"` : '';
    return `<li><a href="${escapeHtml(wayTo(page.path, builtPath(one.path)))}"${current}>${escapeHtml(one.title)}</a></li>`;
  };
  return kinds
    .map((kind) => {
      const items = pages.filter((one) => one.kind === kind && one.parent === null).map(item);
      return `<h2>${escapeHtml(kind)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

/** The headings of a page that has several; of one with few parts also those inside of them. */
function contents({ headings }: Page): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  const sections =
    parts.length < 3 ? headings.filter(({ depth }) => depth === 2 || depth === 3) : parts;
  if (sections.length < 2) return '';
  const items = sections.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}

/** The pages before and after, in the order of the navigation or of the page that lists them. */
function neighbours(page: Page, all: readonly Page[]): string {
  const pages = all.filter(({ parent }) => parent === page.parent);
  const place = pages.indexOf(page);
  const link = (one: Page | undefined, rel: string, word: string) =>
    one
      ? `<a rel="${rel}" href="${escapeHtml(wayTo(page.path, builtPath(one.path)))}"><small>${word}</small> ${escapeHtml(one.title)}</a>`
      : '<span></span>';
  return `<div class="neighbours">${link(pages[place - 1], 'prev', 'Previous')}${link(pages[place + 1], 'next', 'Next')}</div>`;
}
