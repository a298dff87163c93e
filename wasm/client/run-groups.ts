import { EngineError, engineError } from './error.ts';
import type { WorkerPool } from './pool.ts';
import { ProgressMeter } from './progress.ts';
import { shareOf, type DataMessage, type Slice } from './protocol.ts';
import type { CheckedExperiment } from './read-experiment.ts';
import type { RemoteWorker } from './remote.ts';
import { countsRho, unpackTrace, type RunIdentity } from './trace.ts';
import type { ExperimentResult, RunOptions } from './types.ts';

export interface RunJob {
  checked: CheckedExperiment;
  data: DataMessage | null;
  runs: RunIdentity[];
  groups: number;
}

/** A worker that does not answer a cancellation in this time is ended. */
const answerMilliseconds = 50;
/** An aborted run has its partial result by then, or goes without. */
const partialMilliseconds = 70;

interface Group {
  worker: RemoteWorker;
  id: number;
  promise: Promise<string>;
  /** The group's runs as the engine wrote them. */
  text: string | null;
  isSettled: boolean;
}

/** One experiment on the workers of a pool: dealt, followed, stopped, and put together. */
export class GroupedRun {
  readonly #pool: WorkerPool;
  readonly #job: RunJob;
  readonly #options: RunOptions;
  readonly #groups: Group[];
  readonly #meter: ProgressMeter;
  #isStopped = false;

  constructor(pool: WorkerPool, job: RunJob, options: RunOptions) {
    this.#pool = pool;
    this.#job = job;
    this.#options = options;
    this.#meter = new ProgressMeter(job.groups, performance.now());
    this.#groups = Array.from({ length: job.groups }, (_, index) => this.#deal(index));
  }

  /**
   * @returns the result file
   * @throws EngineError with `partial`, the finished part, when it ends early
   */
  async finish(): Promise<string> {
    const { signal, pause } = this.#options;
    let stopNow: (reason: EngineError) => void = () => undefined;
    const stopped = new Promise<EngineError>((resolve) => (stopNow = resolve));
    const abort = () => {
      stopNow(cancelled(signal));
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    if (pause) pause.onchange = () => this.#passOn(pause.paused);
    if (pause?.paused) this.#passOn(true);
    try {
      const texts = Promise.all(this.#groups.map((group) => group.promise));
      const outcome = await Promise.race([texts, stopped]).catch((error: unknown) =>
        asError(error),
      );
      if (outcome instanceof EngineError) throw await this.#stop(outcome);
      const assembled = await Promise.race([this.#assemble(outcome), stopped]);
      if (assembled instanceof EngineError) throw assembled;
      return assembled;
    } finally {
      signal?.removeEventListener('abort', abort);
      if (pause) pause.onchange = null;
      this.#pool.refill();
    }
  }

  #deal(index: number): Group {
    const { checked, data, groups } = this.#job;
    const worker = this.#pool.at(index);
    const share = { index, of: groups };
    const request = { type: 'run', experiment: checked.text, data, share } as const;
    const { id, promise } = worker.request(request, (slice) => {
      this.#follow(index, slice);
    });
    const group: Group = { worker, id, promise, text: null, isSettled: false };
    group.promise = promise.then(
      (text) => {
        group.isSettled = true;
        return (group.text = text);
      },
      (error: unknown) => {
        group.isSettled = true;
        throw this.#withLoss(asError(error), index);
      },
    );
    group.promise.catch(() => undefined);
    return group;
  }

  #follow(index: number, { trace, progress }: Slice): void {
    if (this.#isStopped) return;
    const { onTrace, onProgress } = this.#options;
    if (onTrace) {
      const { checked, runs } = this.#job;
      for (const event of unpackTrace(trace, runs, countsRho(checked.experiment))) onTrace(event);
    }
    onProgress?.(this.#meter.update(index, progress, performance.now()));
  }

  #passOn(paused: boolean): void {
    this.#meter.setPaused(paused, performance.now());
    for (const { worker, id } of this.#groups) worker.control({ type: 'pause', id, paused });
  }

  /** Says which runs went with a worker. */
  #withLoss(error: EngineError, index: number): EngineError {
    if (error.code !== 'worker-died' && error.code !== 'out-of-memory') return error;
    const { groups, runs } = this.#job;
    const { first, last } = shareOf({ index, of: groups }, runs.length);
    const lost = last - first === 1 ? `Run ${first} was` : `Runs ${first} to ${last - 1} were`;
    const message = `${error.message} ${lost} lost; the worker is replaced.`;
    return new EngineError({ ...error.body, message }, { cause: error });
  }

  /** Ends what still goes on, and gives the reason back with what was finished. */
  async #stop(reason: EngineError): Promise<EngineError> {
    const start = performance.now();
    this.#isStopped = true;
    const keepPartial = this.#options.keepPartial ?? true;
    for (const { worker, id, isSettled } of this.#groups) {
      if (!isSettled) worker.control({ type: 'cancel', id, keepPartial });
    }
    const all = Promise.allSettled(this.#groups.map((group) => group.promise));
    await Promise.race([all, sleep(answerMilliseconds)]);
    for (const { worker, isSettled } of this.#groups) {
      if (!isSettled) worker.terminate(engineError('worker-died', '', 'The worker was busy.'));
    }
    const texts = this.#groups.flatMap(({ text }) => text ?? []);
    if (keepPartial && texts.length > 0) {
      const left = partialMilliseconds - (performance.now() - start);
      const partial = this.#assemble(texts).catch(() => undefined);
      const inTime = await Promise.race([partial, sleep(left)]);
      if (inTime) reason.partial = JSON.parse(inTime) as ExperimentResult;
    }
    return reason;
  }

  #assemble(groups: string[]): Promise<string> {
    const experiment = this.#job.checked.text;
    const place = Math.max(
      0,
      this.#groups.findIndex(({ worker }) => worker.alive),
    );
    const worker = this.#pool.at(place);
    return worker.request({ type: 'assemble', experiment, groups }).promise;
  }
}

export function cancelled(signal?: AbortSignal): EngineError {
  const body = { code: 'cancelled', field: '', message: 'The run was cancelled.' };
  return new EngineError(body, { cause: signal?.reason });
}

function asError(error: unknown): EngineError {
  return error instanceof EngineError ? error : engineError('internal', '', String(error));
}

function sleep(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, milliseconds), undefined);
  });
}
