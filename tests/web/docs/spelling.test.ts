// British spelling, of README, the documentation, the project's files, the page and the engine's sentences. A term of the field goes into words.txt.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';
import { describe, expect, it } from 'vitest';

import { root } from '../../../wasm/toolchain/process.mjs';
import { pages } from '../../package/documented.ts';
import { proseOf, saidBy, shownBy } from './words-of.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');

const terms = text('tests/web/docs/words.txt').trimEnd().split('\n');
const spelling = nspell({
  aff: Buffer.from(dictionary.aff),
  dic: Buffer.from(dictionary.dic),
});
terms.forEach((term) => spelling.add(term));

/** Names that files and commands use, such as `dp-gd`: they are no words. */
const ids = new Set(text('wasm/client/words.ts').match(/(?<=')[a-z0-9]+(?:-[a-z0-9]+)+(?=')/g));

/** Words of a text; no addresses, ids, names of code or abbreviations, whose capitals tell them. */
function wordsOf(shown: string): string[] {
  return shown
    .replace(/https?:\S+|--[\w-]+|[\w./-]+\.[a-z]{2,5}\b/g, ' ')
    .replace(/[\w-]+/g, (name) => (ids.has(name) || name.includes('_') ? ' ' : name))
    .split(/[^\p{L}'’]+/u)
    .map((word) => word.replaceAll('’', "'").replace(/^'+|'s?$/g, ''))
    .filter((word) => /^\p{L}\p{Ll}{2,}('\p{L}+)?$/u.test(word));
}

/** Oxford spelling has -ize, as the field does, where the dictionary knows only -ise. */
const isKnown = (word: string) =>
  spelling.correct(word) || spelling.correct(word.replace(/iz(?=e|ing|ation)/, 'is'));

const unknownIn = (shown: string) => [...new Set(wordsOf(shown))].filter((word) => !isKnown(word));

const ofTheProject = ['CHANGELOG.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'];
const documents = [...pages, ...ofTheProject.map((path) => ({ path, text: text(path) }))].map(
  ({ path, text: markdown }) => ({ path, shown: proseOf(markdown) }),
);

/** What the sources of a folder show. */
const shownIn = (folder: string, ending: RegExp, read: (source: string) => string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => ({ path: join(folder, name), shown: read(text(join(folder, name))) }));
const ofThePage = shownIn('web/src', /\.ts$/, shownBy);
const ofTheEngine = shownIn('engine', /\.(cpp|h)$/, saidBy);
const everything = [...documents, ...ofThePage, ...ofTheEngine];
const allWords = new Set(everything.flatMap(({ shown }) => wordsOf(shown)));

const misspelt = (all: readonly { path: string; shown: string }[]) =>
  all.flatMap(({ path, shown }) => unknownIn(shown).map((word) => `${path}: ${word}`));

describe('spelling', () => {
  it('of README, the documentation and the files of the project is British', () => {
    expect(misspelt(documents)).toEqual([]);
  });

  it('of what the page shows is British', () => {
    expect(misspelt(ofThePage)).toEqual([]);
  });

  it('of what the engine says is British', () => {
    expect(misspelt(ofTheEngine)).toEqual([]);
  });

  it('has one ending where there are two', () => {
    const both = [...allWords].filter(
      (word) =>
        /is(e|ing|ation)/.test(word) && allWords.has(word.replace(/is(?=e|ing|ation)/, 'iz')),
    );
    expect(both).toEqual([]);
  });

  it('finds what is wrong', () => {
    expect(unknownIn('The colour of a neighbor is optimised, its behavior minimized.')).toEqual([
      'neighbor',
      'behavior',
    ]);
    expect(unknownIn('Teh `dp-gd` of stepSize and SGD')).toEqual(['Teh']);
    expect(
      proseOf('Words `codde` $alph$\n\n```js\ncoode\n```\n\n```text\nplain\n```\n'),
    ).not.toMatch(/codde|alph|coode/);
    expect(shownBy('const a = html`<p class="zzx">Misspelt ${f("wrods here")}</p>`;')).toMatch(
      /^ Misspelt … \nwrods here$/,
    );
    expect(saidBy('fail("a wrod "\n  "is joined", "key", \'x\');')).toBe('"a wrod is joined"');
  });

  it('knows no term that nobody uses', () => {
    const lower = new Set([...allWords].map((word) => word.toLowerCase()));
    expect(terms.filter((term) => !lower.has(term.toLowerCase()))).toEqual([]);
  });
});
