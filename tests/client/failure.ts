import { EngineError } from '../../wasm/client/error.ts';

/** The EngineError that a promise is rejected with. */
export async function failure(promise: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error(`no EngineError but ${String(error)}`);
}
