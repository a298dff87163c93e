// Format, lint and type checks, each a program that ends with status 0 when all is well.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root, run } from './process.mjs';

/** Files that git tracks or would track, by extension, without those of a build. */
export function sources(...extensions) {
  const listed = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).stdout;
  return listed
    .split('\n')
    .filter((file) => extensions.some((extension) => file.endsWith(extension)));
}

const node = (file, args) => ['node', [join(root, 'node_modules', file), ...args]];
const clangFormat = (...args) => ['clang-format', [...args, ...sources('.cpp', '.h')]];

/** Each check: its name, the command line that does it, and whether its output is shown when all is well. */
export const checks = () => [
  { name: 'clang-format', command: clangFormat('--dry-run', '--Werror') },
  {
    name: 'prettier',
    command: node('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  },
  { name: 'eslint', command: node('eslint/bin/eslint.js', ['--max-warnings', '0', '.']) },
  { name: 'tsc', command: node('typescript/bin/tsc', ['--noEmit']) },
  { name: 'licences', command: ['node', [join(root, 'wasm/toolchain/licences.mjs')]] },
  { name: 'npm audit', command: ['node', [join(root, 'wasm/toolchain/audit.mjs')]], isShown: true },
];

export const formatters = () => [
  { name: 'clang-format', command: clangFormat('-i') },
  { name: 'eslint', command: node('eslint/bin/eslint.js', ['--fix', '.']) },
  {
    name: 'prettier',
    command: node('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.']),
  },
];

/** Runs them all and returns the names of those that failed; their output is shown. */
export async function runAll(list, env) {
  const failures = [];
  for (const { name, command, isShown = false } of list) {
    const [program, args] = command;
    if ((await run(program, args, { env, quiet: !isShown })) !== 0) failures.push(name);
  }
  return failures;
}
