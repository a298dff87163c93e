import type { Environment, WorkerPort } from './environment.ts';
import { EngineError, engineError } from './error.ts';
import type { Control, Reply, Request, Rounds, Slice } from './protocol.ts';
import type { Variant } from './types.ts';

interface Pending {
  resolve(value: string): void;
  reject(error: EngineError): void;
  onSlice: ((slice: Slice) => void) | undefined;
  onRounds: ((rounds: Rounds) => void) | undefined;
}

// A request before it has its id; distributes over the union.
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export interface WorkerSettings {
  variant: Variant;
  threads: number;
  memoryBytes: number;
}

let serial = 0;

/** One worker as the page sees it: requests with promised replies, until it dies. */
export class RemoteWorker {
  /** Its version text, or why it could not start. */
  readonly ready: Promise<string>;
  readonly #port: WorkerPort;
  readonly #pending = new Map<number, Pending>();
  #dead: EngineError | null = null;

  constructor(environment: Environment, settings: WorkerSettings) {
    const lock = `noisy-descent-${Date.now()}-${++serial}-${Math.random()}`;
    const events = {
      reply: (reply: Reply) => {
        this.#receive(reply);
      },
      died: (reason: string) => {
        this.#end(engineError('worker-died', '', `A worker ended without an answer: ${reason}.`));
      },
    };
    this.#port = environment.startWorker(events, lock);
    this.ready = this.request({ type: 'start', ...settings, lock }).promise;
    this.ready.catch(() => undefined);
  }

  get alive(): boolean {
    return this.#dead === null;
  }

  /** Sends a request; its id serves to control it later. */
  request(
    request: Unnumbered<Request>,
    onSlice?: (slice: Slice) => void,
    onRounds?: (rounds: Rounds) => void,
  ): { id: number; promise: Promise<string> } {
    const id = ++serial;
    const promise = new Promise<string>((resolve, reject) => {
      if (this.#dead) {
        reject(this.#dead);
        return;
      }
      this.#port.post({ ...request, id });
      this.#pending.set(id, { resolve, reject, onSlice, onRounds });
    });
    return { id, promise };
  }

  control(message: Control): void {
    if (this.alive) this.#port.post(message);
  }

  /** Ends it at once; whatever waits for it is rejected with `error`. */
  terminate(error: EngineError): void {
    this.#end(error);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.type === 'slice') {
      pending.onSlice?.(reply);
      return;
    }
    if (reply.type === 'rounds') {
      pending.onRounds?.(reply);
      return;
    }
    this.#pending.delete(reply.id);
    if (reply.type === 'value') {
      pending.resolve(reply.value);
      return;
    }
    pending.reject(new EngineError(reply.error));
    if (reply.fatal) this.#end(new EngineError(reply.error));
  }

  #end(error: EngineError): void {
    if (this.#dead) return;
    this.#dead = error;
    this.#port.terminate();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
