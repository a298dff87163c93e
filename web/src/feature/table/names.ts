import type { InspectReport } from '../../engine/types.ts';
import type { DataFile } from '../../store/state.ts';
import { cellsOf, linesOf } from '../workbench/lines.ts';

/** The longest header that is looked at. */
const headBytes = 2e6;

/** A file whose columns have names of their own, and which were given; null where they had them. */
export async function named(
  { name, blob }: DataFile,
  { columns = [], delimiter = ',', isCompressed, header }: InspectReport,
): Promise<{ file: DataFile; given: string[] } | null> {
  const before = columns.map((column) => column.name);
  const isClean = new Set(before).size === before.length && !before.includes('');
  if (isClean || isCompressed || header === false) return null;
  // A byte for a letter: whatever the encoding is, other names stay as they are.
  const bytes = new Uint8Array(await blob.slice(0, headBytes).arrayBuffer());
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0;
  const text = new TextDecoder('x-user-defined').decode(bytes.subarray(mark));
  const line = linesOf(text, { delimiter, hasHeader: true }).header;
  const cells = cellsOf(line, delimiter);
  const start = mark + text.indexOf(line);
  if (cells.length !== before.length || start < mark) return null;
  const names = distinct(cells);
  const between = delimiter === 'blanks' ? ' ' : delimiter;
  const written = names.map((one) => `"${one.replaceAll('"', '""')}"`).join(between);
  const head = Uint8Array.from(written, (letter) => letter.charCodeAt(0) & 0xff);
  return {
    file: { name, blob: new Blob([blob.slice(0, start), head, blob.slice(start + line.length)]) },
    given: names.filter((one, at) => one !== cells[at]),
  };
}

/** Names of the columns beyond those that a report tells of; null where they cannot be read. */
export async function unseenNames(
  { blob }: DataFile,
  { columns = [], columnCount = 0, delimiter = ',', encoding, isCompressed }: InspectReport,
): Promise<string[] | null> {
  if (columnCount <= columns.length) return [];
  if (isCompressed) return null;
  const text = new TextDecoder(encoding === 'latin1' ? 'latin1' : 'utf-8').decode(await blob.slice(0, headBytes).arrayBuffer()); // prettier-ignore
  const cells = cellsOf(linesOf(text, { delimiter, hasHeader: true }).header, delimiter);
  return cells.length === columnCount ? cells.slice(columns.length) : null;
}

/** Names that no two columns share: “age”, “age 2”. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name, at) => {
    const bare = name === '' ? `column ${at + 1}` : name;
    if (name !== '' && !seen.has(name)) {
      seen.add(name);
      return name;
    }
    let [free, number] = [bare, 2];
    while (taken.has(free)) free = `${bare} ${number++}`;
    taken.add(free);
    seen.add(free);
    return free;
  });
}
