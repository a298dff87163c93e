import { engineError, type EngineError } from './error.ts';

// Tables that programs hold, as CSV and back: RFC 4180, with commas.

/** Rows that become one text, so that neither texts nor their list get too long. */
const rowsTogether = 4096;

/**
 * @param rows  an object for each row, of which the first has the columns of all
 * @throws EngineError at `data`: `empty-data`, `ragged-data`, `invalid-type`
 */
export function csvOfRows(rows: readonly unknown[]): string[] {
  rows.forEach((row, index) => {
    if (isPlain(row)) return;
    throw wrong(
      'invalid-type',
      `Row ${index + 1} is not an object: give an object for each row, with the column names as keys.`,
    );
  });
  const objects = rows as Readonly<Record<string, unknown>>[];
  if (objects.length === 0) throw wrong('empty-data', 'The table has no rows.');
  const names = Object.keys(objects[0]);
  const known = new Set(names);
  objects.forEach((row, index) => {
    const other = Object.keys(row).find((name) => !known.has(name));
    if (other === undefined) return;
    throw wrong(
      'ragged-data',
      `Row ${index + 1} has a column "${other.slice(0, 40)}" that the first row lacks: give every row the same columns, with null for a missing cell.`,
    );
  });
  return written(names, objects.length, (index, name) => objects[index][name]);
}

/**
 * @param columns  an array, or what is like one, for each column
 * @throws EngineError at `data`: `empty-data`, `ragged-data`, `invalid-type`
 */
export function csvOfColumns(columns: Readonly<Record<string, unknown>>): string[] {
  const lists = new Map(
    Object.entries(columns).map(([name, column]) => {
      if (isListed(column)) return [name, Array.from(column)];
      throw wrong(
        'invalid-type',
        `The column "${name.slice(0, 40)}" is not an array: give one for each column, or an array of rows.`,
      );
    }),
  );
  const lengths = [...lists].map(([name, { length }]) => ({ name, length }));
  if (lengths.length === 0) throw wrong('empty-data', 'The table has no columns.');
  const [first] = lengths;
  const other = lengths.find(({ length }) => length !== first.length);
  if (other) {
    throw wrong(
      'ragged-data',
      `The column "${other.name.slice(0, 40)}" has ${other.length} cells, and "${first.name.slice(0, 40)}" has ${first.length}.`,
    );
  }
  if (first.length === 0) throw wrong('empty-data', 'The table has no rows.');
  return written([...lists.keys()], first.length, (index, name) => lists.get(name)![index]);
}

function written(
  names: string[],
  rows: number,
  cell: (index: number, name: string) => unknown,
): string[] {
  if (names.length === 0) throw wrong('empty-data', 'The table has no columns.');
  const line = (cells: string[]) => `${cells.length === 1 ? cells[0] || '""' : cells.join(',')}\n`;
  const texts = [line(names.map(quotedWhereNeeded))];
  for (let first = 0; first < rows; first += rowsTogether) {
    let text = '';
    for (let index = first; index < Math.min(rows, first + rowsTogether); ++index) {
      text += line(names.map((name) => cellText(cell(index, name), index, name)));
    }
    texts.push(text);
  }
  return texts;
}

/** A number with every digit; nothing for what is missing. */
function cellText(value: unknown, index: number, name: string): string {
  switch (typeof value) {
    case 'string':
      return quotedWhereNeeded(value);
    case 'number':
      return Number.isNaN(value) ? '' : String(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return '';
    default:
      if (value === null) return '';
      if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
      throw wrong(
        'invalid-type',
        `Row ${index + 1} has no number and no text in "${name.slice(0, 40)}".`,
      );
  }
}

/** As the engine writes a cell: in quotes also where a reader could take it for a comment or cut blanks off. */
function quotedWhereNeeded(text: string): string {
  const isPlain = text === '' || /^(?!#)[^\s",](?:[^",\r\n]*[^\s",])?$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The cells of a CSV text as the engine writes it: every line ends, and no cell holds a lone quote. */
export function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)) {
    row.push((quoted as string | undefined)?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function wrong(code: 'empty-data' | 'ragged-data' | 'invalid-type', message: string): EngineError {
  return engineError(code, 'data', message);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isListed(value);
}

function isListed(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || !('length' in value)) return false;
  return Array.isArray(value) || ArrayBuffer.isView(value) || Symbol.iterator in value;
}
