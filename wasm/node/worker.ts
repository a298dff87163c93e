import { parentPort } from 'node:worker_threads';

import type { Control, Request } from '../client/protocol.ts';
import { WorkerServer } from '../client/serve.ts';
import { loadCore, loadWhole } from './load.ts';
import { readDataFile } from './read-data.ts';

// Node's worker: one instance of the engine behind messages.

if (!parentPort) throw new Error('This file is for a worker thread.');
const port = parentPort;

const server = new WorkerServer({
  loadCore,
  loadWhole,
  readDataFile,
  post: (reply, transfer) => {
    port.postMessage(reply, transfer);
  },
  breathe: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
  // Here an event says that a worker ended.
  holdLock: () => undefined,
});

port.on('message', (message: Request | Control) => {
  server.receive(message);
});
