import { Worker } from 'node:worker_threads';

import type { ThreadPort } from '../client/module.ts';
import type { ThreadStart } from '../client/protocol.ts';

// The glue's threads are workers as a browser has them; here they are made of Node's.

/** Starts a thread of the engine whose glue this is. */
export function startThread(glue: ThreadStart['glue']): ThreadPort {
  const workerData = { glue };
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  const port: ThreadPort = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => {
      worker.postMessage(message);
    },
    terminate: () => void worker.terminate(),
  };
  worker.on('message', (data: unknown) => port.onmessage?.({ data }));
  worker.on('error', (error) => port.onerror?.(error));
  return port;
}
