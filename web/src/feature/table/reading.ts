import type { FitOptions, InspectReport } from '../../engine/types.ts';
import { formatCount, formatCounted } from '../../format/number.ts';
import { toProblem } from '../../store/errors.ts';
import type { DataFile } from '../../store/state.ts';
import { named } from './names.ts';

/** A table as CSV in UTF-8: Parquet is read by code that comes with the first such file. */
async function csvOf(file: DataFile): Promise<DataFile> {
  const start = new Uint8Array(await file.blob.slice(0, 4).arrayBuffer());
  const wide = wideEncoding(start);
  if (wide !== '') return { name: file.name, blob: new Blob([new TextDecoder(wide).decode(await file.blob.arrayBuffer())]) }; // prettier-ignore
  if (String.fromCharCode(...start) !== 'PAR1') return file;
  const { parquetReadObjects } = await import('hyparquet');
  const buffer = await file.blob.arrayBuffer();
  const rows = await parquetReadObjects({ file: buffer }).catch((thrown: unknown) => {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`${file.name} is a Parquet file that could not be read: ${why}`);
  });
  return { name: file.name.replace(/\.parquet$/i, '.csv'), blob: new Blob([csvText(rows)]) };
}

/** Text of spreadsheets that begins with a mark; '' of any other file. */
function wideEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : '';
}

function csvText(rows: readonly Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const line = (cells: readonly unknown[]) => cells.map(cell).join(',');
  return `${[line(names), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n')}\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = cellText(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellText(value: object | string | number | bigint | boolean): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
}

/** What is wrong; `inside` is a file that what is behind the first screen reads all the same. */
export interface Trouble {
  column: string;
  message: string;
  inside?: DataFile;
}

/** What pasted cells are called. */
export const pastedName = 'pasted.csv';
/** Larger tables take too long to be looked at as a whole in a page. */
const mostBytes = 300e6;
const shown = { lines: 10, bytes: 20_000, letters: 400 };

/** How the file is written, as the report found it. */
export function formOf({ delimiter, decimal, encoding }: InspectReport): Partial<FitOptions> {
  return {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === 'latin1' ? { encoding } : {}),
  };
}

/** A table whose first line is a row gets a line of names. */
function withHeader({ name, blob }: DataFile, report: InspectReport): DataFile {
  const { delimiter = ',', columnCount = 0 } = report;
  const mark = delimiter === 'blanks' ? ' ' : delimiter;
  const names = Array.from({ length: columnCount }, (_, index) => `column${index + 1}`);
  return { name, blob: new Blob([names.join(mark), '\n', blob]) };
}

/** The first lines of a file, each as far as it can be looked at. */
export async function firstLines({ blob }: DataFile): Promise<string[]> {
  const text = await blob.slice(0, shown.bytes).text();
  const lines = text.split(/\r\n|\n|\r/).slice(0, shown.lines);
  return lines.map((line) => cut(line, shown.letters));
}

/** A text as far as it can be looked at. */
export function cut(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

/** Why a file is not looked at; '' where it is. */
export function tooLarge({ name, blob }: DataFile): string {
  return blob.size <= mostBytes
    ? ''
    : `${name} has ${Math.round(blob.size / 1e6)} MB, and the page reads tables of up to ${mostBytes / 1e6} MB. The command line reads larger ones: noisy-descent fit.`;
}

/** Why a file with more columns than are looked at is not opened. */
export const tooMany = (
  { name }: DataFile,
  { columns = [], columnCount = 0 }: InspectReport,
): Trouble => ({
  column: '',
  message: `${name} has ${formatCount(columnCount)} columns, and the page looks at ${formatCount(columns.length)}: save it as plain CSV with fewer.`, // prettier-ignore
});

/** Why a file gets no further, and what helps; null where it does. */
export function refusal(file: DataFile, report: InspectReport): Trouble | null {
  const { name } = file;
  const refused = (message: string, inside?: DataFile): Trouble => ({ column: '', message, ...(inside ? { inside } : {}) }); // prettier-ignore
  const { columns, records = 0 } = report;
  if (report.format === 'libsvm')
    return refused(`${name} is a LIBSVM file, which has no column names.`, file);
  if (columns === undefined)
    return refused(`${name} was not opened: ${report.problem ?? 'it is not a table'}.`);
  if (report.header === false)
    return refused(`The first line of ${name} holds values: write the names of the columns above it.`, file); // prettier-ignore
  if (records < 2)
    return refused(
      `${name} has ${formatCounted(records, 'row')} below its header: a model needs more.`,
    );
  if (columns.length < 2)
    return refused(`${name} has only one column, but a model predicts one column from others. Are the cells separated by another character?`, file); // prettier-ignore
  return null;
}

/** A file as a table with names of its own, what is in it, and which names were given. */
export async function openedTable(
  chosen: DataFile,
  look: (file: DataFile) => Promise<InspectReport>,
): Promise<{ file: DataFile; report: InspectReport; given: readonly string[] }> {
  let file = await csvOf(chosen);
  let report = await look(file);
  if (report.header === false && !report.isCompressed) {
    file = withHeader(file, report);
    report = await look(file);
  }
  const clean = await named(file, report);
  if (clean === null) return { file, report, given: [] };
  return { file: clean.file, report: await look(clean.file), given: clean.given };
}

/** What failed, at the column that it is about; a file that is no longer what was chosen is the cause of all else. */
export async function toldOf(thrown: unknown, { name, blob }: DataFile): Promise<Trouble> {
  const isThere = await blob.slice(0, 1).arrayBuffer().then(
    () => true,
    () => false,
  ); // prettier-ignore
  if (isThere) return told(thrown);
  const message = `${name} has changed on disk, or was moved, since it was opened. Choose it again: what you stated about its columns stays.`; // prettier-ignore
  return { column: '', message };
}

/** What failed, at the column that it is about. */
export function told(thrown: unknown): Trouble {
  const { field, message } = toProblem(thrown);
  const column = /^columns\.(.*?)(?:\.(?:lower|upper|words|missing|other|role))?$/.exec(field)?.[1]; // prettier-ignore
  if (!/^line \d/.test(field)) return { column: column ?? '', message };
  const inColumn = /^in the column "(.*?)": /.exec(message);
  if (inColumn === null) return { column: '', message: `${field}: ${message}` };
  const [start, name] = inColumn;
  const rest = `${message.slice(start.length)}, or leave the column out`;
  return { column: name, message: `${field}: ${rest}` };
}
