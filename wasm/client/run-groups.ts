import { callBack } from './arguments.ts';
import { EngineError, asEngineError, cancelled, engineError } from './error.ts';
import { answerMilliseconds, sleep } from './follow.ts';
import type { OwnSolvers } from './own-solvers.ts';
import type { WorkerPool } from './pool.ts';
import { ProgressMeter } from './progress.ts';
import { shareOf, type DataMessage, type Told } from './protocol.ts';
import type { CheckedExperiment } from './read-experiment.ts';
import type { RemoteWorker } from './remote.ts';
import { countsRho, unpackTrace, type RunIdentity } from './trace.ts';
import type { ExperimentResult, RunOptions } from './types.ts';

export interface RunJob {
  checked: CheckedExperiment;
  data: DataMessage | null;
  runs: RunIdentity[];
  groups: number;
  /** The page's solvers, where it has some. */
  solvers: OwnSolvers | undefined;
}

/** An aborted run has its partial result by then, or goes without. */
const partialMilliseconds = 70;

interface Group {
  worker: RemoteWorker;
  id: number;
  promise: Promise<string>;
  /** Positions of its first and last run in the experiment's list. */
  runs: { first: number; last: number };
  /** The group's runs as the engine wrote them; '' where all that it was dealt is refused. */
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
  /** Resolves with the reason why the run ends early. */
  readonly #stopped: Promise<EngineError>;
  #stopNow: (reason: EngineError) => void = () => undefined;
  #isStopped = false;

  constructor(pool: WorkerPool, job: RunJob, options: RunOptions) {
    this.#pool = pool;
    this.#job = job;
    this.#options = options;
    this.#stopped = new Promise((resolve) => (this.#stopNow = resolve));
    this.#meter = new ProgressMeter(job.groups, performance.now());
    this.#groups = Array.from({ length: job.groups }, (_, index) => this.#deal(index));
  }

  /**
   * @returns the result file
   * @throws EngineError with `partial`, the finished part, when it ends early
   */
  async finish(): Promise<string> {
    const { signal, pause } = this.#options;
    const abort = () => {
      this.#stopNow(cancelled(signal));
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    if (pause) pause.onchange = () => this.#passOn(pause.paused);
    if (pause?.paused) this.#passOn(true);
    try {
      const texts = Promise.all(this.#groups.map((group) => group.promise));
      const outcome = await Promise.race([texts, this.#stopped]).catch(asEngineError);
      if (outcome instanceof EngineError) throw await this.#stop(outcome);
      const assembled = await Promise.race([this.#assemble(outcome), this.#stopped]);
      if (assembled instanceof EngineError) throw assembled;
      return assembled;
    } finally {
      signal?.removeEventListener('abort', abort);
      if (pause) pause.onchange = null;
      this.#pool.refill();
    }
  }

  #deal(index: number): Group {
    const { checked, data, groups, solvers } = this.#job;
    const answerSteps = solvers?.answering();
    const worker = this.#pool.at(index);
    const share = { index, of: groups };
    const request = { type: 'run', experiment: checked.text, data, share } as const;
    const { id, promise } = worker.request(request, (told) => {
      if (told.type === 'dealt') group.runs = told;
      else this.#follow(index, told);
      if (this.#isStopped || told.type !== 'slice' || !told.steps?.length) return;
      void answerSteps?.(told.steps).then((answers) => {
        worker.control({ type: 'steps', id, answers });
      });
    });
    const { first, last } = shareOf(share, this.#job.runs.length);
    const runs = { first, last: last - 1 };
    const group: Group = { worker, id, promise, runs, text: null, isSettled: false };
    group.promise = promise.then(
      (text) => {
        group.isSettled = true;
        if (text === '') this.#meter.leaveOut(index);
        return (group.text = text);
      },
      (error: unknown) => {
        group.isSettled = true;
        throw withLoss(asEngineError(error), group);
      },
    );
    group.promise.catch(() => undefined);
    return group;
  }

  /** What a function of the caller throws ends this run. */
  #follow(index: number, told: Told): void {
    if (this.#isStopped) return;
    try {
      this.#tell(index, told);
    } catch (error) {
      this.#isStopped = true;
      this.#stopNow(asEngineError(error));
    }
  }

  #tell(index: number, told: Told): void {
    const { onTrace, onProgress } = this.#options;
    if (told.type === 'phase') {
      const event = this.#meter.begin(told.phase);
      if (event) callBack('onProgress', onProgress, event);
    }
    if (told.type !== 'slice') return;
    if (onTrace) {
      const { checked, runs } = this.#job;
      for (const event of unpackTrace(told.trace, runs, countsRho(checked.experiment))) {
        callBack('onTrace', onTrace, event);
      }
    }
    const event = this.#meter.update(index, told.progress, performance.now());
    callBack('onProgress', onProgress, event);
  }

  #passOn(paused: boolean): void {
    this.#meter.setPaused(paused, performance.now());
    for (const { worker, id } of this.#groups) worker.control({ type: 'pause', id, paused });
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
      if (!isSettled) worker.replace(engineError('worker-died', '', 'The worker was busy.'));
    }
    const texts = this.#groups.flatMap(({ text }) => text ?? []);
    if (keepPartial && texts.length > 0) {
      const left = partialMilliseconds - (performance.now() - start);
      const partial = this.#assemble(texts).catch(() => undefined);
      const inTime = await Promise.race([partial, sleep(Math.max(0, left))]);
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
    const filled = groups.filter((text) => text !== '');
    return this.#pool.ask({ type: 'assemble', experiment, groups: filled }, { place });
  }
}

/** Says which runs went with a worker. */
function withLoss(error: EngineError, { runs: { first, last } }: Group): EngineError {
  if (error.code !== 'worker-died' && error.code !== 'out-of-memory') return error;
  const lost = last === first ? `Run ${first} was` : `Runs ${first} to ${last} were`;
  const message = `${error.message} ${lost} lost; the worker is replaced.`;
  return engineError(error.code, error.field, message, { cause: error });
}
