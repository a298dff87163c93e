/** How the lines of a file of comma-separated values are cut. */
export interface LineForm {
  delimiter: string;
  /** Whether the first line names the columns. */
  hasHeader: boolean;
}

/** The lines of a file, as the engine reads them: blank ones and comments are none. */
export interface Lines {
  /** As it stands in the file; '' without one. */
  header: string;
  names: string[];
  records: string[];
}

/** The lines of a text; of a part of a file the last one may be cut off and is left out. */
export function linesOf(text: string, form: LineForm, isWhole = true): Lines {
  const all = text.split(/\r?\n/);
  if (!isWhole) all.pop();
  const told = all.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = '', ...rest] = told;
  const count = cellsOf(first, form.delimiter).length;
  if (!form.hasHeader) return { header: '', names: positions(count), records: told };
  return { header: first, names: cellsOf(first, form.delimiter), records: rest };
}

/** Columns without names are told apart by their place, from 0 as the engine counts. */
function positions(count: number): string[] {
  return Array.from({ length: count }, (_, place) => String(place));
}

/** The cells of a line without the blanks and quotes around them. */
export function cellsOf(line: string, delimiter: string): string[] {
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
export function looksLikeHeader(text: string, delimiter: string): boolean {
  const { records } = linesOf(text, { delimiter, hasHeader: false });
  return records.length > 0 && cellsOf(records[0], delimiter).every((cell) => !isNumber(cell));
}

export function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell));
}
