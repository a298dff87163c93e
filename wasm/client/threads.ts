import { engineError, type EngineError } from './error.ts';
import type { EngineFactory } from './module.ts';
import type { ThreadStart } from './protocol.ts';
import { trusted, whyNoWorker } from './trusted.ts';

// Threads of the engine are workers that run this worker's own script: what let it start lets them
// start too, wherever it came from.

/** What the glue calls a thread's worker, by which it knows itself. */
const threadName = 'em-pthread';

/**
 * A factory whose engine has threads. Its own start waits for all of them and would wait forever
 * for one that does not come.
 *
 * @returns rejects with `worker-died` as soon as a thread cannot start
 */
export function withThreads<Module>(
  factory: EngineFactory<Module>,
  glue: ThreadStart['glue'],
): EngineFactory<Module> {
  return (options) =>
    new Promise((resolve, reject: (error: unknown) => void) => {
      const startThread = () => {
        const thread = ownThread();
        thread.addEventListener('error', ({ message }) => {
          reject(noThread(message || rules));
        });
        thread.postMessage({ type: 'thread', glue } satisfies ThreadStart);
        return thread;
      };
      factory({ ...options, startThread }).then(resolve, reject);
    });
}

function ownThread(): Worker {
  try {
    return new Worker(trusted(location.href), { type: ownType(), name: threadName });
  } catch (error) {
    throw noThread(whyNoWorker(error).text);
  }
}

/** How this worker's script was read. */
function ownType(): WorkerType {
  try {
    (self as unknown as { importScripts(): void }).importScripts();
    return 'classic';
  } catch {
    return 'module';
  }
}

function noThread(reason: string): EngineError {
  return engineError('worker-died', 'variant', `A thread could not be started: ${reason}.`);
}

const rules =
  'the Content-Security-Policy, that of the worker’s file included, must let it start workers' +
  ' from the same address; or ask for the variant "simd"';
