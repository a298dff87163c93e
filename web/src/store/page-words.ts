/** What the fields of a file's block are called on the page. */
const titles: Readonly<Record<string, string | undefined>> = {
  format: 'Format',
  delimiter: 'Separator',
  decimal: 'Decimal mark',
  header: 'Header',
  comments: 'Comments',
  encoding: 'Letters',
  target: 'Target column',
  positive: 'Counts as yes',
  firstIndex: 'Indices',
  features: 'Columns',
  columns: 'Columns',
};

const names = Object.keys(titles).join('|');
const setting = new RegExp(`(?:say|set) "(${names})": ("(?:[^"\\\\]|\\\\.)*"|\\d+)`, 'g');
const path = new RegExp(`\\bdata\\.(${names})\\b`, 'g');
const name = new RegExp(`"(${names})"(: ("(?:[^"\\\\]|\\\\.)*"|\\d+))?`, 'g');

/** An error about a file names the page's fields in the place of those of an experiment's text. */
export function inPageWords(text: string): string {
  return text
    .replace(setting, (_, field: string, value: string) => `set “${titles[field]}” to ${value}`)
    .replace(path, (_, field: string) => `“${titles[field]}”`)
    .replace(
      name,
      (_, field: string, __, value?: string) => `“${titles[field]}”${value ? ` ${value}` : ''}`,
    );
}
