// CSV files are cut into records and cells as another reader of RFC 4180 cuts them (csv-parse), and as the acid files
// of csv-spectrum say.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';

const program = join(root, 'build', 'native', 'tests', 'data', 'print_cells');

type Records = string[][];

/** How the engine cuts every text; null where it refuses. */
function cut(texts: string[], delimiter = ','): (Records | null)[] {
  const { stdout, status } = spawnSync(program, [delimiter], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(status).toBe(0);
  return JSON.parse(stdout) as (Records | null)[];
}

/** How csv-parse does; null where RFC 4180 has no reading. */
function parsed(text: string, delimiter: string): Records | null {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      trim: true,
    });
  } catch {
    return null;
  }
}

/** Equal numbers for equal seeds (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) % below;
  };
}

const pick = <T>(from: readonly T[], below: (bound: number) => number): T => from[below(from.length)];

const delimiters = [',', ';', '|', ':'] as const;
const ends = ['\n', '\r\n', '\r'] as const;

it('cuts the files of csv-spectrum as they are meant', () => {
  const folder = dirname(fileURLToPath(import.meta.resolve('csv-spectrum')));
  const names = readdirSync(join(folder, 'csvs'));
  expect(names.length).toBeGreaterThanOrEqual(12);
  for (const name of names) {
    const [records] = cut([readFileSync(join(folder, 'csvs', name), 'utf8')]);
    const [header = [], ...rows] = records ?? [];
    const objects = rows.map((row) => Object.fromEntries(header.map((key, j) => [key, row[j]])));
    // One file's JSON is no list, and has another telephone number than its CSV.
    const meant = readFileSync(join(folder, 'json', name.replace(/csv$/, 'json')), 'utf8');
    const told = JSON.parse(meant.replace('1234567890', '2095257564')) as unknown;
    expect(objects, name).toEqual(Array.isArray(told) ? told : [told]);
  }
});

it('cuts tables that a writer wrote as csv-parse and the writer do', () => {
  const below = random(1);
  const pieces = ['a', '1.5', '"', ',', ';', '|', ':', '\n', '\r\n', '\r', '#', 'é', '😀', ' x ', ''];
  for (const delimiter of delimiters) {
    const tables = Array.from({ length: 1000 }, () => {
      const columns = 2 + below(4);
      return Array.from({ length: 1 + below(5) }, () =>
        Array.from({ length: columns }, () =>
          Array.from({ length: below(4) }, () => pick(pieces, below)).join(''),
        ),
      );
    });
    const texts = tables.map((table) => {
      const end = pick(ends, below);
      const lines = table.map((row) =>
        row
          .map((cell) => (/[",;|:\r\n ]/.test(cell) || below(4) === 0 ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(delimiter),
      );
      return (below(3) === 0 ? '\ufeff' : '') + lines.join(end) + (below(2) === 0 ? end : '');
    });
    const found = cut(texts, delimiter);
    texts.forEach((text, i) => {
      expect(found[i], JSON.stringify(text)).toEqual(tables[i]);
      expect(found[i], JSON.stringify(text)).toEqual(parsed(text, delimiter));
    });
  }
});

it('takes any text as csv-parse does, and else at most quotes in pairs within a cell', () => {
  const below = random(2);
  const pieces = ['a', '1', '"', '"', '""', ',', ',', ';', '\n', '\n', '\r\n', '#', 'é'];
  const texts = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + below(14) }, () => pick(pieces, below)).join(''),
  ).filter((text) => !/^(\r?\n|$)|\n\r?\n/.test(text));
  const found = cut(texts);
  let taken = 0;
  texts.forEach((text, i) => {
    const meant = parsed(text, ',');
    const more = meant === null && found[i]?.flat().some((cell) => /[^"]".*"/.test(cell));
    if (!more) expect(found[i], JSON.stringify(text)).toEqual(meant);
    taken += found[i] === null ? 0 : 1;
  });
  expect(taken).toBeGreaterThan(1000);
  expect(texts.length - taken).toBeGreaterThan(1000);
});
