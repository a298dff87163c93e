import type { FitOptions, InspectReport, InspectedColumn } from '../../engine/types.ts';
import { cut } from './reading.ts';
import { formatCount, formatCounted, formatNumber } from '../../format/number.ts';

/** What a column is used as; what is predicted stands in `TableChoice.target`. */
export type Role = 'number' | 'category' | 'ignore';

/** A column with what its owner says of it. What is stated here is public. */
export interface TableColumn {
  readonly seen: InspectedColumn;
  role: Role;
  /** Ends of a number; null where nobody states them: then they are found privately. */
  lower: number | null;
  upper: number | null;
  /** Words of a category; all others read as `otherWord`. */
  words: readonly string[];
}

/** What is predicted: one word against the rest, each word, or a number. */
export type Task = 'yes-or-no' | 'classes' | 'number';

/** What is asked of a table. */
export interface TableChoice {
  columns: readonly TableColumn[];
  /** Names of columns that nobody has looked at, as there are too many: they are left out. */
  unseen?: readonly string[];
  target: string;
  task: Task;
  /** The word that counts as yes; '' while nobody has said so. */
  positive: string;
  /** Whether ranges and words were taken from the file, which no proof covers. */
  isFromFile: boolean;
  epsilon: number;
}

const otherWord = 'other';
const missingWord = 'missing';
/** A word that fewer rows have may point to a person, so that no click takes it from the file. */
export const fewestRows = 10;
/** More classes than the engine takes are no classes. */
const mostClasses = 32;
/** An experiment lists no more, the target among them. */
const mostColumns = 4095;
/** Numbers with as many values are more likely classes. */
const fewValues = 10;

export function canBe(role: Role, { kind, words = [] }: InspectedColumn): boolean {
  if (role === 'ignore') return true;
  const isNumber = kind === 'number' || kind === 'integer' || kind === 'id';
  return role === 'number' ? isNumber : words.length > 1;
}

/** What is proposed for each column: ids, dates and free text are left out. */
export function proposedColumns(report: InspectReport): TableColumn[] {
  return (report.columns ?? []).map((seen) => ({
    seen,
    role: proposedRole(seen),
    lower: null,
    upper: null,
    words: [],
  }));
}

export function proposedRole({ kind, name, words = [], hasMoreWords }: InspectedColumn): Role {
  if (name === '') return 'ignore';
  if (kind === 'number' || kind === 'integer') return 'number';
  return kind === 'category' && words.length > 1 && !hasMoreWords ? 'category' : 'ignore';
}

/** The column that the report takes for the target, else the last one that can be one. */
export function proposedTarget({ proposal, columns = [] }: InspectReport): string {
  const target = proposal?.data.target;
  if (typeof target === 'string' && columns.some(({ name }) => name === target)) return target;
  if (typeof target === 'number' && columns[target]) return columns[target].name;
  return columns.findLast((seen) => tasksOf(seen).length > 0)?.name ?? '';
}

/** What may be predicted of a column, the likeliest first. */
export function tasksOf({ kind, words = [], hasMoreWords }: InspectedColumn): Task[] {
  const isNumber = kind === 'number' || kind === 'integer';
  const isFew = words.length > 1 && words.length <= mostClasses && !hasMoreWords;
  const ofWords: Task[] = !isFew ? [] : words.length === 2 ? ['yes-or-no'] : ['classes', 'yes-or-no']; // prettier-ignore
  if (!isNumber) return ofWords;
  return words.length > fewValues ? ['number', ...ofWords] : [...ofWords, 'number'];
}

/** Words of two classes that mean yes by themselves. */
const yesWords = /^(?:yes|y|true|t|1|\+1|positive|pos|ja|oui|si|sí|malignant|m|>50k)$/i;

export function proposedPositive({ words = [] }: InspectedColumn): string {
  const likely = words.filter(({ word }) => yesWords.test(word));
  return words.length === 2 && likely.length === 1 ? likely[0].word : '';
}

/** What a column is called where it is shown. */
export function columnName({ name, position }: InspectedColumn): string {
  return name === '' ? `column ${position + 1}, without a name` : cut(name, 80);
}

/** What a column holds, for its owner. */
export function columnFacts({
  kind,
  lower,
  upper,
  words = [],
  wordCount,
  missing,
  hasMoreWords,
}: InspectedColumn): string {
  // prettier-ignore
  const empty = missing > 0 ? `; ${formatCounted(missing, 'empty cell')}` : '';
  const shown = words.slice(0, 3).map(({ word }) => cut(word, 40)).join(', '); // prettier-ignore
  const kinds: Record<InspectedColumn['kind'], string> = {
    number: `numbers from ${formatNumber(lower ?? 0)} to ${formatNumber(upper ?? 0)}`,
    integer: `whole numbers from ${formatNumber(lower ?? 0)} to ${formatNumber(upper ?? 0)}`,
    category: `${hasMoreWords ? 'many' : formatCount(wordCount ?? words.length)} words: ${shown}${words.length > 3 ? ', …' : ''}`,
    text: 'texts that nearly all differ, of no use for a model',
    date: 'dates, which are not read',
    id: 'differs in every row, like an id: it would point to a person',
    constant: 'the same in every row, of no use for a model',
    empty: 'empty',
  };
  return kinds[kind] + empty;
}

/** The columns that a model may use. */
export function usedColumns({ columns, target }: TableChoice): TableColumn[] {
  return columns.filter(({ seen, role }) => seen.name !== target && role !== 'ignore');
}

/** States what the file shows: ranges a little wider than the numbers, words that enough rows have. */
export function filledFromFile(column: TableColumn): TableColumn {
  const { lower = 0, upper = 0, words = [] } = column.seen;
  if (column.role === 'category') {
    const frequent = words.filter(({ count }) => count >= fewestRows);
    return { ...column, words: frequent.map(({ word }) => word) };
  }
  if (column.role !== 'number') return column;
  const [low, high] = roundedOutwards(lower, upper);
  return { ...column, lower: low, upper: high };
}

/** Two digits of their distance: the exact ends are two persons' numbers. */
export function roundedOutwards(lower: number, upper: number): [number, number] {
  if (!(upper > lower)) return [lower, lower + 1];
  const unit = 10 ** Math.floor(Math.log10(upper - lower) - 0.3);
  const clean = (value: number) => Number(value.toPrecision(12));
  return [clean(Math.floor(lower / unit) * unit), clean(Math.ceil(upper / unit) * unit)];
}

/** What is still to be said before a fit can start, where: a column's name or ''. */
export function lacking(choice: TableChoice): { column: string; message: string } | null {
  const target = choice.columns.find(({ seen }) => seen.name === choice.target);
  if (target === undefined || tasksOf(target.seen).length === 0) {
    return { column: choice.target, message: 'Choose a column to predict: numbers, or a few different words.' }; // prettier-ignore
  }
  if (choice.task === 'yes-or-no' && choice.positive === '') {
    return { column: choice.target, message: 'Tick the word that counts as yes.' };
  }
  if (usedColumns(choice).length === 0) {
    return { column: '', message: 'Use one column at least to predict from.' };
  }
  const used = usedColumns(choice).length;
  if (used > mostColumns) {
    return { column: '', message: `A model takes ${formatCount(mostColumns)} columns at most, and ${formatCount(used)} are used: leave some out.` }; // prettier-ignore
  }
  return null;
}

/** What the ranges and words lack before a fit can start. */
export function lackingPublic(choice: TableChoice): { column: string; message: string } | null {
  const stated = [...usedColumns(choice), ...rangedTarget(choice)];
  for (const { seen, role, lower, upper, words } of stated) {
    const column = seen.name;
    if (role === 'category' && words.length === 0)
      return { column, message: `List the words of “${column}”, or leave the column out.` };
    if ((lower === null) !== (upper === null))
      return { column, message: `State both ends of “${column}”, or neither.` };
    if (lower !== null && upper !== null && !(upper > lower))
      return { column, message: `The upper end of “${column}” must be above the lower one.` };
  }
  return null;
}

/** The target where it is a number, whose range counts as well. */
export function rangedTarget({ columns, target, task }: TableChoice): TableColumn[] {
  if (task !== 'number') return [];
  return columns.filter(({ seen }) => seen.name === target).map((one) => ({ ...one, role: 'number' as const })); // prettier-ignore
}

/** The same as options of a fit. */
export function fitOptions(choice: TableChoice): FitOptions {
  const { columns, target, task, positive, epsilon, unseen = [] } = choice;
  const stated = columns.map(
    ({ seen, ...column }): [string, NonNullable<FitOptions['columns']>[string] | null] => {
      if (seen.name !== target) return [seen.name, fitColumn(seen, column)];
      if (task === 'classes')
        return [target, { words: (seen.words ?? []).map(({ word }) => word) }];
      const { lower, upper } = column;
      const isStated = task === 'number' && lower !== null && upper !== null;
      return [target, isStated ? { role: 'number', lower, upper } : null];
    },
  );
  const named = stated.filter(([name, column]) => name !== '' && column !== null);
  return {
    target,
    epsilon,
    columns: Object.fromEntries([
      ...named,
      ...unseen.map((name) => [name, { role: 'ignore' }]),
    ]) as NonNullable<FitOptions['columns']>,
    ...(task === 'yes-or-no' ? { positive } : {}),
    ...(task === 'number' ? { regression: true } : {}),
  };
}

function fitColumn(
  { missing }: InspectedColumn,
  { role, lower, upper, words }: Omit<TableColumn, 'seen'>,
) {
  if (role === 'ignore') return { role } as const;
  const hasGaps = missing > 0;
  if (role === 'category') {
    const gaps = hasGaps ? { missing: missingWord } : {};
    const all = hasGaps && !words.includes(missingWord) ? [...words, missingWord] : [...words];
    return { role, words: all, ...(all.includes(otherWord) ? {} : { other: otherWord }), ...gaps };
  }
  const range = lower !== null && upper !== null ? { lower, upper } : {};
  const middle = lower !== null && upper !== null ? (lower + upper) / 2 : 0;
  return { role, ...range, ...(hasGaps ? { missing: middle, indicator: true } : {}) };
}
