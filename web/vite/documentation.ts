import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { rolldown, type Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';

import type { Entry } from '../docs/site/client/search.ts';
import { layOut } from '../docs/site/layout.ts';
import { copiedPath, render, type Page } from '../docs/site/markdown.ts';
import { builtPath, docsFolder, readSources, typescriptFolder } from '../docs/site/pages.ts';
import { typescriptSources } from '../docs/site/typescript.ts';
import { policy } from './policy.ts';

const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">`;

/**
 * Writes the documentation into `docs/` of the site, beside what the page's bundle holds: the service worker keeps none
 * of it. All addresses are relative, so that the site may stand in any folder.
 *
 * @param gather takes note of the libraries that its scripts hold
 */
export function documentation(gather: RolldownPlugin): Plugin {
  return {
    name: 'noisy-descent:documentation',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(dir!, 'docs');
      const pages = [...readSources(), ...(await typescriptSources())].map(render);
      const write = async (path: string, text: string) => {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      };
      for (const page of pages) await write(builtPath(page.path), layOut(page, pages, head));
      await write('search.json', JSON.stringify(pages.flatMap(entriesOf)));
      await copyFiles(pages, folder);
      await bundleScripts(folder, gather);
    },
  };
}

/** Of an exported name what it is; the parts of its page are alike on all of them. */
function entriesOf({ path, title, sections }: Page): Entry[] {
  const found = path.startsWith(typescriptFolder) ? sections.slice(0, 1) : sections;
  return found.map(({ id, heading, text }) => ({
    id: `${builtPath(path)}#${id}`,
    page: title,
    heading,
    text,
  }));
}

async function copyFiles(pages: readonly Page[], folder: string): Promise<void> {
  const copies = new Map([
    ['site/style.css', 'style.css'],
    ['../icon.svg', 'icon.svg'],
  ]);
  for (const file of pages.flatMap(({ files }) => files)) copies.set(file, copiedPath(file));
  await mkdir(join(folder, 'files'), { recursive: true });
  for (const [from, to] of copies) await copyFile(join(docsFolder, from), join(folder, to));
}

/** One script that runs before the page is drawn, and the search, which it imports when it is asked for. */
async function bundleScripts(folder: string, gather: RolldownPlugin): Promise<void> {
  for (const [name, format] of [
    ['page', 'iife'],
    ['search', 'es'],
  ] as const) {
    const bundle = await rolldown({
      input: join(docsFolder, 'site/client', `${name}.ts`),
      platform: 'browser',
      plugins: [gather],
      transform: { target: 'es2022' },
    });
    await bundle.write({ file: join(folder, `${name}.js`), format, minify: true });
    await bundle.close();
  }
}
