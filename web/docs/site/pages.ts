// The pages of the documentation: Markdown files, in the order in which index.md lists them.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the pages. */
export const docsFolder = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Source {
  /** Path below the folder, such as `how-to/host-it.md`. */
  path: string;
  /** The heading of index.md that lists it; of index.md itself, none. */
  kind: string;
  text: string;
}

const read = (path: string, kind: string): Source => ({
  path,
  kind,
  text: readFileSync(join(docsFolder, path), 'utf8'),
});

/** index.md first, then all pages of its lists. */
export function readSources(): Source[] {
  const index = read('index.md', '');
  const sources = [index];
  let kind = '';
  for (const line of index.text.split('\n')) {
    kind = /^## (.+)$/.exec(line)?.[1] ?? kind;
    const link = /^- \[[^\]]+\]\(([^)#]+\.md)\)/.exec(line)?.[1];
    if (link !== undefined) sources.push(read(posix.normalize(link), kind));
  }
  return sources;
}

/** Where a page stands in the built documentation. */
export const builtPath = (path: string): string => path.replace(/\.md$/, '.html');

/** The way from one page to a file, both below the documentation's folder. */
export const wayTo = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);
