// Groups the C++ files of a target so that those of a group can be compiled as one: headers are parsed once, and templates are
// instantiated once. Prints a line 'group file' for each file.
//   node batches.mjs ROOT SIZE [--joined] FILE ...
// Files of one room come together, SIZE at most. A name that is known to one file alone (of an unnamed namespace, static) gets
// another in its group, see join.mjs, if it can mean nothing else there. One that can, or a macro, must mean nothing in another
// file of the group. Names are told from words, so that a doubt keeps two files apart.
// With --joined, names of unnamed namespaces are no matter, if nothing stands beside these.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const identifier = /[A-Za-z_]\w*/g;

/** A test is told apart from others by its suite and name, in one program. */
const googleTest = /^\s*(?:TEST(?:_[FP])?|(?:TYPED_TEST|INSTANTIATE|REGISTER)\w*)\s*\(/;

const notCode =
  /\/\/[^\n]*|\/\*[^]*?\*\/|R"([^(\s]*)\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'/g;

/** The text without comments, and with literals that are empty. */
const bare = (text) => text.replace(notCode, (found) => (found.startsWith('/') ? ' ' : '""'));

/** The text with other names in its code, where they are no members of something. */
export function withNames(text, names, rename) {
  if (names.length === 0) return text;
  const skipped = `${notCode.source}|^[ \\t]*#[^\\n]*`;
  const pattern = new RegExp(`${skipped}|(?<!\\.[ \\t]*)\\b(?<name>${names.join('|')})\\b`, 'gm');
  return text.replace(pattern, (found, ...rest) => (rest.at(-1).name ? rename(found) : found));
}

/** The end of the block that begins at `start`, a brace. */
function blockEnd(text, start) {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  return text.length;
}

/** The names that a statement at the level of a namespace declares: what stands before its parameters, value or body. */
function declaredBy(statement) {
  if (googleTest.test(statement)) return [];
  const head = statement.replace(/\btemplate\s*<(?:[^<>]|<[^<>]*>)*>/g, '').trim();
  if (/^(?:(?:inline\s+)?namespace|static_assert)\b/.test(head)) return [];
  const type = /^(?:struct|class|enum(?:\s+class)?|using|concept|union)\s+([A-Za-z_]\w*)/.exec(
    head,
  );
  if (type && !/^using\b[^=]*$/.test(head)) return [type[1]];
  if (type) return [...head.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name]) => name);
  const before = /([A-Za-z_]\w*)\s*(?:\(|=|\[|;|\{|$)/.exec(head);
  return [...(before ? [before[1]] : []), ...(/\boperator\b/.test(head) ? ['operator'] : [])];
}

/**
 * Walks the statements of all namespaces of a text.
 *
 * @param visit takes a statement up to its body, the body, and whether only its file knows it
 */
function walk(text, visit, isInternal = false) {
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ';') {
      visit(text.slice(start, at), '', isInternal);
      start = at + 1;
    } else if (text[at] === '{') {
      const end = blockEnd(text, at);
      const head = text.slice(start, at);
      const body = text.slice(at + 1, end);
      const space = /\bnamespace\b([^;{]*)$/.exec(head);
      if (space) walk(body, visit, isInternal || space[1].trim() === '');
      else visit(head, body, isInternal);
      at = end;
      start = end + 1;
    }
  }
}

const classHead = /^\s*(?:template[^]*>\s*)?(?:struct|class|union)\s+(\w+)/;

/** The classes of a text: what stands where a member's name does, and the words of the head, its bases among them. */
function addClasses(head, body, classes) {
  const name = classHead.exec(head)?.[1];
  if (!name) return;
  const members = new Set();
  walk(body, (statement, block) => {
    for (const [, member] of statement.matchAll(/([A-Za-z_]\w*)\s*(?:[(=[;{]|$)/g))
      members.add(member);
    addClasses(statement, block, classes);
  });
  classes.push({ name, members, bases: new Set(head.match(identifier)) });
}

/** What a file declares: for itself alone, and for all. */
function declarationsOf(source) {
  const macros = [...source.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, name]) => name);
  const text = bare(source).replace(/^\s*#(?:\\\n|[^\n])*/gm, '');
  const own = new Set(macros);
  const shared = new Set();
  const classes = [];
  const kept = new Map(macros.map((name) => [name, Symbol(name)]));
  let isUnnamed = macros.length === 0;
  walk(text, (head, body, isInternal) => {
    addClasses(head, body, classes);
    isUnnamed &&= isInternal || head.trim() === '';
    const target = isInternal || /^\s*static\b/.test(head) ? own : shared;
    for (const name of declaredBy(head)) target.add(name);
    // A name that is another's stays what it is.
    if (/^\s*using\b[^=]*$/.test(head))
      for (const [whole, name] of head.matchAll(/[\w:]*?(\w+)\s*(?=,|$)/g)) kept.set(name, whole);
    // The enumerators of an enumeration without a scope are names of the namespace.
    if (/^\s*enum\b(?!\s+class)/.test(head))
      for (const [name] of body.matchAll(identifier)) target.add(name);
  });
  return {
    own,
    shared,
    classes,
    isUnnamed,
    kept,
    // Headers that a condition chooses stay where they are.
    hasConditions: /^\s*#\s*if/m.test(source),
    source: text,
    words: new Set(text.match(identifier)),
  };
}

const read = new Map();

function load(root, file) {
  if (!read.has(file)) {
    const source = readFileSync(join(root, file), 'utf8');
    const includes = [...source.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, path]) => path);
    read.set(file, { ...declarationsOf(source), includes });
  }
  return read.get(file);
}

/** The project's headers that a file includes, and those that they include. */
function headersOf(root, file, seen = new Set()) {
  for (const path of load(root, file).includes) {
    if (seen.has(path)) continue;
    try {
      load(root, path);
    } catch {
      continue; // Of another project, or generated.
    }
    seen.add(path);
    headersOf(root, path, seen);
  }
  return seen;
}

/** Whether a file's own name can mean something else in its text: a member, or what a header declares. */
function isAmbiguous(name, { source, declared }) {
  return (
    name === 'operator' ||
    declared.has(name) ||
    new RegExp(`(?:->|::)\\s*(?:template\\s+)?${name}\\b`).test(source)
  );
}

/** The members that a file's functions can speak of by their names alone: of classes that it defines functions of, or derives from. */
function membersInScope({ source, classes }, headers) {
  const known = [...headers.flatMap((header) => header.classes), ...classes];
  const entered = new Set([...source.matchAll(/(\w+)\s*::/g)].map(([, name]) => name));
  for (const { bases } of classes) for (const name of bases) entered.add(name);
  const members = new Set();
  for (let size = -1; size !== entered.size;) {
    size = entered.size;
    for (const one of known.filter(({ name }) => entered.has(name))) {
      for (const name of one.bases) entered.add(name);
      for (const name of one.members) members.add(name);
    }
  }
  return members;
}

/** A file with all that decides who may stand beside it. */
function describe(root, file) {
  const loaded = load(root, file);
  const headers = [...headersOf(root, file)].map((header) => load(root, header));
  const shared = new Set(headers.flatMap((header) => [...header.shared]));
  const declared = new Set([...shared, ...headers.flatMap((header) => [...header.own])]);
  for (const name of membersInScope(loaded, headers)) declared.add(name);
  for (const { members } of loaded.classes) for (const name of members) declared.add(name);
  const isFixed = (name) => loaded.kept.has(name) || isAmbiguous(name, { ...loaded, declared });
  const [fixed, renamed] = [[], []];
  for (const name of loaded.own)
    (loaded.hasConditions || isFixed(name) ? fixed : renamed).push(name);
  return { file, ...loaded, known: shared, fixed: new Set(fixed), renamed };
}

/** The names of a file that others of its group don't see. */
export const renamedIn = (root, file) => describe(root, file).renamed;

/** Whether a name of one file means something else in another. There a word may be a variable, which hides what `using` brought. */
function clash(own, one, other) {
  const isOther = (name) => {
    const target = one.kept.get(name);
    if (typeof target !== 'string') return other.words.has(name) || other.known.has(name);
    if (other.own.has(name)) return other.kept.get(name) !== target;
    return other.known.has(name) && other.words.has(name);
  };
  return [...own].some(isOther);
}

function mayStandBeside(one, other, isJoined) {
  if (isJoined && one.isUnnamed && other.isUnnamed) return true;
  const key = isJoined ? 'own' : 'fixed';
  return !clash(one[key], one, other) && !clash(other[key], other, one);
}

function batches(root, size, files, isJoined) {
  const groups = [];
  for (const file of files) {
    const one = describe(root, file);
    const folder = dirname(file).split('/').slice(0, 2).join('/');
    const fitting = groups.find(
      (group) =>
        group.folder === folder &&
        group.members.length < size &&
        group.members.every((other) => mayStandBeside(one, other, isJoined)),
    );
    if (fitting) fitting.members.push(one);
    else groups.push({ folder, members: [one] });
  }
  return groups;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isJoined = process.argv.includes('--joined');
  const [root, size, ...files] = process.argv.slice(2).filter((word) => word !== '--joined');
  batches(root, Number(size), files, isJoined).forEach(({ members }, index) => {
    for (const { file } of members) console.log(`${index} ${file}`);
  });
}
