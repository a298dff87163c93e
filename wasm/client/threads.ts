import { engineError, type EngineError } from './error.ts';

/**
 * Starts an engine with threads, whose own start waits for all of them and would wait forever for
 * one whose script does not load.
 *
 * @throws EngineError `worker-died` as soon as a thread reports that it cannot start
 */
export async function withWatchedThreads<T>(start: () => Promise<T>): Promise<T> {
  const Plain = globalThis.Worker;
  let fail: (error: EngineError) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  globalThis.Worker = class extends Plain {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('error', ({ message }) => {
        fail(
          engineError(
            'worker-died',
            'variant',
            `A thread could not be started: ${message || rules}.`,
          ),
        );
      });
    }
  };
  try {
    return await Promise.race([start(), failed]);
  } finally {
    globalThis.Worker = Plain;
  }
}

const rules =
  "its script could not be loaded: the Content-Security-Policy must allow 'self' in worker-src," +
  ' and the file needs the header Cross-Origin-Embedder-Policy; or ask for the variant "simd"';
