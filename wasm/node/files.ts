import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';

import { engineError, type EngineError } from '../client/error.ts';
import type { ByteSource } from '../client/host.ts';

function ioError(field: string, error: unknown): EngineError {
  const reason = error instanceof Error ? error.message : String(error);
  return engineError('io-failed', field, reason);
}

/** A text file, or standard input for `-`. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw ioError(file, error);
  }
}

/** Writes a text to the file, or to standard output when none is named. */
export async function writeText(file: string | null, text: string): Promise<void> {
  const line = text.endsWith('\n') ? text : `${text}\n`;
  if (file === null || file === '-') {
    await new Promise<void>((resolve, reject: (error: EngineError) => void) => {
      process.stdout.write(line, (error) => {
        if (error) reject(ioError('standard output', error));
        else resolve();
      });
    });
    return;
  }
  try {
    writeFileSync(file, line);
  } catch (error) {
    throw ioError(file, error);
  }
}

const pieceBytes = 4 * 2 ** 20;

/** A data file, read in pieces: it may be larger than what fits beside the data in memory. */
export function openData(file: string): ByteSource {
  try {
    const descriptor = openSync(file === '-' ? '/dev/stdin' : file, 'r');
    const { size } = fstatSync(descriptor);
    return { size, identity: '', pieces: () => filePieces(file, descriptor) };
  } catch (error) {
    throw ioError(file, error);
  }
}

function* filePieces(file: string, descriptor: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(pieceBytes);
  try {
    for (;;) {
      const count = readSync(descriptor, buffer);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } catch (error) {
    throw ioError(file, error);
  } finally {
    closeSync(descriptor);
  }
}
