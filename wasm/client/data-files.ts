import { engineError } from './error.ts';

// Literal addresses, so that bundlers see every file.
const addresses: Readonly<Record<string, URL | undefined>> = {
  'breast_cancer.csv': new URL('../dist/breast_cancer.csv', import.meta.url),
  'diabetes.csv': new URL('../dist/diabetes.csv', import.meta.url),
  'digits.csv': new URL('../dist/digits.csv', import.meta.url),
};

/**
 * Where a built-in data set's file lies.
 *
 * @throws EngineError `internal` for a file that is not among them
 */
export function dataFileAddress(file: string): URL {
  const address = addresses[file];
  if (address) return address;
  throw engineError('internal', 'data.name', `No address is known of the file ${file}.`);
}

/** Reads a built-in data set's file. */
export type ReadDataFile = (file: string) => Promise<Uint8Array>;

/** @param reason ends the sentence */
export function dataFileError(file: string, reason: string) {
  const message = `The data set's file ${file} cannot be had: ${reason}.`;
  return engineError('io-failed', 'data.name', message);
}
