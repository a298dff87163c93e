import type { Environment, WorkerEvents, WorkerPort } from './environment.ts';
import { EngineError, asEngineError, engineError } from './error.ts';
import { isAnswer, type Control, type Reply, type Request, type Told } from './protocol.ts';
import { whyNoWorker } from './trusted.ts';
import type { Variant } from './types.ts';

interface Pending {
  resolve(value: string): void;
  reject(error: EngineError): void;
  follow: ((told: Told) => void) | undefined;
}

// A request before it has its id; distributes over the union.
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export interface WorkerSettings {
  variant: Variant;
  threads: number;
  memoryBytes: number;
  /** Most that one experiment may have. */
  runs: number;
  /** Solvers whose steps are made on the page; every request names those that there are. */
  readonly outside: string[];
}

let serial = 0;

/** One worker as the page sees it: requests with promised replies, until it dies. */
export class RemoteWorker {
  /** Its version text, or why it could not start. */
  readonly ready: Promise<string>;
  readonly #port: WorkerPort | null;
  readonly #outside: string[];
  readonly #pending = new Map<number, Pending>();
  #dead: EngineError | null = null;
  #wasReplaced = false;

  constructor(environment: Environment, settings: WorkerSettings) {
    const lock = `noisy-descent-${Date.now()}-${++serial}-${Math.random()}`;
    const events = {
      reply: (reply: Reply) => {
        this.#receive(reply);
      },
      died: (reason: string, field = '') => {
        const message = `A worker ended without an answer: ${reason}.`;
        this.#end(engineError('worker-died', field, message));
      },
    };
    this.#outside = settings.outside;
    this.#port = this.#start(environment, events, lock);
    this.ready = this.request({ type: 'start', ...settings, lock }).promise;
    this.ready.catch(() => undefined);
  }

  /** Some pages refuse workers: by their origin, by Trusted Types, by their policy. */
  #start(environment: Environment, events: WorkerEvents, lock: string): WorkerPort | null {
    try {
      return environment.startWorker(events, lock);
    } catch (error) {
      this.#dead = error instanceof EngineError ? error : couldNotStart(error);
      return null;
    }
  }

  get alive(): boolean {
    return this.#dead === null;
  }

  /**
   * Sends a request; its id serves to control it later.
   *
   * @param follow hears what the worker tells before it answers; must not throw
   */
  request(
    request: Unnumbered<Request>,
    follow?: (told: Told) => void,
  ): { id: number; promise: Promise<string> } {
    const id = ++serial;
    const promise = new Promise<string>((resolve, reject) => {
      if (this.#dead) {
        reject(this.#dead);
        return;
      }
      try {
        this.#port?.post({ ...request, id, outside: this.#outside });
      } catch (error) {
        reject(asEngineError(error));
        return;
      }
      this.#pending.set(id, { resolve, reject, follow });
    });
    return { id, promise };
  }

  control(message: Control): void {
    if (this.alive) this.#port?.post(message);
  }

  /** Ends it at once; whatever waits for it is rejected with `error`. */
  terminate(error: EngineError): void {
    this.#end(error);
  }

  /** Ends it because of one request; what else waits for it may be asked again. */
  replace(error: EngineError): void {
    this.#wasReplaced = true;
    this.#end(error);
  }

  /** Whether another worker may be asked what this one did not answer. */
  get wasReplaced(): boolean {
    return this.#wasReplaced;
  }

  /** Whether this request waits for its answer. */
  owes(id: number): boolean {
    return this.#pending.has(id);
  }

  /** Whether it works on something else that would be lost with it. */
  doesMoreThan(id: number): boolean {
    return [...this.#pending].some(([other, { follow }]) => other !== id && follow);
  }

  #receive(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (!isAnswer(reply)) {
      pending.follow?.(reply);
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
    this.#port?.terminate();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}

function couldNotStart(error: unknown): EngineError {
  const { field, text } = whyNoWorker(error);
  const message = `A worker could not be started: ${text}.`;
  return engineError('worker-died', field, message, { cause: error });
}
