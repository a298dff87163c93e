// Groups the C++ files of a target so that those of a group can be compiled as one: headers are parsed once, and templates are
// instantiated once. Prints a line 'group file' for each file.
//   node batches.mjs ROOT SIZE [--joined] FILE ...
// Files of one folder come together, SIZE at most. A name that is known to one file alone (of an unnamed namespace, static,
// of a macro) must mean nothing in another of its group: names are told from words, so that a doubt keeps two files apart.
// With --joined, see join.mjs, names of unnamed namespaces are no matter, if nothing stands beside these.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const identifier = /[A-Za-z_]\w*/g;

/** A test is told apart from others by its suite and name, in one program. */
const googleTest = /^\s*(?:TEST(?:_[FP])?|(?:TYPED_TEST|INSTANTIATE|REGISTER)\w*)\s*\(/;

/** The text without comments, and with literals that are empty. */
function bare(text) {
  return text.replace(
    /\/\/[^\n]*|\/\*[^]*?\*\/|R"([^(\s]*)\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'/g,
    (found) => (found.startsWith('/') ? ' ' : '""'),
  );
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
function declaredBy(head) {
  const names = [];
  if (googleTest.test(head)) return names;
  const named = /\b(?:struct|class|enum(?:\s+class)?|using|concept|union)\s+([A-Za-z_]\w*)/.exec(
    head,
  );
  if (named) names.push(named[1]);
  const before = /([A-Za-z_]\w*)\s*(?:\(|=|\[|;|\{|$)/.exec(head);
  if (before) names.push(before[1]);
  const operator = /\boperator\b/.exec(head);
  if (operator) names.push('operator');
  return names;
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

/** What a file declares: for itself alone, and for all. */
function declarationsOf(source) {
  const macros = [...source.matchAll(/^\s*#\s*define\s+(\w+)/gm)].map(([, name]) => name);
  const text = bare(source).replace(/^\s*#(?:\\\n|[^\n])*/gm, '');
  const own = new Set(macros);
  const shared = new Set();
  let isUnnamed = macros.length === 0;
  walk(text, (head, body, isInternal) => {
    isUnnamed &&= isInternal || head.trim() === '';
    const target = isInternal || /^\s*static\b/.test(head) ? own : shared;
    for (const name of declaredBy(head)) target.add(name);
    // The enumerators of an enumeration without a scope are names of the namespace.
    if (/\benum\b(?!\s+class)/.test(head))
      for (const [name] of body.matchAll(identifier)) target.add(name);
  });
  return { own, shared, isUnnamed, words: new Set(text.match(identifier)) };
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

const meet = (names, others) => [...names].some((name) => others.has(name));

/** A file with all that decides who may stand beside it. */
function describe(root, file) {
  const headers = headersOf(root, file);
  const shared = new Set();
  for (const header of headers) for (const name of load(root, header).shared) shared.add(name);
  return { file, ...load(root, file), known: shared };
}

const mayStandBeside = (one, other, isJoined) =>
  (isJoined && one.isUnnamed && other.isUnnamed) ||
  (!meet(one.own, other.words) &&
    !meet(other.own, one.words) &&
    !meet(one.own, other.known) &&
    !meet(other.own, one.known));

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

const isJoined = process.argv.includes('--joined');
const [root, size, ...files] = process.argv.slice(2).filter((word) => word !== '--joined');
batches(root, Number(size), files, isJoined).forEach(({ members }, index) => {
  for (const { file } of members) console.log(`${index} ${file}`);
});
