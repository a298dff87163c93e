// Writes what follows from the engine's catalogue: types of its words and questions, and the schema of the experiment file.
//   npm run generate
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import type { Catalogue, QuestionCatalogue } from '../client/types.ts';
import { experimentJsonSchema } from './json-schema.ts';
import { queryTypes } from './queries.ts';
import { wordTypes } from './words.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');

function readCatalogue(): Catalogue & QuestionCatalogue {
  const { status, stdout, stderr, error } = spawnSync(program, ['catalogue'], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`the native command line gives no catalogue: ${error ?? stderr}`);
  return JSON.parse(stdout) as Catalogue & QuestionCatalogue;
}

/** Every generated file, by its path in the project, as it should be. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const catalogue = readCatalogue();
  const texts = {
    'wasm/client/words.ts': wordTypes(catalogue),
    'wasm/client/queries.ts': queryTypes(catalogue),
    'wasm/schema.json': JSON.stringify(experimentJsonSchema(catalogue)),
  };
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries(texts)) {
    const filepath = join(root, path);
    files.set(path, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generatedFiles()) writeFileSync(join(root, path), text);
}
