// Files, sessions, statements, audits and the page know algorithms and losses by what their
// catalogue entries say, not by their ids: one that is registered from outside is treated as any other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import schema from '../../wasm/schema.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const rooms = ['engine/experiment', 'engine/statement', 'engine/audit', 'wasm/client', 'web/src'];

/** What names ids for a reason of its own. */
const allowed = [
  'wasm/client/words.ts', // generated from the catalogue
  'wasm/client/queries.ts', // generated from the catalogue too
  'wasm/client/link/defaults/v2.ts', // whose plans choose what since a version of links
  'wasm/client/link/defaults/v4.ts', // the same
  'wasm/client/theory.ts', // methods of questions about the theory
  'web/src/feature/lab/', // the same questions
  'web/src/feature/gallery/examples/', // experiments to begin with
  'web/src/feature/stories/', // what they tell of
  'web/src/feature/table/held-out.ts', // a problem in which every row that is kept has a weight
  'web/src/store/reference.ts', // what the page draws in grey beside private runs
];

const { algorithms, problem, data } = schema.properties;
const generators = data.oneOf.flatMap(({ properties }) =>
  'name' in properties && properties.name && 'enum' in properties.name ? properties.name.enum : [],
);
const ids = [
  ...algorithms.items.oneOf.map(({ properties }) => properties.id.const),
  ...problem.properties.loss.enum,
].filter((id) => !generators.includes(id));

function sourcesIn(room: string): string[] {
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|h|cpp)$/.test(file))
    .map((file) => `${room}/${file}`)
    .filter((file) => !allowed.some((prefix) => file.startsWith(prefix)));
}

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, '');

/** Ids in a text of the program: whole words, or what a sentence names. */
function idsIn(code: string): string[] {
  const texts = code.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? [];
  return ids.filter((id) => {
    const inSentence = id.includes('-') ? new RegExp(`(?<![\\w-])${id}(?![\\w-])`) : null;
    return texts.some((text) => text.slice(1, -1) === id || inSentence?.test(text));
  });
}

describe('no id of an algorithm or a loss', () => {
  it.each(rooms)('stands in the code of %s', (room) => {
    const found = sourcesIn(room).flatMap((file) =>
      idsIn(withoutComments(readFileSync(join(root, file), 'utf8'))).map((id) => `${file}: ${id}`),
    );
    expect(sourcesIn(room).length).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });

  it('is missed where it stands', () => {
    expect(idsIn('use("dp-gd", or)')).toEqual(['dp-gd']);
    expect(idsIn(`x + " works elsewhere: use dp-svrg, which stays"`)).toEqual(['dp-svrg']);
    expect(idsIn(`loss === 'huber'`)).toEqual(['huber']);
    expect(idsIn(withoutComments('// as "dp-gd"\n/* "nag" */'))).toEqual([]);
  });
});
