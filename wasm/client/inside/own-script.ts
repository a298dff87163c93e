// Stands in for ../own-script.ts where the worker is inside of the module.
import text from 'inside:worker';
import type { Script } from '../script.ts';

export const hasThreads = false;

let address: URL | undefined;

/** A blob of the page; in a sandbox only a classic worker starts from one. */
export function ownScript(): Script {
  address ??= new URL(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));
  return { address, type: 'classic' };
}
