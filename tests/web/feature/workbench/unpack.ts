/** The files of an archive without compression, as its directory tells of them. */
export function filesIn(bytes: Uint8Array): { name: string; text: string; sum: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('no archive');
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const [sum, size] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true)];
    const named = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(bytes.slice(at + 46, at + 46 + named));
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    at += 46 + named;
    return { name, text: decoder.decode(bytes.slice(begin, begin + size)), sum };
  });
}
