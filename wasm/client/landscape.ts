import { callBack, jsonText } from './arguments.ts';
import { followRequest } from './follow.ts';
import type { WorkerPool } from './pool.ts';
import type { Request } from './protocol.ts';
import type { AnswerSteps } from './own-solvers.ts';
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

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;
type SurveyMessage = Unnumbered<Extract<Request, { type: 'landscape' | 'solve' }>>;

/**
 * One landscape or solve on the first worker of a pool.
 *
 * @param answerSteps makes the steps that it waits for
 * @returns the report as text
 * @throws EngineError `cancelled` soon after an abort, or what the engine says
 */
export function followSurvey(
  pool: WorkerPool,
  message: SurveyMessage,
  { signal, onProgress }: LandscapeOptions,
  answerSteps?: AnswerSteps,
): Promise<string> {
  const started = performance.now();
  return followRequest(pool, message, signal, (told, answer) => {
    if (told.type !== 'measured') return;
    const { gradientEvaluations: done, totalEvaluations: total } = told.progress;
    const elapsed = (performance.now() - started) / 1000;
    const secondsLeft = done > 0 ? (elapsed * (total - done)) / done : null;
    callBack('onProgress', onProgress, { phase: 'running', done, total, secondsLeft });
    if (told.steps.length > 0) void answerSteps?.(told.steps).then(answer);
  });
}
