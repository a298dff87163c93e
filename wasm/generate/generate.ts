// Writes what follows from the engine's catalogue and its tables of records: types of its words, questions, answers and records,
// the schemas of experiments, results and models, and pages of the documentation's reference; and from the public headers, those
// of C++.
//   npm run generate
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import type { Catalogue, QuestionCatalogue } from '../client/types.ts';
import { readHeaders } from './cpp-headers.ts';
import { cppPages } from './cpp-pages.ts';
import { entryPages, type Example } from './entry-pages.ts';
import { readFormulas } from './formulas.ts';
import { experimentJsonSchema } from './json-schema.ts';
import { limitConstants } from './limits.ts';
import { queryTypes } from './queries.ts';
import { cataloguePage, errorsPage, optionsPage, problemCataloguePage } from './reference.ts';
import { type RecordTable, recordSchema, recordTypes, theoryTypes } from './records.ts';
import { wordTypes } from './words.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');

function say(...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`the native command line gives no ${words.join(' ')}: ${error ?? stderr}`);
  return stdout;
}

const ask = (command: string): unknown => JSON.parse(say(command));

/** The engine's tables of records. */
export const readTables = () => ask('describe-records') as RecordTable[];

/** The experiments that the package ships. */
function readExamples(): Example[] {
  const folder = join(root, 'examples');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return { file, experiment: JSON.parse(text) as Example['experiment'] };
  });
}

/** Every generated file, by its path in the project, as it should be. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const catalogue = ask('catalogue') as Catalogue & QuestionCatalogue;
  const tables = readTables();
  const texts = {
    'wasm/client/words.ts': wordTypes(catalogue),
    'wasm/client/limits.ts': limitConstants(catalogue),
    'wasm/client/queries.ts': queryTypes(catalogue),
    'wasm/client/records.ts': recordTypes(tables),
    'wasm/client/theory.ts': theoryTypes(tables),
    'wasm/schema.json': JSON.stringify(experimentJsonSchema(catalogue)),
    'wasm/result-schema.json': JSON.stringify(
      recordSchema(tables, 'ExperimentResult', 'Noisy Descent result'),
    ),
    'wasm/model-schema.json': JSON.stringify(
      recordSchema(tables, 'ModelFile', 'Noisy Descent model'),
    ),
  };
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries(texts)) {
    const filepath = join(root, path);
    files.set(path, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  const pages = {
    options: optionsPage((...words) => say(...words, '--help')),
    errors: errorsPage(catalogue),
    catalogue: cataloguePage(catalogue),
    'problem-catalogue': problemCataloguePage(catalogue),
  };
  for (const [name, text] of Object.entries(pages))
    files.set(`web/docs/reference/${name}.md`, text);
  const formulas = readFormulas(catalogue);
  const errorCodes = catalogue.errors.map(({ code }) => code);
  for (const [path, text] of [
    ...entryPages(catalogue, readExamples(), formulas),
    ...cppPages(readHeaders(), errorCodes),
  ])
    files.set(`web/docs/reference/${path}`, text);
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generatedFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
