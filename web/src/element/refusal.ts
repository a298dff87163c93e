import { EngineError, type ErrorCode } from '../../../wasm/client/index.ts';
import { toProblem } from '../store/errors.ts';

/** What an element says of something that it cannot use. */
export function refusal(code: ErrorCode, field: string, message: string): EngineError {
  return new EngineError({ code, field, message });
}

/** The value that is read; what is wrong with it is told at the place where the reader finds it. */
export function readAt<Value>(place: (field: string) => string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const { code, field, message } = toProblem(error);
    throw refusal(code, place(field), message);
  }
}
