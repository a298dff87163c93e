// One page of Markdown as HTML, with what the search and the table of contents need of it.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

import katex from 'katex';
import { Marked, type Token, type Tokens } from 'marked';

import { escapeHtml } from './escape.ts';
import { highlight } from './highlight.ts';
import { builtPath, docsFolder, typescriptFolder, wayTo, type Source } from './pages.ts';

export interface Heading {
  depth: number;
  id: string;
  text: string;
}

/** What the search finds: a heading with the words below it. */
export interface Section {
  id: string;
  heading: string;
  text: string;
}

export interface Page extends Source {
  title: string;
  html: string;
  headings: Heading[];
  sections: Section[];
  /** Files that the built page shows, by their path below the documentation's folder. */
  files: string[];
  hasLiveExample: boolean;
}

/** The site's first page, seen from the documentation's folder; in the source tree it has the same place. */
const playground = '../index.html';

/** As GitHub names headings, so that a link leads to the same place there and here. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

interface Mathematics extends Tokens.Generic {
  formula: string;
  isBlock: boolean;
}

const formula = (name: string, level: 'block' | 'inline', pattern: RegExp, start: RegExp) => ({
  name,
  level,
  start: (text: string) => start.exec(text)?.index,
  tokenizer: (text: string): Mathematics | undefined => {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    return { type: name, raw: found[0], formula: found[1].trim(), isBlock: level === 'block' };
  },
  renderer: (token: Tokens.Generic) => mathematics(token as Mathematics),
});

/** MathML, which needs neither fonts nor styles of ours. */
function mathematics({ formula: text, isBlock }: Mathematics): string {
  const html = katex.renderToString(text, { output: 'mathml', displayMode: isBlock, strict: true });
  return isBlock ? `<div class="formula" tabindex="0" role="group">${html}</div>\n` : html;
}

const formulas = [
  formula('formulaBlock', 'block', /^\$\$\n([\s\S]+?)\n\$\$(?:\n|$)/, /\$\$/),
  formula('formula', 'inline', /^\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/, /\$/),
];

export function render(source: Source): Page {
  const headings: Heading[] = [];
  const files = new Set<string>();
  const folder = posix.dirname(source.path);
  let hasLiveExample = false;

  /** The address of a file from the page; null of one that the site does not serve. */
  const addressOf = (link: string): string | null => {
    if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
    const [path, fragment = ''] = link.split('#');
    const target = posix.join(folder, path);
    const rest = fragment && `#${fragment}`;
    if (target === playground) return wayTo(source.path, playground);
    const isThere = target.startsWith(typescriptFolder) || existsSync(join(docsFolder, target));
    if (target.startsWith('../') || !isThere) return null;
    if (target.endsWith('.md')) return wayTo(source.path, builtPath(target)) + rest;
    return fileAt(path);
  };
  /** A file that is copied beside the pages. */
  const fileAt = (path: string): string => {
    const target = posix.join(folder, path);
    files.add(target);
    return wayTo(source.path, copiedPath(target));
  };

  const slugs = new Map<string, number>();
  const uniqueSlug = (text: string): string => {
    const slug = slugOf(text);
    const earlier = slugs.get(slug) ?? 0;
    slugs.set(slug, earlier + 1);
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  };

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plain(tokens);
        const id = uniqueSlug(text);
        headings.push({ depth, id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code({ text, lang = '' }) {
        const label = lang && ` class="language-${escapeHtml(lang)}"`;
        return `<pre tabindex="0"><code${label}>${highlight(text, lang)}\n</code></pre>\n`;
      },
      table(token) {
        const cell = (tag: string, one: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        const head = token.header.map((one) => cell('th', one)).join('');
        const rows = token.rows.map(
          (row) => `<tr>${row.map((one) => cell('td', one)).join('')}</tr>`,
        );
        return `<div class="table" tabindex="0" role="group"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      link({ href, title, tokens }) {
        if (title === 'live') {
          hasLiveExample = true;
          return liveExample(fileAt(href), this.parser.parseInline(tokens));
        }
        const inside = this.parser.parseInline(tokens);
        const address = addressOf(href);
        // A file of the source tree: the site does not hold it, and its path is what a reader needs.
        if (address === null) return `<span class="file">${inside}</span>`;
        return `<a href="${escapeHtml(address)}">${inside}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(fileAt(href))}" alt="${escapeHtml(text)}">`;
      },
    },
    extensions: formulas,
  });

  const tokens = marked.lexer(source.text);
  const html = marked.parser(tokens);
  return {
    ...source,
    title: headings[0]?.text ?? source.path,
    html,
    headings,
    sections: sectionsOf(tokens),
    files: [...files],
    hasLiveExample,
  };
}

/** Where a copied file stands below the documentation's folder. */
export const copiedPath = (path: string): string => `files/${posix.basename(path)}`;

/** The project's own element, with what stands there before somebody runs it: until then it loads only its script. */
const liveExample = (experiment: string, poster: string): string =>
  `<noisy-descent src="${escapeHtml(experiment)}" start="click">${poster}</noisy-descent>`;

/** The words of tokens, without marks. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plain(token.tokens);
      if (token.type === 'formula') return (token as Mathematics).formula;
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain(token.tokens ?? []);
      sections.push({ id: slugOf(heading), heading, text: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${wordsOf(token)}`.trim();
    }
  }
  return sections;
}

/** All words of a block, of lists and tables too, in one line. */
function wordsOf(token: Token): string {
  const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => plain(tokens)).join(' ');
  const words = () => {
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map(cells).join(' ');
    }
    if (token.type === 'list') return (token as Tokens.List).items.map(wordsOf).join(' ');
    if (token.type === 'formulaBlock') return (token as Mathematics).formula;
    return plain([token]);
  };
  return words().replace(/\s+/g, ' ').trim();
}
