import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const tools = join(import.meta.dirname, '../../wasm/toolchain');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function writeFiles(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'batches-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** The file that is compiled in place of these. */
function joined(files: Record<string, string>): string {
  const root = writeFiles(files);
  const out = join(root, 'out.cpp');
  const sources = Object.keys(files).map((path) => join(root, path));
  spawnSync('node', [join(tools, 'join.mjs'), root, out, ...sources]);
  return readFileSync(out, 'utf8');
}

/** Which files stand together, by their names. */
function batchesOf(files: Record<string, string>, { size = 8, joined = false } = {}): string[][] {
  const root = writeFiles(files);
  const sources = Object.keys(files).filter((path) => path.endsWith('.cpp'));
  const args = [join(tools, 'batches.mjs'), root, String(size), ...(joined ? ['--joined'] : [])];
  const { stdout } = spawnSync('node', [...args, ...sources], { encoding: 'utf8' });
  const groups: string[][] = [];
  for (const line of stdout.trim().split('\n')) {
    const [group, path] = line.split(' ');
    (groups[Number(group)] ??= []).push(path);
  }
  return groups;
}

const helper = (name: string) => `namespace a {\nnamespace {\n\nint ${name}(int x) {\n  return x;\n}\n\n}  // namespace\n\n}  // namespace a\n`; // prettier-ignore

describe('files that are compiled as one', () => {
  it('stand together, whatever their helpers are called', () => {
    const files = { 'e/a.cpp': helper('one'), 'e/b.cpp': helper('one') };
    expect(batchesOf(files)).toEqual([['e/a.cpp', 'e/b.cpp']]);
    expect(batchesOf(files, { size: 1 })).toEqual([['e/a.cpp'], ['e/b.cpp']]);
  });

  it.each([
    ['a macro', `#define one(x) 2\n${helper('two')}`, helper('one')],
    [
      'a name that a header of it declares, too',
      `#include "e/known.h"\n${helper('one')}`,
      helper('one'),
    ],
    [
      'a name that is a member where its functions stand',
      `#include "e/known.h"\n${helper('size')}int a::Known::twice() { return 2 * size(); }\n`,
      helper('size'),
    ],
    [
      "a short name for something where the other speaks of a header's",
      'namespace a {\nnamespace {\nusing b::one;\n}\n}\n',
      '#include "e/known.h"\ndouble f() { return a::one(2); }\n',
    ],
    ['an operator', helper('operator+'), helper('operator+')],
  ])('are kept apart by %s', (_about, one, other) => {
    const header = {
      'e/known.h':
        'namespace a { double one(double x); struct Known { int size(); int twice(); }; }\n',
    };
    const groups = batchesOf({ ...header, 'e/a.cpp': one, 'e/b.cpp': other });
    expect(groups).toEqual([['e/a.cpp'], ['e/b.cpp']]);
  });

  it('have helpers of their own, and leave members, comments and texts alone', () => {
    const text = `${helper('one')}// one\nint f(P p) { return one(p.one) + g("one", {.one = 1}); }\n`;
    expect(joined({ 'e/a.cpp': helper('one'), 'e/b.cpp': text })).toContain(
      '// one\nint f(P p) { return one_1(p.one) + g("one", {.one = 1}); }',
    );
  });

  it('of tests stand together all the same, if everything in them is unnamed', () => {
    const files = { 't/a.cpp': helper('one'), 't/b.cpp': helper('one') };
    expect(batchesOf(files, { joined: true })).toEqual([['t/a.cpp', 't/b.cpp']]);
    const named = 'namespace a { int one(int x) { return x; } }\n';
    expect(batchesOf({ ...files, 't/b.cpp': named }, { joined: true })).toEqual([
      ['t/a.cpp'],
      ['t/b.cpp'],
    ]);
  });
});
