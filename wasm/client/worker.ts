import { fetchDataFile } from './fetch-data.ts';
import { loadCore, loadWhole } from './load.ts';
import { locksHere, type Control, type Reply, type Request, type ThreadStart } from './protocol.ts';
import { WorkerServer } from './serve.ts';
import { withThreads } from './threads.ts';

// The browser's worker: one instance of the engine behind messages, or a thread of one.

interface WorkerScope {
  onmessage: ((event: MessageEvent<Request | Control | ThreadStart>) => void) | null;
  postMessage(message: Reply, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

// A message to itself comes back after those that wait already, without a timer's delay.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

const server = new WorkerServer({
  loadCore: async (variant) => {
    const factory = await loadCore(variant);
    return variant === 'simd' ? factory : withThreads(factory, 'core');
  },
  loadWhole: async (variant) => {
    const factory = await loadWhole(variant);
    return variant === 'simd' ? factory : withThreads(factory, 'whole');
  },
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

scope.onmessage = ({ data }) => {
  if (data.type !== 'thread') server.receive(data);
  else void becomeThread(data).catch(reportError);
};

/** The glue knows by the worker's name that it is a thread, and listens; what came before waits. */
async function becomeThread({ glue }: ThreadStart): Promise<void> {
  const early: MessageEvent<Request | Control | ThreadStart>[] = [];
  scope.onmessage = (event) => early.push(event);
  await (glue === 'core' ? loadCore('simd-mt') : loadWhole('simd-mt'));
  for (const event of early) scope.onmessage(event);
}
