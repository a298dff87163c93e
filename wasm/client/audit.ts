import { callBack } from './arguments.ts';
import { engineError } from './error.ts';
import type { AuditRequest } from './module.ts';
import type { WorkerPool } from './pool.ts';
import type { Request } from './protocol.ts';
import { followRequest } from './follow.ts';
import type { AuditOptions } from './types.ts';

/** The options with the defaults of the command line. */
export function auditRequest(options: AuditOptions): AuditRequest {
  return {
    algorithm: options.algorithm ?? '',
    runs: wholeNumber('runs', options.runs ?? 100_000),
    confidence: options.confidence ?? 0.999999,
    seed: wholeNumber('seed', options.seed ?? 1),
    planted: options.planted ?? '',
    neighbours: false,
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
export function followAudit(
  pool: WorkerPool,
  message: AuditMessage,
  { signal, onProgress }: AuditOptions,
): Promise<string> {
  const started = performance.now();
  return followRequest(pool, message, signal, (told) => {
    if (told.type !== 'rounds') return;
    const { rounds, total } = told.progress;
    const elapsed = (performance.now() - started) / 1000;
    const secondsLeft = rounds > 0 ? (elapsed * (total - rounds)) / rounds : null;
    callBack('onProgress', onProgress, { phase: 'running', done: rounds, total, secondsLeft });
  });
}
