import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const tools = join(import.meta.dirname, '../../wasm/toolchain');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Which files stand together, by their names. */
function batchesOf(files: Record<string, string>, { size = 8, joined = false } = {}): string[][] {
  const root = mkdtempSync(join(tmpdir(), 'batches-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
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
  it('stand together where their helpers have other names', () => {
    const files = { 'e/a.cpp': helper('one'), 'e/b.cpp': helper('two') };
    expect(batchesOf(files)).toEqual([['e/a.cpp', 'e/b.cpp']]);
    expect(batchesOf(files, { size: 1 })).toEqual([['e/a.cpp'], ['e/b.cpp']]);
  });

  it('are kept apart by a helper that means something else in the other', () => {
    const apart = [['e/a.cpp'], ['e/b.cpp']];
    expect(batchesOf({ 'e/a.cpp': helper('one'), 'e/b.cpp': helper('one') })).toEqual(apart);
    const used = 'namespace a { double two(double x) { return one(x); } }\n';
    expect(batchesOf({ 'e/a.cpp': helper('one'), 'e/b.cpp': used })).toEqual(apart);
    const header = { 'e/known.h': 'namespace a { double one(double x); }\n' };
    const includes = `#include "e/known.h"\n${helper('two')}`;
    expect(batchesOf({ ...header, 'e/a.cpp': helper('one'), 'e/b.cpp': includes })).toEqual(apart);
    const macro = `#define one(x) 2\n${helper('two')}`;
    expect(batchesOf({ 'e/a.cpp': helper('one'), 'e/b.cpp': macro })).toEqual(apart);
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
