import type { ExperimentResult } from './types.ts';
import type { ErrorCode } from './words.ts';

/** An error as the C++ engine states it. */
export interface ErrorBody {
  /** Stable, from the engine's table: `invalid-budget`, `out-of-memory`, ... */
  code: ErrorCode;
  /** Dotted path in the experiment, or a place in a file; may be empty. */
  field: string;
  /** One sentence that says what to do. */
  message: string;
}

export class EngineError extends Error {
  readonly code: ErrorCode;
  readonly field: string;
  /** What was finished before a run ended early. */
  partial?: ExperimentResult;

  constructor(body: ErrorBody, options?: ErrorOptions) {
    super(body.message, options);
    this.name = 'EngineError';
    this.code = body.code;
    this.field = body.field;
  }

  get body(): ErrorBody {
    return { code: this.code, field: this.field, message: this.message };
  }
}

/** A failure with the engine's code. */
export function engineError(
  code: ErrorCode,
  field: string,
  message: string,
  options?: ErrorOptions,
): EngineError {
  return new EngineError({ code, field, message }, options);
}

/** Files of the package that are loaded later have a class of their own. */
export function isEngineError(error: unknown): error is EngineError {
  return error instanceof Error && 'body' in error;
}

/** Whatever was thrown, as an EngineError of this file; what is none is a defect. */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (isEngineError(error)) return new EngineError(error.body, { cause: error.cause });
  const message = error instanceof Error ? error.message : String(error);
  return engineError('internal', '', message, { cause: error });
}

/** The end of a call whose signal aborted. */
export function cancelled(signal?: AbortSignal): EngineError {
  return engineError('cancelled', '', 'The run was cancelled.', { cause: signal?.reason });
}
