import type { Control, JournalVariables, Reply, Request } from './protocol.ts';
import type { Variant } from './types.ts';

/** One worker thread, whatever makes it: a browser's worker, Node's, or a test's fake. */
export interface WorkerPort {
  post(message: Request | Control): void;
  /** Ends it at once, whatever it does. */
  terminate(): void;
}

export interface WorkerEvents {
  reply(reply: Reply): void;
  /**
   * It ended, or could not start; nothing more comes.
   *
   * @param field the option that the reason is about
   */
  died(reason: string, field?: string): void;
}

/** Where secure runs on data files are counted. */
export interface Journals {
  /**
   * Adds an entry, if there is one; says it where that cannot be done, and goes on.
   *
   * @param ask a worker for the entry: a JournalEntry as text, or `null`
   */
  count(ask: (variables: JournalVariables) => Promise<string>): Promise<void>;
}

/** Where the client runs. */
export interface Environment {
  cores: number;
  /** Bytes that the engine may take when the caller does not say, all workers together. */
  memoryBytes: number;
  /** The best variant that works here. */
  bestVariant(): Promise<Variant>;
  /** @throws EngineError `unsupported-option` when this variant cannot run here */
  requireVariant(variant: Variant): Promise<void>;
  /** The blob in a form that can be sent to a worker. */
  sendable: (blob: Blob) => Promise<Blob>;
  /** The journals of data files; none in browsers. */
  journals?: Journals;
  /** @param lock name of the lock that the worker will hold for its life */
  startWorker(events: WorkerEvents, lock: string): WorkerPort;
}
