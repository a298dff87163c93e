import { readFile } from 'node:fs/promises';

import { dataFileAddress, dataFileError } from '../client/data-files.ts';

/**
 * Reads a built-in data set's file.
 *
 * @throws EngineError `io-failed` that names the file
 */
export async function readDataFile(file: string): Promise<Uint8Array> {
  const address = dataFileAddress(file);
  try {
    return await readFile(address);
  } catch (error) {
    throw dataFileError(file, error instanceof Error ? error.message : String(error));
  }
}
