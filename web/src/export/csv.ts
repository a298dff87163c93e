/** A number is written so that it reads back as the same; what is not there is an empty cell. */
export type Cell = string | number | null | undefined;

/** Named columns, and rows of a cell for each. */
export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** The table as CSV: one line of names, then the rows, quoted as RFC 4180 says. */
export function csvText({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map(cellText).join(',') + '\n').join('');
}

function cellText(value: Cell): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Quotes a text where that is needed, and keeps a spreadsheet from reading it as a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
