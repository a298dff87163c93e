import { asEngineError, cancelled, engineError, type EngineError } from './error.ts';
import type { WorkerPool } from './pool.ts';
import type { Request, Told } from './protocol.ts';
import type { RemoteWorker } from './remote.ts';
import type { StepAnswer } from './solve.ts';

/** A worker that does not answer a cancellation in this time is ended. */
export const answerMilliseconds = 50;

type Followed = Extract<
  Request,
  {
    type:
      | 'plan'
      | 'audit'
      | 'landscape'
      | 'solve'
      | 'kl-trial'
      | 'recommend'
      | 'inspect'
      | 'fit'
      | 'predict';
  }
>;
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * One request on the first worker of a pool that may take long.
 *
 * @param follow hears what the worker tells, and may answer it; what it throws ends the request
 * @returns the answer
 * @throws EngineError `cancelled` soon after an abort: a worker that goes on is replaced, unless
 *   it does other work that would be lost; or what the engine says
 */
export async function followRequest(
  pool: WorkerPool,
  message: Unnumbered<Followed>,
  signal: AbortSignal | undefined,
  follow: (told: Told, answer: (steps: StepAnswer[]) => void) => void,
): Promise<string> {
  if (signal?.aborted) throw cancelled(signal);
  let stop: (reason: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = reject));
  let isOver = false;
  let sent: { worker: RemoteWorker; id: number } | null = null;
  const promise = pool.ask(message, {
    follow: (told) => {
      if (isOver || !sent) return;
      const { worker, id } = sent;
      try {
        follow(told, (answers) => {
          worker.control({ type: 'steps', id, answers });
        });
      } catch (error) {
        end(asEngineError(error));
      }
    },
    onSent: (worker, id) => (sent = { worker, id }),
    isWanted: () => !isOver,
  });
  const end = (reason: Error) => {
    if (isOver || sent === null) return;
    isOver = true;
    const { worker, id } = sent;
    worker.control({ type: 'cancel', id, keepPartial: false });
    const answered = promise.catch(() => undefined);
    void Promise.race([answered, sleep(answerMilliseconds)]).then(() => {
      if (worker.owes(id) && !worker.doesMoreThan(id)) {
        worker.replace(engineError('cancelled', '', 'It was cancelled.'));
      }
      stop(reason);
    });
  };
  const abort = () => {
    end(cancelled(signal));
  };
  signal?.addEventListener('abort', abort);
  try {
    const settled = promise.then(
      (text) => (isOver ? stopped : text),
      (error: unknown) => (isOver ? stopped : Promise.reject(asEngineError(error))),
    );
    return await Promise.race([settled, stopped]);
  } finally {
    isOver = true;
    signal?.removeEventListener('abort', abort);
    pool.refill();
  }
}

export function sleep(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined);
  });
}

/** The promise, or `cancelled` as soon as the signal aborts. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject: (error: EngineError) => void) => {
    const abort = () => {
      reject(cancelled(signal));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise
      .finally(() => {
        signal.removeEventListener('abort', abort);
      })
      .then(resolve, reject);
  });
}
