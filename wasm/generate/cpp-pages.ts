// A page of the documentation for each public header of the C++ library: its declarations with their comments.
import type { Comment, Declaration, Header } from './cpp-headers.ts';
import { escape, page, table } from './reference.ts';

/** Where the page of a header can lead to: names of types, calls such as `run()`, and headers, each with its address. */
type Places = ReadonlyMap<string, string>;

/** What turns the words of a comment into Markdown. */
type Prose = (text: string, own?: Places) => string;

/** The pages of all headers but the first, which includes the others, by their path below `reference`. */
export function cppPages(
  [whole, ...headers]: readonly Header[],
  errorCodes: readonly string[],
): [string, string][] {
  const missing = headers.filter(({ file }) => !whole.includes.includes(file));
  if (missing.length > 0)
    throw new Error(`${whole.file} does not include ${missing.map(({ file }) => file).join(', ')}`);
  return headers.map((header): [string, string] => {
    const places = placesFrom(header, headers);
    const prose: Prose = (text, own) =>
      proseOf(text, new Map([...places, ...(own ?? [])]), errorCodes);
    const path = `cpp/${stem(header)}.md`;
    const { file, purpose, declarations } = header;
    const others = declarations.filter(({ kind }) => kind !== 'macro');
    return [
      path,
      page(`Header ${stem(header)}.h`, [
        prose(purpose),
        `\`#include "${file}"\``,
        ...macroTable(declarations, prose),
        ...others.flatMap((one) => entry(one, places, prose)),
        '[C++](../cpp.md). This page is written by `npm run generate` from the comments of the header.',
      ]),
    ];
  });
}

const stem = ({ file }: Header) => file.replace(/^.*\/|\.h$/g, '');

const headingOf = ({ kind, name }: Declaration) =>
  kind === 'function' ? `${name}()` : `${kind} ${name}`;

/** As the site and GitHub name the heading. */
const fragmentOf = (one: Declaration) =>
  `#${headingOf(one).toLowerCase().replace(/[()]/g, '').replaceAll(' ', '-')}`;

function placesFrom(header: Header, headers: readonly Header[]): Places {
  const places = new Map<string, string>();
  for (const other of headers) {
    const address = other === header ? '' : `${stem(other)}.md`;
    if (address !== '') places.set(`${stem(other)}.h`, address);
    for (const one of other.declarations) {
      const names = one.kind === 'function' ? [`${one.name}()`, `noisy_descent::${one.name}()`] : [one.name]; // prettier-ignore
      for (const name of names) places.set(name, `${address}${fragmentOf(one)}`);
    }
  }
  return places;
}

function macroTable(declarations: readonly Declaration[], prose: Prose): string[] {
  const macros = declarations.filter(({ kind }) => kind === 'macro');
  const rows = macros.map(({ code, comment }) => [`\`${code}\``, prose(comment.text.join(' '))]);
  return rows.length > 0 ? [table(['macro', 'is'], rows)] : [];
}

/** A heading with what it declares; members have no headings, and a mention of one leads to its class. */
function entry(one: Declaration, places: Places, prose: Prose): string[] {
  const heading = `## ${headingOf(one)}`;
  const { members, comment, kind } = one;
  if (members.length === 0)
    return [heading, linkedCode(one.code, places, one.name), ...saidBy(comment, prose)];
  const own = new Map(members.map(({ name }) => [`${name}()`, fragmentOf(one)]));
  const inside: Prose = (text) => prose(text, own);
  const isTable = members.every((member) => member.kind === 'field' || member.kind === 'value');
  const rows = members.map(({ code, comment: { text } }) => [
    linkedCode(code, places, one.name).replaceAll('|', '\\|'),
    inside(text.join(' ')),
  ]);
  const items = members.map((member) =>
    [linkedCode(member.code, places, one.name), ...saidBy(member.comment, inside)].join('\n\n  '),
  );
  return [
    heading,
    ...saidBy(comment, inside),
    isTable
      ? table([kind === 'enum' ? 'value' : 'field', 'is'], rows)
      : items.map((item) => `- ${item}`).join('\n\n'),
  ];
}

function saidBy({ text, params, returns, errors }: Comment, prose: Prose): string[] {
  const list = params.map(([name, words]) => `\`${name}\`: ${prose(words)}`).join('; ');
  const failures = errors.map((one) => prose(one.replace(/ {2,}/, ': '))).join('; ');
  return [
    ...text.map((words) => prose(words)),
    ...(list === '' ? [] : [`Parameters: ${list}.`]),
    ...(returns === undefined ? [] : [`Returns: ${prose(returns)}.`]),
    ...(failures === '' ? [] : [`Errors: ${failures}.`]),
  ];
}

/** Code whose types lead to their places, except to that which it is about. */
function linkedCode(code: string, places: Places, about: string): string {
  const names = [...places.keys()].filter((name) => /^\w+$/.test(name) && name !== about);
  return code
    .split(new RegExp(`\\b(${names.join('|')})\\b`))
    .map((part, index) =>
      index % 2 === 1 ? `[\`${part}\`](${places.get(part)!})` : part && `\`${part}\``,
    ) // prettier-ignore
    .join('');
}

/** Of a comment: what is in backticks or in quotes, JSON, calls, names of the standard library, and files. */
const codeWords =
  '`[^`]+`|"[^"]*"|\\{".*?\\}|(?:\\w+::)?\\b\\w+\\(\\)|\\bstd::\\w+|\\b[\\w./-]+\\.(?:h|json|md)\\b';

function proseOf(text: string, places: Places, errorCodes: readonly string[]): string {
  const codes = new RegExp(`${codeWords}|\\b(?:${errorCodes.join('|')})\\b`, 'g');
  let prose = '';
  let end = 0;
  for (const { 0: found, index } of text.matchAll(codes)) {
    prose += escape(text.slice(end, index)) + markedUp(found, places);
    end = index + found.length;
  }
  return prose + escape(text.slice(end));
}

function markedUp(found: string, places: Places): string {
  const document = /^web\/docs\/reference\/(.*)$/.exec(found)?.[1];
  if (document !== undefined) return `[${document}](../${document})`;
  const code = found.startsWith('`') ? found : `\`${found}\``;
  const place = places.get(found);
  if (found.endsWith('()') && place === undefined)
    throw new Error(`a comment names ${found}, which no header has`);
  return place === undefined ? code : `[${code}](${place})`;
}
