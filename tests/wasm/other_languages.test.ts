// The examples in other languages read a result of the command line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { leaveOut } from '../../wasm/toolchain/reports.mjs';
import { onPath } from '../../wasm/toolchain/system.mjs';
import { opening } from './experiments.ts';

const root = join(import.meta.dirname, '..', '..');
const quick = {
  ...opening,
  algorithms: [
    { id: 'dp-gd', label: 'noisy, "plain"', parameters: { iterations: 5 } },
    { id: 'gd', parameters: { iterations: 5 } },
  ],
  run: { ...opening.run, repeats: 3 },
  sweep: [{ path: 'privacy.epsilon', values: [0.5, 2] }],
};

interface SummaryEntry {
  label: string;
  sweep: Record<string, unknown>;
  final: Record<string, { median: number; q10: number; q90: number }>;
}

let folder = '';
let summary: SummaryEntry[] = [];

function run(program: string, words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(`${String(error ?? '')}${stderr}`).toBe('');
  expect(status).toBe(0);
  return stdout;
}

const commandLine = (...words: string[]) =>
  run(process.execPath, ['--no-warnings', join(root, 'wasm', 'node', 'cli.ts'), ...words]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-languages-'));
  writeFileSync(join(folder, 'quick.json'), JSON.stringify(quick));
  commandLine('run', 'quick.json', '--quiet', '--threads', '1', '--out', 'result.json');
  const text = readFileSync(join(folder, 'result.json'), 'utf8');
  summary = (JSON.parse(text) as { nonPrivate: { summary: SummaryEntry[] } }).nonPrivate.summary;
  expect(summary).toHaveLength(4);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A program of another language is tested where it is installed. */
function where(program: string, would: string, tests: () => void): void {
  if (onPath(program)) {
    describe(program, tests);
  } else {
    leaveOut('wasm', `${program} is missing, with which ${would}`);
  }
}

where('python3', 'examples/python would read a result', () => {
  it('reads a result, and prints the statistics of every diagnostic', () => {
    const script = join(root, 'examples', 'python', 'read_result.py');
    const lines = run('python3', [script, 'result.json']).trimEnd().split('\n');
    expect(lines[1]).toBe('may be published: no');
    const numbers = lines.slice(2).filter((line) => line.startsWith('  '));
    const expected = summary.flatMap(({ final }) => Object.entries(final));
    expect(numbers).toHaveLength(expected.length);
    expected.forEach(([name, statistics], index) => {
      const [, found, median, low, high] = /^ {2}(\w+): (\S+) \((\S+) to (\S+)\)$/.exec(
        numbers[index],
      )!;
      expect(found).toBe(name);
      const { median: middle, q10, q90 } = statistics;
      expect([median, low, high].map(Number)).toEqual([middle, q10, q90]);
    });
  });
});

where('Rscript', 'examples/r would read the traces of a result', () => {
  it('reads the traces, and finds the medians of the summary', () => {
    commandLine('export', 'result.json', '--out', 'traces.csv');
    const script = join(root, 'examples', 'r', 'read_traces.R');
    const printed = run('Rscript', ['--vanilla', script, 'traces.csv']);
    const [header, ...rows] = printed.trimEnd().split('\n');
    const names = header.split(',').map((name) => name.slice(1, -1));
    expect(rows).toHaveLength(summary.length);
    for (const { label, sweep, final } of summary) {
      const begins = `"${label.replaceAll('"', '""')}",${String(sweep['privacy.epsilon'])},`;
      const row = rows.find((one) => one.includes(begins))!;
      const numbers = row.slice(row.indexOf(begins) + begins.length).split(',');
      const measured = names.slice(names.indexOf('sweep.privacy.epsilon') + 1);
      for (const [name, statistics] of Object.entries(final)) {
        const found = Number(numbers[measured.indexOf(`nonPrivate.${name}`)]);
        expect(found).toBeCloseTo(statistics.median, 12);
      }
    }
  });
});
