// Asks examples/python/check_statement.py, which shares nothing with the engine, about results.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';

const checker = join(root, 'examples', 'python', 'check_statement.py');

export interface Judgement {
  verdict: 'confirmed' | 'differs' | 'cannot judge' | 'error';
  /** What differs, what is not judged, or the error. */
  why: string[];
  /** Entries of the statement that promise something. */
  promises: number;
}

/** What it says of every text, in one call. */
export function judge(texts: ReadonlyMap<string, string>): Map<string, Judgement> {
  const folder = mkdtempSync(join(tmpdir(), 'statements-'));
  try {
    const files = [...texts].map(([name, text], number) => {
      const file = join(folder, `${String(number)}.json`);
      writeFileSync(file, text);
      return [file, name] as const;
    });
    const words = ['-B', checker, '--json', ...files.map(([file]) => file)];
    const { stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    const out = new Map<string, Judgement>();
    const names = new Map(files);
    for (const line of stdout.split('\n').filter(Boolean)) {
      const said = JSON.parse(line) as { file: string; differs: string[]; unjudged: string[] } & Judgement;
      const { file, verdict, differs, unjudged, promises } = said;
      out.set(names.get(file) ?? file, { verdict, why: [...differs, ...unjudged], promises });
    }
    for (const line of stderr.split('\n').filter(Boolean)) {
      const [, file = '', error = line] = /^check_statement\.py: error: (.*?\.json): (.*)$/.exec(line) ?? [];
      out.set(names.get(file) ?? line, { verdict: 'error', why: [error], promises: 0 });
    }
    return out;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
