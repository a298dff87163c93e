import { engineError } from './error.ts';
import { tableAddress } from './table-address.ts';

/**
 * Where a built-in data set's file lies.
 *
 * @throws EngineError `internal` for a file that is not among them
 */
export function dataFileAddress(file: string): URL {
  const address = tableAddress(file);
  if (address) return address;
  throw engineError('internal', 'data.name', `No address is known for the file ${file}.`);
}

/** Reads a built-in data set's file. */
export type ReadDataFile = (file: string) => Promise<Uint8Array>;

/** @param reason ends the sentence */
export function dataFileError(file: string, reason: string) {
  const message = `The data set's file ${file} cannot be had: ${reason}.`;
  return engineError('io-failed', 'data.name', message);
}
