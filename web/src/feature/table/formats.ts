import type { DataFile } from '../../store/state.ts';

/** A table as CSV in UTF-8: Parquet is read by code that comes with the first such file. */
export async function csvOf(file: DataFile): Promise<DataFile> {
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
