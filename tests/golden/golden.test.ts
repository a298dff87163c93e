// Every word and number that the command line says is as it was frozen: of every example, of every algorithm with every
// notion, mechanism, kind of release, loss, term, domain and choice of a parameter, of every kind of question, and of
// what is refused. `npm run freeze` freezes what was changed on purpose, and says what that is.
import { readFileSync } from 'node:fs';

import { beforeAll, expect, it } from 'vitest';

import { differences, frozen, indexFile, indexOf, playAll } from './record.ts';

const records = frozen();
let played: Map<string, string>;
beforeAll(async () => {
  played = await playAll();
});

it('the index is of the records', () => {
  expect(JSON.parse(readFileSync(indexFile, 'utf8'))).toEqual(indexOf(records));
});

it('what is played is what was frozen', () => {
  expect([...played.keys()]).toEqual([...records.keys()]);
});

it.each([...records])('%s', (name, record) => {
  const now = played.get(name) ?? 'null';
  if (now !== record) expect(differences(JSON.parse(record), JSON.parse(now))).toEqual([]);
  expect(now === record).toBe(true);
});
