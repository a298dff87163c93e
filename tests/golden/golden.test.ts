// Every word and number that the command line says is as it was frozen: of every example, of every algorithm with every
// notion, mechanism, kind of release, loss, term, domain and choice of a parameter, of every kind of question, and of
// what is refused. `npm run freeze` freezes what was changed on purpose, and says what that is.
import { readFileSync } from 'node:fs';

import { beforeAll, expect, it } from 'vitest';

import { differences, frozen, indexFile, indexOf, playAll } from './record.ts';
import { judge } from './second_checker.ts';

const records = frozen();
let played: Map<string, string>;
const results = new Map<string, string>();
beforeAll(async () => {
  played = await playAll(2, results);
});

it('the index is of the records', () => {
  expect(JSON.parse(readFileSync(indexFile, 'utf8'))).toEqual(indexOf(records));
});

it('what is played is what was frozen', () => {
  expect([...played.keys()]).toEqual([...records.keys()]);
});

/** Levels of these are drawn from a seed by a generator that no statement describes. */
const drawnLevels = ['run of simplex-bias.json', 'run of simplex-kinked.json'];

it('a second checker, which shares nothing with the engine, confirms every statement', () => {
  const judgements = judge(results);
  expect(judgements.size).toBe(results.size);
  const others = [...judgements].filter(([, { verdict }]) => verdict !== 'confirmed');
  const unexpected = others.filter(([, { why }]) => !why.every((reason) => reason.includes('levels.seed')));
  expect(unexpected).toEqual([]);
  expect(others.map(([name, { verdict }]) => [name, verdict]).sort()).toEqual(
    drawnLevels.map((name) => [name, 'cannot judge']),
  );
  expect([...judgements.values()].filter(({ promises }) => promises > 0).length).toBeGreaterThan(200);
}, 600_000);

it.each([...records])('%s', (name, record) => {
  const now = played.get(name) ?? 'null';
  if (now !== record) expect(differences(JSON.parse(record), JSON.parse(now))).toEqual([]);
  expect(now === record).toBe(true);
});
