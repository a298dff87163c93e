// The pages on TypeScript: what the package's declarations and the comments above them say, as TypeDoc reads them.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

import { docsFolder, typescriptFolder, type Source } from './pages.ts';

/** The page that leads to them. */
const parent = 'reference/javascript.md';

const project = join(docsFolder, '../..');
/** What the package's main entry, `element` and `link` offer. */
const entryPoints = ['index.ts', 'element.ts', 'link/index.ts'].map((file) =>
  join(project, 'wasm/client', file),
);

/** A page for each export, one for each entry that lists its exports, and one that lists the entries. */
export async function typescriptSources(): Promise<Source[]> {
  const out = await mkdtemp(join(tmpdir(), 'noisy-descent-typescript-'));
  try {
    await writePages(out);
    const names = await readdir(out, { recursive: true });
    return await Promise.all(
      names
        .filter((name) => name.endsWith('.md'))
        .map(async (name) => ({
          path: `${typescriptFolder}/${name}`,
          kind: 'Reference',
          parent,
          text: await readFile(join(out, name), 'utf8'),
        })),
    );
  } finally {
    await rm(out, { recursive: true });
  }
}

async function writePages(out: string): Promise<void> {
  // The project's own configuration takes in every file of it: that lasts five times as long.
  const tsconfig = join(out, 'tsconfig.json');
  const base = { extends: join(project, 'tsconfig.json'), files: entryPoints, include: [] };
  await writeFile(tsconfig, JSON.stringify({ ...base, compilerOptions: { types: [] } }));
  const options: Partial<TypeDocOptions & PluginOptions> = {
    plugin: ['typedoc-plugin-markdown'],
    name: 'TypeScript',
    entryPoints,
    tsconfig,
    out,
    logLevel: 'Error',
    readme: 'none',
    disableSources: true,
    skipErrorChecking: true,
    // The site has a header and navigation of its own.
    hidePageHeader: true,
    hideBreadcrumbs: true,
    entryFileName: 'index.md',
    useCodeBlocks: true,
    parametersFormat: 'table',
    classPropertiesFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
  };
  const application = await Application.bootstrapWithPlugins(options);
  const declarations = await application.convert();
  if (!declarations) throw new Error('TypeDoc cannot read the declarations: run npx tsc --noEmit');
  for (const entry of declarations.children ?? [])
    if (entry.name === 'index') entry.name = 'noisy-descent';
  await application.generateOutputs(declarations);
}
