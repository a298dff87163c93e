/** A file of an archive. */
export interface Entry {
  name: string;
  text: string;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const version = 20;
/** Names and contents are UTF-8. */
const utf8Flag = 0x0800;
/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const firstDay = 0x0021;

/** A ZIP archive of texts, not compressed: what belongs together is handed out as one file. */
export function archiveOf(entries: readonly Entry[]): Blob {
  const encoder = new TextEncoder();
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [title, body] = [encoder.encode(name), encoder.encode(text)];
    const facts = [version, utf8Flag, 0, 0, firstDay];
    const sizes = [crcOf(body), body.length, body.length];
    const local = record([[4, signatures.local], ...shorts(facts), ...longs(sizes), [2, title.length], [2, 0]]); // prettier-ignore
    directory.push(
      record([[4, signatures.central], [2, version], ...shorts(facts), ...longs(sizes), [2, title.length], ...shorts([0, 0, 0, 0]), ...longs([0, offset])]), // prettier-ignore
      title,
    );
    bodies.push(local, title, body);
    offset += local.length + title.length + body.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = record([[4, signatures.end], ...shorts([0, 0, count, count]), ...longs([size, offset]), [2, 0]]); // prettier-ignore
  return new Blob([...bodies, ...directory, end], { type: 'application/zip' });
}

/** A width in bytes, 2 or 4, and what is written into it. */
type Field = readonly [2 | 4, number];

const shorts = (values: readonly number[]) => values.map((value): Field => [2, value]);
const longs = (values: readonly number[]) => values.map((value): Field => [4, value]);

/** Numbers one after the other, least byte first. */
function record(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, start) => {
  let rest = start;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The CRC-32 of bytes. */
function crcOf(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = crcTable[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
