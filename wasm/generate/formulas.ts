// What the pages of the reference say that an entry of the catalogue computes: texts with formulas, written by hand.
import { readFileSync } from 'node:fs';

import type { Catalogue } from '../client/types.ts';
import { entryKinds } from './reference.ts';

/** The texts of one kind of entries, by id. */
export type Formulas = ReadonlyMap<string, string>;

/**
 * The texts of a file with one heading `## id` for each text, or `## id, id` where entries share it.
 * Each of the ids must have one text, and each text must belong to ids among them.
 */
export function formulasOf(file: string, text: string, ids: readonly string[]): Formulas {
  const formulas = new Map<string, string>();
  for (const section of text.split(/^## /m).slice(1)) {
    const [heading, ...lines] = section.split('\n');
    const body = lines.join('\n').trim();
    for (const id of heading.split(',').map((word) => word.trim())) {
      if (!ids.includes(id))
        throw new Error(`${file} has a text for "${id}", which the catalogue does not have`);
      if (formulas.has(id)) throw new Error(`${file} has two texts for "${id}"`);
      if (body === '') throw new Error(`${file} says nothing below "${heading}"`);
      formulas.set(id, body);
    }
  }
  const missing = ids.filter((id) => !formulas.has(id));
  if (missing.length > 0)
    throw new Error(`${file} has no text for ${missing.map((id) => `"${id}"`).join(', ')}`);
  return formulas;
}

/** The texts of all entries, by the folder of their pages: each kind has a file of its own in the folder `formulas`. */
export function readFormulas(catalogue: Catalogue): ReadonlyMap<string, Formulas> {
  const kinds = [
    { folder: 'method', texts: 'methods.md', entries: catalogue.algorithms },
    ...entryKinds(catalogue),
  ];
  return new Map(
    kinds.map(({ folder, texts, entries }) => {
      const path = new URL(`formulas/${texts}`, import.meta.url);
      const ids = entries.map(({ id }) => id);
      const name = `wasm/generate/formulas/${texts}`;
      return [folder, formulasOf(name, readFileSync(path, 'utf8'), ids)];
    }),
  );
}
