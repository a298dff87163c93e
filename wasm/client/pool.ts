import type { Environment } from './environment.ts';
import { engineError } from './error.ts';
import { RemoteWorker, type WorkerSettings } from './remote.ts';

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

  /** The worker in this place, alive. */
  at(place: number): RemoteWorker {
    const worker = this.#workers[place];
    if (worker.alive) return worker;
    if (this.#isDisposed) throw engineError('cancelled', '', 'The engine was disposed of.');
    return (this.#workers[place] = new RemoteWorker(this.#environment, this.#settings));
  }

  /** Asks the first worker; asks again when it was replaced because of something else. */
  async ask(request: Parameters<RemoteWorker['request']>[0]): Promise<string> {
    for (;;) {
      const worker = this.at(0);
      try {
        return await worker.request(request).promise;
      } catch (error) {
        if (this.#isDisposed || !worker.wasReplaced) throw error;
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
