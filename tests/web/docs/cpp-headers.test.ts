// The reference of the C++ library: it has every public declaration of the headers, and a header that it cannot read is refused.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readHeader, readHeaders } from '../../../wasm/generate/cpp-headers.ts';
import { cppPages } from '../../../wasm/generate/cpp-pages.ts';
import { root } from '../../../wasm/toolchain/process.mjs';

const folder = join(root, 'engine/face/noisy_descent');
const headers = readHeaders();
const pages = new Map(cppPages(headers, ['invalid-value']));

const wrap = (inside: string, purpose = '// What it is for.') =>
  `#pragma once\n\n${purpose}\n\nnamespace noisy_descent {\n\n${inside}\n\n}  // namespace noisy_descent\n`;
const read = (inside: string) => readHeader('noisy_descent/x.h', wrap(inside));

/** The code of a header that programs may use, without comments. */
const publicCode = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .replace(/\/\/.*$/gm, '')
    .replace(/^ private:[^}]*^};/gm, '};');

/** Pages without links, as they are read. */
const plain = (path: string) => pages.get(path)!.replace(/\[`|`\]\([^)]*\)|`/g, '');

describe.each(readdirSync(folder).filter((name) => name !== 'noisy_descent.h'))('%s', (name) => {
  const text = plain(`cpp/${name.replace('.h', '.md')}`);
  const code = publicCode(name);

  it('has each public function on its page', () => {
    const functions = [...code.matchAll(/(?<=[ ~])(\w+|operator=)\((?=[^)]*\)[ \w]*;)/g)];
    const names = functions.map(([, one]) => one);
    const shown = headers
      .find(({ file }) => file.endsWith(`/${name}`))!
      .declarations.flatMap((one) => [one, ...one.members])
      .filter(({ kind }) => kind === 'function');
    expect(shown.map((one) => one.name.replace('~', ''))).toEqual(names);
    for (const { code: whole } of shown) expect(text).toContain(whole);
  });

  it('has each type, field and macro on its page', () => {
    const types = code.match(/^(?:struct|class|enum class|using) \w+/gm) ?? [];
    for (const type of types) expect(text).toContain(`## ${type.replace('enum class', 'enum')}\n`);
    const fields = [...code.matchAll(/^ {2}(?!static)[\w:][^\n()]*? (\w+)(?: = [^;]*)?;/gm)];
    for (const [whole] of fields) expect(text).toContain(`| ${whole.trim().replace(/;$/, '')} |`);
    for (const macro of code.match(/^#define .*\w/gm) ?? []) expect(text).toContain(macro);
  });
});

describe('headers', () => {
  it('are all included by the first one', () => {
    const other = readHeader('noisy_descent/other.h', wrap('/// One.\nint one();'));
    expect(() => cppPages([...headers, other], [])).toThrow(
      'noisy_descent/noisy_descent.h does not include noisy_descent/other.h',
    );
  });

  it('have comments that name calls which are there', () => {
    const whole = readHeader('noisy_descent/noisy_descent.h', '#include "noisy_descent/x.h"\n// All.\n'); // prettier-ignore
    expect(() => cppPages([whole, read('/// As two() does.\nint one();')], [])).toThrow(
      'a comment names two(), which no header has',
    );
  });
});

describe('the reader of headers', () => {
  it('reads comments above and behind, with paragraphs, parameters and errors', () => {
    const { declarations } = read(
      [
        '/// One.',
        '/// Still one.',
        '///',
        '/// Two.',
        '/// @param first   a number',
        '///                of records',
        '/// @param second  a text',
        '/// @return the answer',
        '/// @error one-code  here',
        '/// @error other-code',
        'Result<std::map<int, int>> call(const std::function<void(int, int)>& first,',
        '                                std::string_view second = "a, b") const;',
        '/// Words.',
        'enum class Word {',
        '  one = 1,  ///< the first',
        '  two,      ///< the second,',
        '            ///< which is longer',
        '};',
      ].join('\n'),
    );
    expect(declarations[0].comment).toEqual({
      text: ['One. Still one.', 'Two.'],
      params: [
        ['first', 'a number of records'],
        ['second', 'a text'],
      ],
      returns: 'the answer',
      errors: ['one-code  here', 'other-code'],
    });
    expect(declarations[1].members.map(({ name, comment }) => [name, ...comment.text])).toEqual([
      ['one', 'the first'],
      ['two', 'the second, which is longer'],
    ]);
  });

  it.each([
    ['a function without a comment', 'int one();', '7: one has no comment that says what it is'],
    ['a comment of errors alone', '/// @error none\nint one();', '8: one has no comment that says what it is'], // prettier-ignore
    ['a field without a comment', '/// A.\nstruct A {\n  int one = 0;\n};', '9: one has no comment that says what it is'], // prettier-ignore
    ['a class without a comment', 'class A {\n public:\n};', '7: A has no comment that says what it is'], // prettier-ignore
    ['a value without a comment', '/// A.\nenum class A {\n  one,\n};', '9: one has no comment that says what it is'], // prettier-ignore
    ['two comments', '/// One.\nint one();  ///< one', '8: one has two comments'],
    ['a comment without a declaration', '/// One.\n\nint one();', '8: a comment without a declaration'], // prettier-ignore
    ['an unknown mark', '/// One.\n/// @throws never\nint one();', '9: "@throws never" is a comment that this reader does not understand'], // prettier-ignore
    ['an unknown parameter', '/// One.\n/// @param b  two\nint one(int a);', '9: one has no parameter "b"'], // prettier-ignore
    ['an array', '/// One.\nint one[3];', '8: "int one[3];" is a declaration that this reader does not understand'], // prettier-ignore
    ['a forward declaration', '/// One.\nclass A;', '8: "class A;" is a declaration that this reader does not understand'], // prettier-ignore
    ['a body', '/// One.\ninline int one() {\n  return 1;\n}', '8: "inline int one() { return 1;" is a declaration that this reader does not understand'], // prettier-ignore
    ['an unfinished declaration', '/// One.\nint one(', '8: a declaration that does not end'],
  ])('refuses %s', (_, inside, message) => {
    expect(() => read(inside)).toThrow(`noisy_descent/x.h:${message}`);
  });

  it('refuses a header without a purpose, and lines that it does not know', () => {
    expect(() => readHeader('x.h', wrap('', ''))).toThrow('x.h:1: no comment says what this header is for'); // prettier-ignore
    expect(() => readHeader('x.h', wrap('').replace('#pragma once', '#if 0'))).toThrow(
      'x.h:1: "#if 0" is a line that this reader does not understand',
    );
  });
});
