import { constants, deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { decodeBase64url, encodeBase64url } from '../../../wasm/client/link/base64url.ts';
import { codecs } from '../../../wasm/client/link/codecs.ts';
import { linkLimits } from '../../../wasm/client/link/limits.ts';
import { failure as refusal } from '../failure.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Deflated zeros, a megabyte for each of about a kilobyte, which unpack one after the other. */
function zeros(megabytes: number): Uint8Array<ArrayBuffer> {
  const piece = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync('');
  return Uint8Array.from(Buffer.concat([...Array<Buffer>(megabytes).fill(piece), end]));
}

/** Counts what comes out of the platform's unpacking, asked for or not. */
function countUnpacked(): { bytes: number } {
  const counted = { bytes: 0 };
  const Platform = DecompressionStream;
  class Counting {
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream;
    constructor(format: CompressionFormat) {
      const { readable, writable } = new Platform(format);
      this.writable = writable;
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          counted.bytes += piece.length;
          controller.enqueue(piece);
        },
      });
      this.readable = readable.pipeThrough(count);
    }
  }
  vi.stubGlobal('DecompressionStream', Counting);
  return counted;
}

describe('the codecs of links', () => {
  it.each(Object.entries(codecs))('%s gives back what it packed', async (_, codec) => {
    for (const text of ['', 'a', '{"title":"ε ≤ 1 – 日本語 🎲"}', 'ab'.repeat(100_000)]) {
      const packed = Uint8Array.from(await codec.pack(bytesOf(text)));
      expect(new TextDecoder().decode(await codec.unpack(packed))).toBe(text);
    }
  });

  it('unpack up to the cap, and no byte more', async () => {
    const most = Uint8Array.from(deflateRawSync(Buffer.alloc(linkLimits.textBytes)));
    expect((await codecs.deflate.unpack(most)).length).toBe(linkLimits.textBytes);
    const more = Uint8Array.from(deflateRawSync(Buffer.alloc(linkLimits.textBytes + 1)));
    expect(await refusal(codecs.deflate.unpack(more))).toMatchObject({
      code: 'limit-exceeded',
    });
    const plain = new Uint8Array(linkLimits.textBytes + 1);
    expect(await refusal(codecs.plain.unpack(plain))).toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('stop early in what would unpack to a gigabyte', async () => {
    const bomb = zeros(1024);
    const counted = countUnpacked();
    const failure = await refusal(codecs.deflate.unpack(bomb));
    expect(failure).toMatchObject({ code: 'limit-exceeded', field: 'payload' });
    expect(counted.bytes).toBeGreaterThan(linkLimits.textBytes);
    expect(counted.bytes).toBeLessThan(4 * linkLimits.textBytes);
  });

  it('say that bytes are damaged', async () => {
    const damaged = Uint8Array.from([255, 254, 253]);
    expect(await refusal(codecs.deflate.unpack(damaged))).toMatchObject({
      code: 'invalid-link',
    });
  });
});

describe('base64url', () => {
  it.each(['', 'a', 'ab', 'abc', 'ε ≤ 1 – 日本語 🎲', '"\\\u0000'])('carries %j', (text) => {
    const encoded = encodeBase64url(bytesOf(text));
    expect(encoded).toMatch(/^[\w-]*$/);
    expect(decodeBase64url(encoded)).toEqual(bytesOf(text));
  });

  it.each(['a', 'abcde', 'ab!d', 'a b', 'ab+/', '\u00e9\u00e9', '===='])(
    'refuses %j',
    (encoded) => {
      expect(decodeBase64url(encoded)).toBeNull();
    },
  );
});
