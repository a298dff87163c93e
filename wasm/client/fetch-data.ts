import { whyNoFile } from './blocked.ts';
import { dataFileAddress, dataFileError } from './data-files.ts';

/**
 * Fetches a built-in data set's file.
 *
 * @throws EngineError `io-failed` that names the file and what the site has to allow
 */
export async function fetchDataFile(file: string): Promise<Uint8Array> {
  const { href } = dataFileAddress(file);
  try {
    const response = await fetch(href);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
  } catch {
    // What hinders it is found out below.
  }
  throw dataFileError(file, await whyNoFile(href));
}
