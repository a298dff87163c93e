import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { EngineError } from '../client/error.ts';
import { guarded, take, type ByteSource } from '../client/host.ts';
import type { CommandLine, FileIdentityHandle, FileNames } from '../client/module.ts';
import { namesOf } from '../client/whole-host.ts';
import { mostUnpacked, openData, writeText } from './files.ts';
import type { Instance, Reader } from './instance.ts';
import { appendJournal, journalEnding, journalVariables } from './journals.ts';

// The privacy odometer of the command line in Node; what journals say comes from the engine.

function folder({ module }: Instance): string {
  const { own, stateHome, home } = journalVariables();
  return module.odometerFolder(own, stateHome, home);
}

/** The same bytes; the identity hears them on their way. */
export function heard(source: ByteSource, identity: FileIdentityHandle): ByteSource {
  return {
    ...source,
    async *pieces() {
      for await (const piece of source.pieces()) {
        guarded(() => identity.update(piece));
        yield piece;
      }
    },
  };
}

/** Counts a run likewise, where it is a secure one on a data file. */
export function countRun(
  line: CommandLine,
  result: string,
  names: FileNames,
  reader: Reader,
): void {
  const entry = take(() => reader.module.odometerEntry(result));
  countEntry(line, entry, names, reader);
}

/**
 * Counts what a data file is asked in secret noise before anyone sees the answer. Where that cannot
 * be done it is said, and the command goes on.
 *
 * @param entry of the file's journal; '' where nothing is to be counted
 */
export function countEntry(
  line: CommandLine,
  entry: string,
  names: FileNames,
  reader: Reader,
): void {
  if (entry === '' || line.isUncounted) return;
  try {
    const journal = appendJournal({ entry, ...names, folder: folder(reader) });
    if (!line.isQuiet) process.stderr.write(`${reader.module.odometerLine(journal)}\n`);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const warning = `the odometer cannot be kept at ${error.field}: ${error.message}`;
    process.stderr.write(`${reader.messages.warning(warning)}\n`);
  }
}

/** The command `odometer`. */
export async function showOdometer(line: CommandLine, instance: Instance): Promise<void> {
  const { module, host } = instance;
  const only =
    line.data === null ? null : await namesOf(module, openData(line.data), mostUnpacked(line));
  const kept = folder(instance);
  const names = namesIn(kept)
    .filter((name) => only === null || name === only.records || name === only.bytes)
    .sort();
  const path = (name: string) => join(kept, `${name}${journalEnding}`);
  const texts = names.map((name) => readFileSync(path(name), 'utf8'));
  const report = take(() => module.odometerReport(names, texts));
  await writeText(line.out, host.readable(report));
  if (line.wantsReset) for (const name of names) rmSync(path(name));
}

function namesIn(kept: string): string[] {
  try {
    const files = readdirSync(kept).filter((name) => name.endsWith(journalEnding));
    return files.map((name) => name.slice(0, -journalEnding.length));
  } catch {
    return [];
  }
}
