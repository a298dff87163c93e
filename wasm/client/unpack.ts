import { engineError, isEngineError } from './error.ts';
import type { ByteSource } from './host.ts';

type Pieces = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

/** A source that is looked into: what gzip compressed is unpacked, by the platform. */
export interface OpenedSource extends ByteSource {
  isCompressed: boolean;
}

/**
 * The text of a file, compressed or not. How much gzip unpacks to is not known before: the size is 0 then.
 *
 * @param mostBytes that a compressed file may unpack to
 * @throws EngineError `invalid-value` where it is broken, `file-too-large`
 */
export async function unpacked(source: ByteSource, mostBytes: number): Promise<OpenedSource> {
  const pieces = iterate(source.pieces());
  const head = await pieces.next();
  const [first, second] = head.done ? [] : head.value;
  const isCompressed = first === 0x1f && second === 0x8b;
  const all = () => beginningWith(head, pieces);
  return {
    ...source,
    isCompressed,
    size: isCompressed ? 0 : source.size,
    pieces: isCompressed ? () => inflated(all(), mostBytes) : all,
  };
}

function iterate(pieces: ReturnType<ByteSource['pieces']>): Pieces {
  return Symbol.asyncIterator in pieces
    ? pieces[Symbol.asyncIterator]()
    : pieces[Symbol.iterator]();
}

async function* beginningWith(
  head: IteratorResult<Uint8Array>,
  rest: Pieces,
): AsyncGenerator<Uint8Array> {
  for (let next = head; !next.done; next = await rest.next()) yield next.value;
}

async function* inflated(
  packed: AsyncGenerator<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const stream = new ReadableStream<BufferSource>({
    async pull(controller) {
      const next = await packed.next();
      // The caller may use its memory again.
      if (next.done) controller.close();
      else controller.enqueue(next.value.slice());
    },
  });
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
      if (size > mostBytes) throw tooLarge(mostBytes);
      yield value;
    }
  } catch (error) {
    throw isEngineError(error) ? error : broken(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function tooLarge(mostBytes: number) {
  const limit = `${Math.floor(mostBytes / 1e6)} MB`;
  const message = `The gzip file unpacks to more than the memory limit, ${limit}: take fewer records.`;
  return engineError('file-too-large', 'data', message);
}

function broken(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The gzip file is broken, ends early or has several parts: fetch or pack it again (${reason}).`;
  return engineError('invalid-value', 'data', message);
}
