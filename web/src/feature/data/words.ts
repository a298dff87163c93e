import type { InspectReport, InspectedColumn } from '../../engine/types.ts';
import { formatCount, formatCounted } from '../../format/number.ts';

export const separators: readonly (readonly [string, string])[] = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['blanks', 'blanks'],
  ['|', 'bar'],
  [':', 'colon'],
];

/** Describes an inspected file in one line. */
export function lineOf(report: InspectReport): string {
  const { format, records = 0, columnCount = 0, delimiter = ',' } = report;
  const parts = [formatCounted(records, 'record')];
  if (format === 'libsvm')
    parts.push('LIBSVM', `indices from ${formatCount(report.firstIndex ?? 1)}`);
  else {
    parts.push(formatCounted(columnCount, 'column'));
    parts.push(separators.find(([value]) => value === delimiter)?.[1] ?? delimiter);
    if (report.decimal === ',') parts.push('decimal comma');
    parts.push(report.header === true ? 'header' : 'no header');
  }
  if (report.encoding !== 'utf-8') parts.push(report.encoding === 'latin1' ? 'Latin-1' : 'UTF-16');
  if (report.isCompressed) parts.push('gzip');
  const { proposal } = report;
  if (proposal === null) return `${parts.join(', ')}.`;
  const left = leftOut(report);
  const what = proposal.targets === 'numbers' ? 'numbers' : classes(report);
  const loss = `${what}, ${proposal.loss} loss`;
  return `${parts.join(', ')}; target ${quoted(proposal.target)}: ${loss}${left}.`;
}

/** Names the columns that are not read, so that nobody overlooks them. */
function leftOut({ columns = [], proposal }: InspectReport): string {
  const { columns: read, target } = proposal!.data;
  if (read === undefined) return '';
  const kept = [...read.map(({ name }) => name), target ?? columns.length - 1];
  const left = columns.filter(
    ({ name, position }) => !kept.includes(name) && !kept.includes(position),
  );
  if (left.length === 0) return '';
  const shown = left
    .slice(0, 3)
    .map(({ name, position }) => (name ? `“${name}”` : `column ${position}`));
  const more = left.length > 3 ? ` and ${formatCount(left.length - 3)} more` : '';
  return `; left out: ${shown.join(', ')}${more}`;
}

/** Describes a target of two classes. */
function classes({ proposal }: InspectReport): string {
  const { positive, preprocess = [] } = proposal!.data;
  const step = preprocess.find(({ kind }) => kind === 'labels');
  const numbers = step?.kind === 'labels' ? step.positive : [];
  const yes = [positive ?? numbers].flat().join(', ');
  return yes === '' ? 'two classes' : `“${yes}” counts as yes`;
}

/** Replaces straight quotation marks by those of the page. */
export function quoted(text: string): string {
  return text.replace(/"([^"]*)"/g, '“$1”');
}

/** How a field refers to a column: by its name, or by its position where the name is empty or not unique. */
export function columnName(
  { name, position }: InspectedColumn,
  columns: readonly InspectedColumn[],
) {
  const isAlone = name !== '' && columns.filter((one) => one.name === name).length === 1;
  return isAlone ? name : String(position);
}
