// README's examples, by what they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';

const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The blocks of a language, at least one. */
export function readmeBlocks(language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  const found = [...readme.matchAll(fence)].map(([, text]) => text);
  if (found.length === 0) throw new Error(`README has no block of ${language}`);
  return found;
}

/** The indented lines that begin with a program's name; one that is indented more goes on. */
export function readmeCommands(program: string): string[] {
  const line = new RegExp(`^ {4}${program} .*(?:\\n {5,}.*)*`, 'gm');
  const found = [...readme.matchAll(line)].map(([text]) => text.trim());
  if (found.length === 0) throw new Error(`README shows no command ${program}`);
  return found;
}
