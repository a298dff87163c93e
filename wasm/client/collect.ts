import { wrongType } from './arguments.ts';
import { engineError } from './error.ts';

type Piece = Uint8Array<ArrayBuffer> | string;

/**
 * Pieces that come one by one, as a blob. Texts of which none has a line break are lines.
 *
 * @throws EngineError `invalid-type` for other things, `file-too-large`
 */
export async function collected(
  source: ReadableStream<unknown> | AsyncIterable<unknown> | Iterable<unknown>,
  mostBytes: number,
): Promise<Blob> {
  const pieces: Piece[] = [];
  let size = 0;
  for await (const given of isStream(source) ? read(source) : source) {
    // The caller may use its memory again.
    const piece = typeof given === 'string' ? given : bytesOf(given)?.slice();
    if (piece === undefined) throw wrongType('data', 'texts or Uint8Arrays, one by one');
    size += piece.length;
    if (size > mostBytes) {
      throw engineError('file-too-large', 'data', `The data are longer than ${mostBytes} bytes.`);
    }
    pieces.push(piece);
  }
  return new Blob(pieces.length > 1 && pieces.every(isLine) ? [pieces.join('\n'), '\n'] : pieces);
}

const isLine = (piece: Piece) => typeof piece === 'string' && !/[\r\n]/.test(piece);

export const isStream = (value: object): value is ReadableStream<unknown> =>
  'getReader' in value && typeof value.getReader === 'function';

/** The bytes of a buffer or of a view of single bytes; null of anything else. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value) || value.byteLength !== countOf(value)) return null;
  const { buffer, byteOffset, byteLength } = value;
  const view = new Uint8Array(buffer, byteOffset, byteLength);
  // A view of shared memory must be copied: blobs refuse it.
  return buffer instanceof ArrayBuffer ? (view as Uint8Array<ArrayBuffer>) : view.slice();
}

const countOf = (view: ArrayBufferView) =>
  view instanceof DataView ? view.byteLength : (view as Uint8Array).length;

/** Not every browser lets streams be iterated. */
async function* read(stream: ReadableStream<unknown>): AsyncGenerator {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    if (!isOver) await reader.cancel();
  }
}
