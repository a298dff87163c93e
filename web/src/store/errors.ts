import type { ErrorBody } from '../../../wasm/client/index.ts';
import { normalizePath } from '../experiment/paths.ts';

/** What went wrong, in the engine's words: a stable code, the field's path, and what to do. */
export type Problem = ErrorBody;

/** Any thrown value as a problem; an engine error keeps its code and field. */
export function toProblem(error: unknown): Problem {
  if (isProblemLike(error)) {
    return { code: error.code, field: normalizePath(error.field), message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal', field: '', message };
}

export function isCancelled(error: unknown): boolean {
  return (
    (isProblemLike(error) && error.code === 'cancelled') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}

function isProblemLike(error: unknown): error is Problem {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'field' in error &&
    typeof error.field === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}
