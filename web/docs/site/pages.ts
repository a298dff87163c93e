// The pages of the documentation: Markdown files, in the order in which index.md and the pages that it names list them.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the pages. */
export const docsFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the pages that only the built documentation has: see typescript.ts. */
export const typescriptFolder = 'reference/typescript';

export interface Source {
  /** Path below the folder, such as `how-to/host-it.md`. */
  path: string;
  /** The heading of index.md that lists it; of index.md itself, none. */
  kind: string;
  /** Of a page in a folder below, the page that lists it; the navigation shows only that one. */
  parent: string | null;
  text: string;
}

const read = (path: string, kind: string, parent: string | null = null): Source => ({
  path,
  kind,
  parent,
  text: readFileSync(join(docsFolder, path), 'utf8'),
});

/** The pages in folders below a page's own that it links to. */
function below(page: Source): Source[] {
  const links = page.text.matchAll(/\]\(([\w-]+\/[^)#]+\.md)\)/g);
  const paths = new Set([...links].map(([, link]) => posix.join(posix.dirname(page.path), link)));
  return [...paths]
    .filter((path) => !path.startsWith(typescriptFolder))
    .map((path) => read(path, page.kind, page.path));
}

/** index.md first, then all pages of its lists, each with those below it. */
export function readSources(): Source[] {
  const index = read('index.md', '');
  const sources = [index];
  let kind = '';
  for (const line of index.text.split('\n')) {
    kind = /^## (.+)$/.exec(line)?.[1] ?? kind;
    const link = /^- \[[^\]]+\]\(([^)#]+\.md)\)/.exec(line)?.[1];
    if (link === undefined) continue;
    const page = read(posix.normalize(link), kind);
    sources.push(page, ...below(page));
  }
  return sources;
}

/** Where a page stands in the built documentation. */
export const builtPath = (path: string): string => path.replace(/\.md$/, '.html');

/** The way from one page to a file, both below the documentation's folder. */
export const wayTo = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);
