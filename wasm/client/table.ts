import { isObject, wrongType } from './arguments.ts';
import { bytesOf, collected, isStream } from './collect.ts';
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
  'a text, bytes (a Blob, an ArrayBuffer, a Uint8Array, a Response or a stream), lines or chunks' +
  ' one by one, an array of objects, or an object of arrays';

/** The engine reads them as they are. */
const asItIs: TableForm = {};
/** What JavaScript makes of a text. */
const ofText: TableForm = { encoding: 'utf-8' };
const ofRows: TableForm = { ...ofText, delimiter: ',', decimal: '.' };

/**
 * Data of any kind as bytes, read once.
 *
 * @param stated  what the caller says of its form
 * @throws EngineError at `data` for what holds no data, cannot be read or is too long; `conflicting-fields` at a field of
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
    const holder = form === ofText ? 'a text' : 'an array or object';
    const message = `The table is ${holder}, which has no ${name} of its own: leave this out.`;
    throw engineError('conflicting-fields', name, message);
  }
  return { blob, form };
}

async function made(table: unknown, mostBytes: number): Promise<WrittenTable> {
  if (typeof table === 'string') return { blob: new Blob([table]), form: ofText };
  if (!isObject(table)) throw wrongType('data', kinds);
  if (table instanceof Blob) return { blob: table, form: asItIs };
  const bytes = bytesOf(table);
  if (bytes) return { blob: new Blob([bytes]), form: asItIs };
  if (isResponse(table)) return { blob: await bodyOf(table, mostBytes), form: asItIs };
  const isAsync = isStream(table) || Symbol.asyncIterator in table;
  if (isAsync || isInPieces(table)) {
    return { blob: await collected(table as Iterable<unknown>, mostBytes), form: asItIs };
  }
  if (Array.isArray(table)) return { blob: new Blob(csvOfRows(table)), form: ofRows };
  if (Object.prototype.toString.call(table) !== '[object Object]') throw wrongType('data', kinds);
  return { blob: new Blob(csvOfColumns(table as Record<string, unknown>)), form: ofRows };
}

/** By what it has: test environments lack the class, or have one of their own. */
const isResponse = (table: object): table is Response =>
  'body' in table && 'arrayBuffer' in table && typeof table.arrayBuffer === 'function';

/** Lines or chunks in an array, or one by one. */
function isInPieces(table: object): table is Iterable<unknown> {
  if (Array.isArray(table)) return typeof table[0] === 'string' || bytesOf(table[0]) !== null;
  return Symbol.iterator in table && !(ArrayBuffer.isView(table) || table instanceof Map);
}

async function bodyOf(response: Response, mostBytes: number): Promise<Blob> {
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.body ? collected(response.body, mostBytes) : new Blob([]);
}
