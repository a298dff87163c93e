import type { Experiment } from './experiment.ts';
import type { Engine, ExperimentResult, RunOptions } from './types.ts';

/**
 * Runs for live dragging: of calls that come faster than results, only the newest is of interest.
 *
 * `abort`  a newer call cancels the one that runs: the newest value shows first
 * `finish` the one that runs comes to its end, those that wait are dropped: every picture is whole
 */
export class LatestRun {
  readonly #engine: Engine;
  readonly #policy: 'abort' | 'finish';
  #current: AbortController | null = null;
  #waiting: AbortController | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, policy: 'abort' | 'finish' = 'finish') {
    this.#engine = engine;
    this.#policy = policy;
  }

  /** Resolves with null when a newer call took its place; rejects as `engine.run` does. */
  async run(
    experiment: Experiment | string,
    options: RunOptions = {},
  ): Promise<ExperimentResult | null> {
    this.#waiting?.abort();
    if (this.#policy === 'abort') this.#current?.abort();
    const mine = new AbortController();
    this.#waiting = mine;
    await this.#running;
    if (isSuperseded(mine)) return null;
    this.#waiting = null;
    this.#current = mine;
    const signal = options.signal ? AbortSignal.any([options.signal, mine.signal]) : mine.signal;
    const result = this.#engine.run(experiment, { keepPartial: false, ...options, signal });
    this.#running = result.catch(() => undefined);
    try {
      return await result;
    } catch (error) {
      if (isSuperseded(mine)) return null;
      throw error;
    } finally {
      this.#current = null;
    }
  }
}

function isSuperseded(call: AbortController): boolean {
  return call.signal.aborted;
}
