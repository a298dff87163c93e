import { engineError } from './error.ts';
import type { AuditRequest } from './module.ts';
import type { WorkerPool } from './pool.ts';
import type { Request } from './protocol.ts';
import { cancelled } from './run-groups.ts';
import type { AuditOptions } from './types.ts';

/** A worker that does not answer a cancellation in this time is ended. */
const answerMilliseconds = 50;

/** The options with the defaults of the command line. */
export function auditRequest(options: AuditOptions): AuditRequest {
  return {
    algorithm: options.algorithm ?? '',
    runs: wholeNumber('runs', options.runs ?? 100_000),
    confidence: options.confidence ?? 0.999999,
    seed: wholeNumber('seed', options.seed ?? 1),
    planted: options.planted ?? '',
  };
}

function wholeNumber(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw engineError('invalid-value', field, 'Give a whole number.');
}

type AuditMessage = Omit<Extract<Request, { type: 'audit' }>, 'id'>;

/**
 * One audit on the first worker of a pool.
 *
 * @returns the report as text
 * @throws EngineError `cancelled` soon after an abort, or what the engine says
 */
export async function followAudit(
  pool: WorkerPool,
  message: AuditMessage,
  { signal, onProgress }: AuditOptions,
): Promise<string> {
  if (signal?.aborted) throw cancelled(signal);
  const worker = pool.at(0);
  const started = performance.now();
  const { id, promise } = worker.request(message, undefined, ({ progress }) => {
    if (signal?.aborted) return;
    const { rounds, total } = progress;
    const elapsed = (performance.now() - started) / 1000;
    const secondsLeft = rounds > 0 ? (elapsed * (total - rounds)) / rounds : null;
    onProgress?.({ done: rounds, total, secondsLeft });
  });
  let isSettled = false;
  const abort = () => {
    worker.control({ type: 'cancel', id, keepPartial: false });
    setTimeout(() => {
      if (!isSettled) worker.terminate(cancelled(signal));
    }, answerMilliseconds);
  };
  signal?.addEventListener('abort', abort);
  try {
    return await promise;
  } finally {
    isSettled = true;
    signal?.removeEventListener('abort', abort);
    pool.refill();
  }
}
