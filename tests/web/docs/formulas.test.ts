// What the reference says that entries compute: each entry of the catalogue has one text, and no text is left over.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { formulasOf } from '../../../wasm/generate/formulas.ts';
import { root } from '../../../wasm/toolchain/process.mjs';
import { render } from '../../../web/docs/site/markdown.ts';

const folder = join(root, 'wasm/generate/formulas');
const file = ['# Texts', '', 'Words.', '', '## one', '', 'First.', '', '## two, three', '', 'Shared.', ''].join('\n'); // prettier-ignore

describe('texts of entries', () => {
  it('are told apart by their headings, which may list several entries', () => {
    const formulas = formulasOf('texts.md', file, ['three', 'two', 'one']);
    expect(Object.fromEntries(formulas)).toEqual({ one: 'First.', two: 'Shared.', three: 'Shared.' }); // prettier-ignore
  });

  it.each([
    ['an entry without a text', file, ['one', 'two', 'three', 'four', 'five'], 'texts.md has no text for "four", "five"'], // prettier-ignore
    ['a text without an entry', file, ['one', 'two'], 'texts.md has a text for "three", which the catalogue does not have'], // prettier-ignore
    ['an entry with two texts', `${file}\n## one\n\nAgain.\n`, ['one', 'two', 'three'], 'texts.md has two texts for "one"'], // prettier-ignore
    ['a heading without a text', `${file}\n## four\n`, ['one', 'two', 'three', 'four'], 'texts.md says nothing below "four"'], // prettier-ignore
  ])('are refused with %s', (_, text, ids, message) => {
    expect(() => formulasOf('texts.md', text, ids)).toThrow(new Error(message));
  });

  it.each(readdirSync(folder))('of %s have formulas that render', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { html } = render({ path: 'reference/method/x.md', kind: '', parent: null, text });
    expect(html.split('<div class="formula"').length).toBeGreaterThanOrEqual(
      text.split('\n## ').length,
    );
    expect(html).not.toContain('$');
  });
});
