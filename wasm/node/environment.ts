import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

import type { Environment, WorkerEvents, WorkerPort } from '../client/environment.ts';
import { engineError } from '../client/error.ts';
import { isAnswer, isControl, type Reply } from '../client/protocol.ts';
import { journals } from './journals.ts';

/** Older ones lose wake-ups of sleeping threads. */
const leastForThreads = 24;

export function hasThreads(): boolean {
  return Number(process.versions.node.split('.')[0]) >= leastForThreads;
}

/** Node: worker threads, cores and memory. */
export const nodeEnvironment: Environment = {
  cores: availableParallelism(),
  memoryBytes: totalmem() / 2,
  bestVariant: () =>
    Promise.resolve(hasThreads() && availableParallelism() > 1 ? 'simd-mt' : 'simd'),
  requireVariant: (variant) => {
    if (variant === 'simd' || hasThreads()) return Promise.resolve();
    const message = `Threads need Node ${leastForThreads} or newer.`;
    return Promise.reject(engineError('unsupported-option', 'variant', message));
  },
  sendable,
  journals,
  startWorker,
};

/** Node cannot send a blob that stands for a file: its bytes are read. */
async function sendable(blob: Blob): Promise<Blob> {
  try {
    structuredClone(blob);
    return blob;
  } catch {
    return new Blob([await blob.arrayBuffer()]);
  }
}

/**
 * The worker's file, beside this one.
 *
 * @throws EngineError `unsupported-option` in a bundle, where it is not
 */
function workerFile(): URL {
  // Apart from the call: builders would copy a file that they see named, without those that it loads.
  const here = import.meta.url as string | undefined;
  try {
    const file = new URL('./worker.ts', here);
    if (existsSync(file)) return file;
  } catch {
    // Bundles in CommonJS have no address of their own.
  }
  const message =
    'The files of noisy-descent are not beside its code, because a builder bundled it. Leave the' +
    " package out of the bundle: serverExternalPackages: ['noisy-descent'] in next.config, or" +
    ' external in esbuild, Rollup, Vite and webpack.';
  throw engineError('unsupported-option', '', message);
}

/** @throws EngineError `unsupported-option` in a window of Electron, whose Node has no threads */
function newWorker(): Worker {
  const file = workerFile();
  try {
    return new Worker(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MISSING_PLATFORM_FOR_WORKER') throw error;
    const message =
      'Node has no worker threads here, as in a window of Electron. Import noisy-descent from a' +
      ' module of the page, built for the browser, or use it in the main process.';
    throw engineError('unsupported-option', '', message, { cause: error });
  }
}

/** A worker keeps the process alive only while it owes an answer. */
function startWorker(events: WorkerEvents): WorkerPort {
  const worker = newWorker();
  let owed = 0;
  let isOver = false;
  const die = (reason: string) => {
    if (!isOver) events.died(reason);
    isOver = true;
  };
  worker.on('message', (reply: Reply) => {
    if (isAnswer(reply) && --owed === 0) worker.unref();
    events.reply(reply);
  });
  worker.on('error', (error) => {
    die(error instanceof Error ? error.message : String(error));
  });
  worker.on('exit', (code) => {
    die(`its thread ended with ${code}`);
  });
  return {
    post: (message) => {
      worker.postMessage(message);
      if (!isControl(message) && owed++ === 0) worker.ref();
    },
    terminate: () => {
      isOver = true;
      void worker.terminate();
    },
  };
}
