import { callBack, jsonText } from './arguments.ts';
import { followRequest } from './follow.ts';
import type { WorkerPool } from './pool.ts';
import type { Request } from './protocol.ts';
import type { LandscapeOptions, LandscapeRequest } from './types.ts';

/**
 * The request as the engine reads it: typed arrays, such as a trace event's iterates, are lists.
 *
 * @throws EngineError `invalid-type` when it is no object or text, or JSON cannot hold it
 */
export function landscapeText(request: LandscapeRequest): string {
  return jsonText(request, 'request', (_, inner) =>
    inner instanceof Float64Array ? Array.from(inner) : inner,
  );
}

type LandscapeMessage = Omit<Extract<Request, { type: 'landscape' }>, 'id'>;

/**
 * One landscape on the first worker of a pool.
 *
 * @returns the report as text
 * @throws EngineError `cancelled` soon after an abort, or what the engine says
 */
export function followLandscape(
  pool: WorkerPool,
  message: LandscapeMessage,
  { signal, onProgress }: LandscapeOptions,
): Promise<string> {
  const started = performance.now();
  return followRequest(pool, message, signal, (told) => {
    if (told.type !== 'measured') return;
    const { gradientEvaluations: done, totalEvaluations: total } = told.progress;
    const elapsed = (performance.now() - started) / 1000;
    const secondsLeft = done > 0 ? (elapsed * (total - done)) / done : null;
    callBack('onProgress', onProgress, { phase: 'running', done, total, secondsLeft });
  });
}
