import { asEngineError, engineError, isEngineError, type EngineError } from './error.ts';
import type { DataMessage } from './protocol.ts';
import type { DataSource } from './types.ts';

const known = new WeakMap<object, Promise<DataMessage>>();
let serial = 0;

/** How a source becomes a blob that workers can read. */
export interface DataRules {
  sendable: (blob: Blob) => Promise<Blob>;
  /** What the data may take: also how long a stream may be, whose length nobody knows beforehand. */
  mostBytes: number;
}

/**
 * The source as a blob, which every worker can read in pieces, and a name for its content. The
 * same object keeps its name, so workers need not read it again: an array must not be changed
 * after it was handed in, a new content needs a new object.
 */
export function toDataMessage(given: DataSource, rules: DataRules): Promise<DataMessage> {
  const source = typeof given === 'string' ? new Blob([given]) : given;
  let message = known.get(source);
  if (!message) {
    const identity = `data-${++serial}`;
    message = toBlob(source, rules).then(
      (blob) => ({ blob, identity }),
      (error: unknown) => {
        known.delete(source);
        throw isEngineError(error) ? error : unreadable(error);
      },
    );
    known.set(source, message);
  }
  return message;
}

async function toBlob(source: DataSource, rules: DataRules): Promise<Blob> {
  if (source instanceof Blob) return rules.sendable(source);
  const { writtenTable } = await import('./seldom.ts');
  return (await writtenTable(source, {}, rules.mostBytes)).blob;
}

/** A file that is gone or changed, a stream that failed or that someone else reads. */
export function unreadable(error: unknown): EngineError {
  const message = `The data cannot be read: ${asEngineError(error).message}`;
  return engineError('io-failed', 'data', message, { cause: error });
}
