import { engineError } from './error.ts';

/**
 * A stream as a blob.
 *
 * @param takesText whether its pieces may be texts, too
 * @throws EngineError `invalid-type` for a stream of other things, `file-too-large`
 */
export async function collected(
  stream: ReadableStream<unknown> | AsyncIterable<unknown>,
  mostBytes: number,
  takesText = false,
): Promise<Blob> {
  const pieces: (Uint8Array<ArrayBuffer> | string)[] = [];
  let size = 0;
  for await (const piece of stream instanceof ReadableStream ? read(stream) : stream) {
    const isText = takesText && typeof piece === 'string';
    if (!isText && !(piece instanceof Uint8Array)) {
      throw engineError('invalid-type', 'data', 'Give a stream of Uint8Arrays.');
    }
    size += piece.length;
    if (size > mostBytes) {
      throw engineError('file-too-large', 'data', `The data are longer than ${mostBytes} bytes.`);
    }
    // The caller may use its memory again.
    pieces.push(isText ? piece : Uint8Array.from(piece as Uint8Array));
  }
  return new Blob(pieces);
}

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
