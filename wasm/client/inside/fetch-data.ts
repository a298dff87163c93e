// Stands in for ../fetch-data.ts where the built-in data sets are inside of the worker.
import texts from 'inside:tables';
import { engineError } from '../error.ts';
import { inflate } from './inflate.ts';

/** @throws EngineError `internal` for a file that is not among them */
export async function fetchDataFile(file: string): Promise<Uint8Array> {
  const text = texts[file];
  if (text !== undefined) return inflate(text);
  throw engineError('internal', 'data.name', `No bytes are known of the file ${file}.`);
}
