import { closeSync, fstatSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { engineError, type EngineError } from '../client/error.ts';
import type { ByteSource } from '../client/host.ts';
import { limits } from '../client/limits.ts';
import type { CommandLine } from '../client/module.ts';

/** Largest result that is read, and largest experiment. */
export const mostResultBytes = 1e9;
export const mostExperimentBytes = limits.textBytes * 1.1;

export function ioError(field: string, error: unknown): EngineError {
  const reason = error instanceof Error ? error.message : String(error);
  return engineError('io-failed', field, `cannot be read or written: ${reason}`);
}

/**
 * A text file, or standard input for `-`.
 *
 * @throws EngineError `io-failed`, or `file-too-large` above `mostBytes`
 */
export function readText(file: string, mostBytes: number): string {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of openData(file).pieces()) {
    size += piece.length;
    if (size > mostBytes) {
      throw engineError('file-too-large', file, 'is larger than such a file can be');
    }
    pieces.push(piece.slice());
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A reader that has seen enough, such as head, is no error. */
function writeToStandardOutput(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject: (error: EngineError) => void) => {
    process.stdout.once('error', () => undefined);
    process.stdout.write(content, (error) => {
      const isClosed = error && 'code' in error && error.code === 'EPIPE';
      if (error && !isClosed) reject(ioError('standard output', error));
      else resolve();
    });
  });
}

/**
 * Whether a result can be written to this path later: its folder exists, and it is no folder.
 *
 * @throws EngineError `io-failed`
 */
export function checkOutput(file: string): void {
  const isFolder = (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder(dirname(file))) {
    throw engineError('io-failed', file, 'cannot be written: its folder does not exist');
  }
  if (isFolder(file)) throw engineError('io-failed', file, 'cannot be written: it is a folder');
}

/** Writes a text to the file, or to standard output when none is named. */
export function writeText(file: string | null, text: string): Promise<void> {
  return writeWhole(file, text.endsWith('\n') ? text : `${text}\n`);
}

/** The same of bytes, or of a text that needs no further line end. */
export async function writeWhole(file: string | null, content: string | Uint8Array): Promise<void> {
  if (file === null) {
    await writeToStandardOutput(content);
    return;
  }
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw ioError(file, error);
  }
}

/** A file's bytes, read as they are asked for. */
export interface FileSource extends ByteSource {
  pieces(): Iterable<Uint8Array>;
}

const pieceBytes = 4 * 2 ** 20;

/** A data file, read in pieces: it may be larger than what fits beside the data in memory. */
export function openData(file: string): FileSource {
  try {
    const descriptor = file === '-' ? 0 : openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    return { size, identity: '', pieces: () => filePieces(file, descriptor) };
  } catch (error) {
    throw ioError(file, error);
  }
}

/** What a compressed data file may unpack to. */
export function mostUnpacked({ memoryBytes }: CommandLine): number {
  return memoryBytes || limits.memoryBytes;
}

/** Waits where standard input has nothing yet and says so instead of waiting. */
function readSome(descriptor: number, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function* filePieces(file: string, descriptor: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(pieceBytes);
  try {
    for (;;) {
      const count = readSome(descriptor, buffer);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } catch (error) {
    throw ioError(file, error);
  } finally {
    // The next file to be opened would take the place of standard input, and Node aborts where it closes that.
    if (descriptor !== 0) closeSync(descriptor);
  }
}
