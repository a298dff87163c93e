import { fetchDataFile } from './fetch-data.ts';
import { loadCore, loadWhole } from './load.ts';
import { locksHere } from './locks.ts';
import type { EngineFactory } from './module.ts';
import type { Control, Reply, Request } from './protocol.ts';
import { WorkerServer } from './serve.ts';
import { withWatchedThreads } from './threads.ts';
import type { Variant } from './types.ts';

// The browser's worker: one instance of the engine behind messages.

interface WorkerScope {
  onmessage: ((event: MessageEvent<Request | Control>) => void) | null;
  postMessage(message: Reply, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

// A message to itself comes back after those that wait already, without a timer's delay.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** The same factory; one with threads says when they do not start. */
function watched<Module>(factory: EngineFactory<Module>, variant: Variant): EngineFactory<Module> {
  return variant === 'simd' ? factory : (options) => withWatchedThreads(() => factory(options));
}

const server = new WorkerServer({
  loadCore: async (variant) => watched(await loadCore(variant), variant),
  loadWhole: async (variant) => watched(await loadWhole(variant), variant),
  readDataFile: fetchDataFile,
  post: (reply, transfer) => {
    scope.postMessage(reply, transfer);
  },
  breathe: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
  holdLock: (name) => {
    void locksHere()
      ?.request(name, () => new Promise(() => undefined))
      .catch(() => undefined);
  },
});

scope.onmessage = (event) => {
  server.receive(event.data);
};
