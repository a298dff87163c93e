import { wrongType } from './arguments.ts';
import { collected } from './collect.ts';
import { csvOfColumns, csvOfRows } from './csv.ts';
import { unreadable } from './data.ts';
import { engineError, isEngineError } from './error.ts';
import type { TableForm } from './model.ts';

/** A table as bytes, and what is known of how they are written. */
export interface WrittenTable {
  blob: Blob;
  form: TableForm;
}

const kinds =
  'a CSV text, its bytes (a Blob, an ArrayBuffer, a Uint8Array, a Response or a stream), ' +
  'an array of objects, or an object of arrays';

/** The engine reads them as they are. */
const asItIs: TableForm = {};
/** What JavaScript makes of a text. */
const ofText: TableForm = { encoding: 'utf-8' };
const ofRows: TableForm = { ...ofText, delimiter: ',', decimal: '.' };

/**
 * A table of any kind as bytes, read once.
 *
 * @param stated  what the caller says of its form
 * @throws EngineError at `data` for what is no table, cannot be read or is too long; `conflicting-fields` at a field of
 *   the form that such a table does not have
 */
export async function writtenTable(
  table: unknown,
  stated: TableForm,
  mostBytes: number,
): Promise<WrittenTable> {
  const { blob, form } = await made(table, mostBytes).catch((error: unknown) => {
    throw isEngineError(error) ? error : unreadable(error);
  });
  for (const name of ['delimiter', 'decimal', 'encoding'] as const) {
    const [own, said] = [form[name], stated[name]];
    if (own === undefined || said === undefined || own === said) continue;
    const holder = typeof table === 'string' || form === ofText ? 'a text' : 'an array or object';
    const message = `The table is ${holder}, which has no ${name} of its own: leave this out.`;
    throw engineError('conflicting-fields', name, message);
  }
  return { blob, form };
}

async function made(table: unknown, mostBytes: number): Promise<WrittenTable> {
  if (typeof table === 'string') return { blob: new Blob([table]), form: ofText };
  if (typeof table !== 'object' || table === null) throw wrongType('data', kinds);
  if (table instanceof Blob) return { blob: table, form: asItIs };
  if (table instanceof ArrayBuffer) return { blob: new Blob([table]), form: asItIs };
  // A view of shared memory must be copied: blobs refuse it.
  if (table instanceof Uint8Array)
    return { blob: new Blob([Uint8Array.from(table)]), form: asItIs };
  if (table instanceof Response) return { blob: await bodyOf(table, mostBytes), form: asItIs };
  if (table instanceof ReadableStream || Symbol.asyncIterator in table) {
    const stream = table as ReadableStream<unknown> | AsyncIterable<unknown>;
    return { blob: await collected(stream, mostBytes, true), form: asItIs };
  }
  if (Array.isArray(table)) return { blob: new Blob(csvOfRows(table)), form: ofRows };
  if (Object.prototype.toString.call(table) !== '[object Object]') throw wrongType('data', kinds);
  return { blob: new Blob(csvOfColumns(table as Record<string, unknown>)), form: ofRows };
}

async function bodyOf(response: Response, mostBytes: number): Promise<Blob> {
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.body ? collected(response.body, mostBytes) : new Blob([]);
}
