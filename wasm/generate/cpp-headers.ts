// Reads the public headers of the C++ library: their declarations with their comments, in the format that clang-format gives them.
import { readFileSync, readdirSync } from 'node:fs';

/** What a comment says; `text` has a line for each paragraph. */
export interface Comment {
  text: string[];
  params: [name: string, text: string][];
  returns?: string;
  errors: string[];
}

export type Kind = 'macro' | 'using' | 'struct' | 'class' | 'enum' | 'function' | 'field' | 'value';

export interface Declaration {
  kind: Kind;
  name: string;
  /** The whole declaration in one line, without the members of a class. */
  code: string;
  comment: Comment;
  /** The public members of a class, the values of an enumeration. */
  members: Declaration[];
}

export interface Header {
  /** As programs include it, such as `noisy_descent/fit.h`. */
  file: string;
  /** The comment above its declarations. */
  purpose: string;
  /** The public headers that it includes, in its order. */
  includes: string[];
  declarations: Declaration[];
}

/** The public headers: first the one that includes the others, then these in its order. */
export function readHeaders(): Header[] {
  const folder = new URL('../../engine/face/noisy_descent/', import.meta.url);
  const read = (name: string) =>
    readHeader(`noisy_descent/${name}`, readFileSync(new URL(name, folder), 'utf8'));
  const whole = read('noisy_descent.h');
  const others = readdirSync(folder).filter((name) => name !== 'noisy_descent.h');
  const place = ({ file }: Header) => whole.includes.indexOf(file);
  return [whole, ...others.map(read).sort((a, b) => place(a) - place(b))];
}

/**
 * The declarations of a header.
 *
 * @throws Error with file and line at what it does not understand, and at a public declaration
 *   without a comment
 */
export function readHeader(file: string, text: string): Header {
  const lines = text.trimEnd().split('\n');
  let at = 0;
  const fail = (what: string, line = at): never => {
    throw new Error(`${file}:${line + 1}: ${what}`);
  };

  /** The lines at this place that begin with a mark, without it. */
  function marked(mark: RegExp): string[] {
    const found: string[] = [];
    for (; at < lines.length && mark.test(lines[at]); ++at) found.push(lines[at].replace(mark, ''));
    return found;
  }

  /** The text of a declaration up to its end, and the comments that stand behind its lines. */
  function statement(end: RegExp): { code: string; behind: string[] } {
    const start = at;
    const parts: string[] = [];
    const behind: string[] = [];
    for (let isOpen = true; isOpen; isOpen = !end.test(parts.at(-1)!)) {
      const [, code, comment = ''] = /^\s*(.*?)(?:\s*\/\/\/< ?(.*))?$/.exec(
        lines.at(at++) ?? fail('a declaration that does not end', start),
      )!;
      parts.push(code);
      if (comment !== '') behind.push(comment);
    }
    behind.push(...marked(/^\s*\/\/\/< ?/));
    return { code: parts.join(' '), behind };
  }

  function commentOf(above: string[], behind: string[], name: string, line: number): Comment {
    if (above.length > 0 && behind.length > 0) fail(`${name} has two comments`, line);
    const parts: { tag: string; text: string }[] = [];
    let isNew = true;
    for (const word of (above.length > 0 ? above : behind).map((one) => one.trim())) {
      const [, tag, text] = /^@(\w+)\s+(.*)$/.exec(word) ?? ['', isNew ? 'text' : '', word];
      if (tag !== '' && word !== '') parts.push({ tag, text });
      else if (word !== '') parts.at(-1)!.text += ` ${word}`;
      isNew = word === '';
    }
    const comment: Comment = { text: [], params: [], errors: [] };
    for (const { tag, text } of parts) {
      const param = /^(\w+)\s+(.*)$/.exec(text);
      if (tag === 'text') comment.text.push(text);
      else if (tag === 'error') comment.errors.push(text);
      else if (tag === 'return') comment.returns = text;
      else if (tag === 'param' && param) comment.params.push([param[1], param[2]]);
      else fail(`"@${tag} ${text}" is a comment that this reader does not understand`, line);
    }
    if (comment.text.length === 0) fail(`${name} has no comment that says what it is`, line);
    return comment;
  }

  /** One declaration; `owner` is the class that has it. */
  function declaration(above: string[], owner?: string): Declaration {
    const line = at;
    if ((lines.at(at) ?? '') === '') fail('a comment without a declaration');
    const opened = /^\s*(struct|class|enum class) (\w+)(?: : [\w:]+)? \{$/.exec(lines[at]);
    if (opened) {
      const [, word, name] = opened;
      const kind = word === 'enum class' ? 'enum' : (word as Kind);
      const comment = commentOf(above, [], name, line);
      ++at;
      const members = kind === 'enum' ? values() : membersOf(name, kind === 'struct');
      return { kind, name, code: `${word} ${name}`, comment, members };
    }
    const { code, behind } = statement(/;$/);
    const { kind, name, params = [] } = kindOf(code.replace(/;$/, ''), owner) ?? fail(`"${code}" is a declaration that this reader does not understand`, line); // prettier-ignore
    const comment = commentOf(above, behind, name, line);
    for (const [param] of comment.params)
      if (!params.includes(param)) fail(`${name} has no parameter "${param}"`, line);
    return { kind, name, code: code.replace(/;$/, ''), comment, members: [] };
  }

  function values(): Declaration[] {
    const found: Declaration[] = [];
    while (at < lines.length && !/^\s*\};$/.test(lines[at])) {
      const above = marked(/^\s*\/\/\/(?!<) ?/);
      const line = at;
      const { code, behind } = statement(/,$|^\w+(?: = \w+)?$/);
      const name = /^(\w+)(?: = \w+)?,?$/.exec(code)?.[1] ?? fail(`"${code}" is no value`, line);
      const comment = commentOf(above, behind, name, line);
      found.push({ kind: 'value', name, code: code.replace(/,$/, ''), comment, members: [] });
    }
    ++at;
    return found;
  }

  function membersOf(owner: string, isPublic: boolean): Declaration[] {
    const found: Declaration[] = [];
    while (at < lines.length && lines[at] !== '};') {
      const section = /^ (public|private|protected):$/.exec(lines[at])?.[1];
      if (section) isPublic = section === 'public';
      if (section || !isPublic || lines[at] === '') ++at;
      else found.push(declaration(marked(/^ {2}\/\/\/(?!<) ?/), owner));
    }
    ++at;
    return found;
  }

  const header: Header = { file, purpose: '', includes: [], declarations: [] };
  let isInside = false;
  while (at < lines.length) {
    const line = lines[at];
    const include = /^#include [<"](.*)[>"]$/.exec(line)?.[1];
    const macro = /^#define (\w+) (.*?)(?:\s*\/\/\/< ?(.*))?$/.exec(line);
    if (line === 'namespace noisy_descent {') isInside = true;
    else if (line === '}  // namespace noisy_descent') isInside = false;
    else if (include?.startsWith('noisy_descent/')) header.includes.push(include);
    else if (/^\/\/ /.test(line) && !isInside && header.purpose === '') {
      header.purpose = marked(/^\/\/ /).join(' ');
      continue;
    } else if (macro) {
      const comment = commentOf([], [macro[3]].filter(Boolean), macro[1], at);
      const code = `#define ${macro[1]} ${macro[2]}`;
      header.declarations.push({ kind: 'macro', name: macro[1], code, comment, members: [] });
    } else if (isInside && line !== '') {
      header.declarations.push(declaration(marked(/^\/\/\/(?!<) ?/)));
      continue;
    } else if (line !== '' && line !== '#pragma once' && include === undefined)
      fail(`"${line}" is a line that this reader does not understand`);
    ++at;
  }
  if (header.purpose === '') fail('no comment says what this header is for', 0);
  return header;
}

/** What a declaration declares; undefined where that is not clear. */
function kindOf(
  code: string,
  owner?: string,
): { kind: Kind; name: string; params?: string[] } | undefined {
  // Without arguments of templates, which may have parentheses and commas.
  let plain = code;
  for (let last = ''; last !== plain;) [last, plain] = [plain, plain.replace(/<[^<>]*>/g, '')];
  const alias = /^(?:template )?using (\w+) = \S+$/.exec(plain.replace(/\s+/g, ' '));
  if (alias) return { kind: 'using', name: alias[1] };
  const call = /^(?:(?:static|explicit|constexpr) )*(?:(?:const )?[\w:]+[&*]? )?(operator=|~?\w+)\((.*)\)(?: const)?(?: noexcept)?$/.exec(plain); // prettier-ignore
  if (call) {
    const isSpecial = call[1].replace('~', '') === owner || call[1] === 'operator=';
    const params = call[2] === '' || isSpecial ? [] : call[2].split(', ');
    const names = params.map((one) => /(\w+)(?: = .*)?$/.exec(one)?.[1]);
    return { kind: 'function', name: call[1], params: names.filter((one) => one !== undefined) };
  }
  const field = /^(?!class|struct|enum|union)(?:const )?[\w:]+[&*]? (\w+)(?: = [^;{}()]+)?$/.exec(
    plain,
  );
  return field ? { kind: 'field', name: field[1] } : undefined;
}
