import type { Script } from './script.ts';

/** Whether the engine is there with threads, too. */
export const hasThreads: boolean = true;

/**
 * The worker's file beside this module, wherever the bundler of the page has put both. Bundlers look
 * for exactly this call, and what they make of it is seen only where it arrives.
 */
export function ownScript(): Script {
  const { Worker: PlainWorker } = globalThis;
  const seen: Script[] = [];
  const see = function (address: string | URL, options?: WorkerOptions) {
    seen.push({ address: new URL(address, location.href), type: options?.type ?? 'classic' });
  };
  globalThis.Worker = see as unknown as typeof Worker;
  try {
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } finally {
    globalThis.Worker = PlainWorker;
  }
  return seen[0];
}
