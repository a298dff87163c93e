import { damaged, tooLarge } from './errors.ts';
import { linkLimits } from './limits.ts';

/** How the bytes of a payload are packed. */
export interface Codec {
  pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  /**
   * @throws EngineError `invalid-link` where the bytes are no such packing, `limit-exceeded` as soon
   *   as they hold more than `linkLimits.textBytes`
   */
  unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The codecs by the names that they have in links, where they stay for ever. */
export const codecs = {
  plain: {
    pack: (bytes) => Promise.resolve(bytes),
    unpack: (packed) => {
      if (packed.length > linkLimits.textBytes) return Promise.reject(tooLarge());
      return Promise.resolve(packed);
    },
  },
  /** Deflate without a header (RFC 1951), by the platform: browsers, and Node since 20.12. */
  deflate: { pack: deflate, unpack: inflate },
} as const satisfies Record<string, Codec>;

export type CodecName = keyof typeof codecs;

export function isCodec(name: string): name is CodecName {
  return Object.hasOwn(codecs, name);
}

const format = 'deflate-raw';
/** Bytes that are unpacked at a time: a platform unpacks a piece whole, to 1032 times its size. */
const pieceBytes = 256;

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = inPieces(packed).pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged('payload', 'its text cannot be unpacked');
    });
    if (done) return joined(pieces, size);
    size += value.length;
    if (size > linkLimits.textBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    pieces.push(value);
  }
}

function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += pieceBytes)));
    },
  });
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
