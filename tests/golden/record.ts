// Plays the cases with the native command line, and keeps what it prints.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { root } from '../../wasm/toolchain/process.mjs';
import { type Case, type Offer, casesOf } from './cases.ts';

const program = join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');
/** What a call printed, and its exit status. */
interface Printed {
  status: unknown;
  said?: string;
  out: string;
}


const folder = join(root, 'tests', 'golden');
/** Names and SHA-256 of all records, to see in a diff which changed. */
export const indexFile = join(folder, 'index.json');
/** The records themselves: one JSON object from names to them, compressed by brotli. */
export const recordsFile = join(folder, 'records.json.br');
const auditRuns = '2000';

export async function call(words: string[], input = ''): Promise<Printed> {
  const child = spawn(program, words);
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  child.stdin.on('error', () => undefined).end(input);
  const status = await new Promise((resolve) => child.on('close', resolve));
  const said = texts.err.trim();
  return { status, ...(said !== '' && { said }), out: texts.out };
}

/** What is kept of it: JSON without times, or the text itself. */
function kept({ out, ...rest }: Printed): object {
  return { ...rest, out: out.startsWith('{') ? withoutTimes(JSON.parse(out)) : out };
}

/** Times differ from run to run, estimates of them from processor to processor. Of many numbers a hash says as much. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return isLong(value) ? hash(JSON.stringify(value)) : value.map(withoutTimes);
  if (value === null || typeof value !== 'object') return value;
  const timeless = Object.entries(value).filter(([key]) => key !== 'seconds');
  return Object.fromEntries(timeless.map(([key, inner]) => [key, withoutTimes(inner)]));
}

const isLong = (list: unknown[]) => list.flat().length > 12 && list.flat().every(Number.isFinite);

/** What a case prints: JSON without times, or an error. A run's also says what is made from its result, which is kept whole. */
async function play({ name, command, input }: Case, results: Map<string, string>): Promise<unknown> {
  if (command === 'catalogue') return kept(await call(['catalogue']));
  const text = JSON.stringify(input);
  if (command === 'audit') {
    return kept(await call(['audit', '-', '--runs', auditRuns, '--quiet'], text));
  }
  if (command !== 'run') return kept(await call([command, '-'], text));
  const result = await call(['run', '-', '--quiet', '--threads', '1'], text);
  if (result.out === '') return kept(result);
  results.set(name, result.out);
  const [statement, redacted] = await Promise.all([
    call(['check-statement', '-'], result.out),
    call(['redact', '-'], result.out),
  ]);
  const published = hash(JSON.stringify(kept(redacted)));
  return { ...kept(result), statement: kept(statement), redacted: published };
}

/**
 * Plays all cases, as many at a time as there are workers.
 *
 * @param results  where the results of runs go, as they were printed
 */
export async function playAll(workers = 2, results = new Map<string, string>()): Promise<Map<string, string>> {
  const cases = casesOf(JSON.parse((await call(['catalogue'])).out) as Offer);
  const records = new Map(cases.map(({ name }) => [name, '']));
  if (records.size < cases.length) throw new Error('two cases have one name');
  const left = [...cases];
  const work = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      records.set(one.name, JSON.stringify(await play(one, results)));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return records;
}

export const hash = (text: string) => createHash('sha256').update(text).digest('hex');

export const indexOf = (records: Map<string, string>) =>
  Object.fromEntries([...records].map(([name, text]) => [name, hash(text)]));

/** The records as they were frozen. */
export function frozen(): Map<string, string> {
  const text = brotliDecompressSync(readFileSync(recordsFile)).toString('utf8');
  const records = JSON.parse(text) as Record<string, unknown>;
  return new Map(Object.entries(records).map(([name, value]) => [name, JSON.stringify(value)]));
}

const written = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Where two JSON values differ, by path; the first of them. */
export function differences(before: unknown, after: unknown, path = '', most = 10): string[] {
  if (Object.is(before, after)) return [];
  const isNest = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isNest(before) || !isNest(after)) {
    return [`${path}: ${written(before)} -> ${written(after)}`];
  }
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const found: string[] = [];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (found.length >= most) break;
    found.push(...differences(old[key], now[key], path === '' ? key : `${path}.${key}`, most));
  }
  const orders = [old, now].map((value) => Object.keys(value).join());
  if (found.length === 0 && orders[0] !== orders[1]) found.push(`${path}: the order of its keys`);
  return found.slice(0, most);
}
