import { createEngine } from '../../../wasm/client/index.ts';
import type { PageEngine } from './types.ts';

/** One engine with its workers, for all who use it. */
interface Pool {
  engine: Promise<PageEngine>;
  users: number;
  ending: ReturnType<typeof setTimeout> | undefined;
}

/** A share of an engine; `release` gives it back, once. */
export interface Loan {
  engine: Promise<PageEngine>;
  release(): void;
}

/** An engine that nobody uses waits so long for the next one: pages take elements away and bring others. */
const lingerMilliseconds = 2000;

const pools = new Map<string, Pool>();

let isReady: Promise<void> = Promise.resolve();

/** Starts no engine before the page has become what decides which variant runs. */
export function startEnginesAfter(ready: Promise<void>): void {
  isReady = ready;
}

/**
 * The engine of this page, shared by everything in it; the first who asks starts it. Its workers end
 * when the last one has given it back.
 *
 * @param baseUrl folder of the engine's files where they are not beside this module, else ''
 */
export function borrowEngine(baseUrl: string): Loan {
  const pool = pools.get(baseUrl) ?? open(baseUrl);
  pool.users += 1;
  clearTimeout(pool.ending);
  let isLent = true;
  return {
    engine: pool.engine,
    release: () => {
      if (isLent) give(baseUrl, pool);
      isLent = false;
    },
  };
}

function open(baseUrl: string): Pool {
  const engine = isReady.then(() => createEngine(baseUrl === '' ? {} : { baseUrl }));
  const pool: Pool = { engine, users: 0, ending: undefined };
  pools.set(baseUrl, pool);
  // What could not start is tried again by the next one who asks.
  engine.catch(() => forget(baseUrl, pool));
  return pool;
}

function give(baseUrl: string, pool: Pool): void {
  pool.users -= 1;
  if (pool.users > 0) return;
  pool.ending = setTimeout(() => {
    forget(baseUrl, pool);
    pool.engine.then(
      (engine) => engine.dispose(),
      () => undefined,
    );
  }, lingerMilliseconds);
}

function forget(baseUrl: string, pool: Pool): void {
  if (pools.get(baseUrl) === pool) pools.delete(baseUrl);
}
