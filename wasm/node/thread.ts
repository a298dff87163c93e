import { parentPort, workerData } from 'node:worker_threads';

import { loadCore, loadWhole } from '../client/load.ts';
import type { ThreadStart } from '../client/protocol.ts';

// A thread of the engine in Node: the glue finds around it what a browser's worker has, knows by its
// name that it is a thread, and listens.

interface ThreadScope {
  onmessage?: (event: { data: unknown }) => void;
}

if (!parentPort) throw new Error('This file is for a worker thread.');
const port = parentPort;
const scope = globalThis as unknown as ThreadScope;
Object.assign(scope, {
  self: globalThis,
  WorkerGlobalScope: Object,
  name: 'em-pthread',
  postMessage: (message: unknown) => {
    port.postMessage(message);
  },
});

const { glue } = workerData as Pick<ThreadStart, 'glue'>;
await (glue === 'core' ? loadCore('simd-mt') : loadWhole('simd-mt'));
// What came before waits for the first listener.
port.on('message', (data: unknown) => scope.onmessage?.({ data }));
