import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { blobSource } from '../../wasm/client/host.ts';
import { unpacked } from '../../wasm/client/unpack.ts';

const text = 'age,hours,y\n25,40,0\n38,50,1\n';
const packed = gzipSync(text);

async function read(bytes: Uint8Array<ArrayBuffer>, mostBytes = 1e9): Promise<string> {
  const source = await unpacked(blobSource(new Blob([bytes]), ''), mostBytes);
  const decoder = new TextDecoder();
  let out = '';
  for await (const piece of source.pieces()) out += decoder.decode(piece, { stream: true });
  return out;
}

describe('a data file', () => {
  it('is read as it is where it is not compressed', async () => {
    expect(await read(new TextEncoder().encode(text))).toBe(text);
    expect(await read(new Uint8Array(0))).toBe('');
    expect((await unpacked(blobSource(new Blob([text]), 'a'), 1)).size).toBe(text.length);
  });

  it('is unpacked where gzip compressed it, to a size that nobody knows before', async () => {
    expect(await read(new Uint8Array(packed))).toBe(text);
    const source = await unpacked(blobSource(new Blob([packed]), 'a'), 1e9);
    expect(source).toMatchObject({ size: 0, identity: 'a', isCompressed: true });
  });

  it('that is broken or cut off is an error that says so', async () => {
    const broken = { code: 'invalid-value', field: 'data' };
    await expect(read(new Uint8Array(packed.subarray(0, 30)))).rejects.toMatchObject(broken);
    const wrong = new Uint8Array(packed);
    wrong[packed.length - 6] ^= 255;
    await expect(read(wrong)).rejects.toMatchObject(broken);
  });

  it('that unpacks without end is refused at the memory limit', async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(2e7)));
    const refused = { code: 'file-too-large', field: 'data' };
    await expect(read(bomb, 1e6)).rejects.toMatchObject(refused);
  });
});
