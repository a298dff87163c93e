import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { EngineError } from '../client/error.ts';
import { take, type ByteSource } from '../client/host.ts';
import type { CommandLine } from '../client/module.ts';
import { ioError, openData, writeText } from './files.ts';
import type { Instance } from './instance.ts';

// The privacy odometer's journals in this process; what they say comes from the engine.

const ending = '.jsonl';

function folder({ module }: Instance): string {
  const { NOISY_DESCENT_STATE, XDG_STATE_HOME, HOME } = process.env;
  return module.odometerFolder(NOISY_DESCENT_STATE ?? '', XDG_STATE_HOME ?? '', HOME ?? '');
}

/** The same bytes; the hash hears them on their way. */
export function hashed(source: ByteSource, hash: Hash): ByteSource {
  return {
    ...source,
    async *pieces() {
      for await (const piece of source.pieces()) {
        hash.update(piece);
        yield piece;
      }
    },
  };
}

/**
 * Counts a secure run on a data file before anyone sees its result. Where that cannot be done it
 * is said, and the run goes on.
 */
export function countRun(
  line: CommandLine,
  result: string,
  sha256: string,
  instance: Instance,
): void {
  const { module } = instance;
  const entry = take(() => module.odometerEntry(result));
  if (entry === '') return;
  try {
    const journal = appendJournal(sha256, entry, folder(instance));
    if (!line.isQuiet) process.stderr.write(`${module.odometerLine(journal)}\n`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const reason = `cannot be kept at ${error.field}: ${error.message}`;
    process.stderr.write(`noisy-descent: odometer: ${reason}\n`);
  }
}

function appendJournal(sha256: string, entry: string, into: string): string {
  if (into === '') throw ioError('NOISY_DESCENT_STATE', 'no folder is known: set it');
  const file = join(into, `${sha256}${ending}`);
  try {
    mkdirSync(into, { recursive: true });
    appendFileSync(file, `${entry}\n`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw ioError(file, error);
  }
}

/** The command `odometer`. */
export async function showOdometer(line: CommandLine, instance: Instance): Promise<void> {
  const { module, host } = instance;
  const only = line.data === null ? null : sha256Of(line.data);
  const kept = folder(instance);
  const names = namesIn(kept)
    .filter((name) => only === null || name === only)
    .sort();
  const path = (name: string) => join(kept, `${name}${ending}`);
  const texts = names.map((name) => readFileSync(path(name), 'utf8'));
  const report = take(() => module.odometerReport(names, texts));
  await writeText(line.out, host.readable(report));
  if (line.wantsReset) for (const name of names) rmSync(path(name));
}

function namesIn(kept: string): string[] {
  try {
    const files = readdirSync(kept).filter((name) => name.endsWith(ending));
    return files.map((name) => name.slice(0, -ending.length));
  } catch {
    return [];
  }
}

/** SHA-256 of a file's bytes, as hexadecimal digits. */
export function sha256Of(file: string): string {
  const hash = createHash('sha256');
  for (const piece of openData(file).pieces()) hash.update(piece);
  return hash.digest('hex');
}
