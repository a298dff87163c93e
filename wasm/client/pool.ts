import type { Environment } from './environment.ts';
import { engineError } from './error.ts';
import type { Told } from './protocol.ts';
import { RemoteWorker, type WorkerSettings } from './remote.ts';

export interface AskOptions {
  place?: number;
  /** Hears what the worker tells before it answers; must not throw. */
  follow?: (told: Told) => void;
  /** Hears which worker got the request, under which id; every time that one gets it. */
  onSent?: (worker: RemoteWorker, id: number) => void;
  /** Whether the answer is still waited for. */
  isWanted?: () => boolean;
}

/** A fixed number of workers; a dead one is replaced when it is asked for. */
export class WorkerPool {
  readonly #environment: Environment;
  readonly #settings: WorkerSettings;
  readonly #workers: RemoteWorker[] = [];
  #isDisposed = false;

  constructor(environment: Environment, size: number, settings: WorkerSettings) {
    this.#environment = environment;
    this.#settings = settings;
    for (let i = 0; i < size; ++i) this.#workers.push(new RemoteWorker(environment, settings));
  }

  get size(): number {
    return this.#workers.length;
  }

  /** Every worker knows of a solver of the page with its next request. */
  addSolver(name: string): void {
    const { outside } = this.#settings;
    if (!outside.includes(name)) outside.push(name);
  }

  /** The worker in this place, alive. */
  at(place: number): RemoteWorker {
    const worker = this.#workers[place];
    if (worker.alive) return worker;
    if (this.#isDisposed) throw engineError('cancelled', '', 'The engine was disposed of.');
    return (this.#workers[place] = new RemoteWorker(this.#environment, this.#settings));
  }

  /** Asks the worker in a place; asks its successor when it was replaced because of something else. */
  async ask(
    request: Parameters<RemoteWorker['request']>[0],
    { place = 0, follow, onSent, isWanted = () => true }: AskOptions = {},
  ): Promise<string> {
    for (;;) {
      const worker = this.at(place);
      const { id, promise } = worker.request(request, follow);
      onSent?.(worker, id);
      try {
        return await promise;
      } catch (error) {
        if (this.#isDisposed || !worker.wasReplaced || !isWanted()) throw error;
      }
    }
  }

  /** Starts new workers in the places of dead ones, so that the next run need not wait. */
  refill(): void {
    if (this.#isDisposed) return;
    for (let place = 0; place < this.size; ++place) this.at(place);
  }

  dispose(): void {
    this.#isDisposed = true;
    const error = engineError('cancelled', '', 'The engine was disposed of.');
    for (const worker of this.#workers) worker.terminate(error);
  }
}
