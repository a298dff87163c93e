import type { DataSpec } from '../../engine/types.ts';

/** How the lines of this file are cut; a header that nobody spoke of is found as the engine finds it. */
export function lineFormOf(data: Extract<DataSpec, { kind: 'file' }>, text: string): LineForm {
  const { delimiter = ',', header = 'auto', decimal, comments } = data;
  const form = { delimiter, decimal, comments };
  const hasHeader = header === 'auto' ? looksLikeHeader(text, form) : header === 'yes';
  return { ...form, hasHeader };
}

/** How the lines of a file of comma-separated values are cut. */
export interface LineForm {
  /** A character, or `blanks`. */
  delimiter: string;
  /** The decimal mark, by default a point. */
  decimal?: string | undefined;
  /** The mark of comments before the first line that counts. */
  comments?: string | undefined;
  /** Whether the first line names the columns. */
  hasHeader: boolean;
}

/** The records of a file, as the engine cuts them: no line after the header is ever left out. */
export interface Lines {
  /** As it stands in the file; '' without one. */
  header: string;
  names: string[];
  records: string[];
}

/** The records of a text; of a part of a file the last one may be cut off and is left out. */
export function linesOf(text: string, form: LineForm, isWhole = true): Lines {
  const all = recordsIn(text.replace(/^\ufeff/, ''));
  if (!isWhole) all.pop();
  const isNone = (line: string) =>
    line.trim() === '' || (form.comments !== undefined && line.startsWith(form.comments));
  const begin = all.findIndex((line) => !isNone(line));
  // The engine refuses empty lines between records; at the end they are none.
  const told = begin < 0 ? [] : all.slice(begin).filter((line) => line.trim() !== '');
  const [first = '', ...rest] = told;
  const count = cellsOf(first, form.delimiter).length;
  if (!form.hasHeader) return { header: '', names: positions(count), records: told };
  const names = cellsOf(first, form.delimiter).map((name, at) => {
    // The mark of a line of another program is no part of a name.
    const bare = at === 0 ? name.replace(/^#\s*/, '') : name;
    return bare || `column ${at}`;
  });
  return { header: first, names, records: rest };
}

/** Lines, but for their ends within quotes; they end with LF, CRLF, CR or CR CR LF. */
function recordsIn(text: string): string[] {
  const records: string[] = [];
  let begin = 0;
  let isInside = false;
  for (const { 0: mark, index } of text.matchAll(/"|\r{0,2}\n|\r/g)) {
    if (mark === '"') isInside = !isInside;
    else if (!isInside) {
      records.push(text.slice(begin, index));
      begin = index + mark.length;
    }
  }
  records.push(text.slice(begin));
  return records;
}

/** Columns without names are told apart by their place, from 0 as the engine counts. */
function positions(count: number): string[] {
  return Array.from({ length: count }, (_, place) => String(place));
}

/** The cells of a line without the blanks and quotes around them. */
export function cellsOf(line: string, delimiter: string): string[] {
  if (delimiter === 'blanks') {
    return [...line.matchAll(/"(?:[^"]|"")*"|[^ \t]+/g)].map(([cell]) => unquoted(cell));
  }
  const cells: string[] = [];
  for (let begin = 0; begin <= line.length;) {
    const end = endOfCell(line, begin, delimiter);
    cells.push(unquoted(line.slice(begin, end)));
    begin = end + 1;
  }
  return cells;
}

/** The next delimiter outside quotes. */
function endOfCell(line: string, begin: number, delimiter: string): number {
  const first = line.slice(begin).search(/[^ ]/) + begin;
  const closing = line[first] === '"' ? closingQuote(line, first) : begin;
  const end = line.indexOf(delimiter, closing < 0 ? begin : closing);
  return end < 0 ? line.length : end;
}

/** Doubled quotes do not close. */
function closingQuote(line: string, opening: number): number {
  const found = /^(?:[^"]|"")*"(?!")/.exec(line.slice(opening + 1));
  return found ? opening + found[0].length : -1;
}

function unquoted(cell: string): string {
  const bare = cell.trim();
  const isQuoted = bare.length > 1 && bare.startsWith('"') && bare.endsWith('"');
  return isQuoted ? bare.slice(1, -1).trim().replaceAll('""', '"') : bare;
}

/** Whether a first line looks like names: none of its cells is a number, as the engine decides it. */
export function looksLikeHeader(text: string, form: Omit<LineForm, 'hasHeader'>): boolean {
  const { records } = linesOf(text, { ...form, hasHeader: false });
  return records.length > 0 && cellsOf(records[0], form.delimiter).every((cell) => !isNumber(cell));
}

export function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell));
}
