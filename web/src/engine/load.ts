import { createEngine } from '../../../wasm/client/index.ts';
import type { PageEngine } from './types.ts';

/** The engine in its workers, in the fastest variant that this page allows. */
export function loadEngine(): Promise<PageEngine> {
  return createEngine();
}
