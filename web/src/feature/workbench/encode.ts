import type { ColumnBlock } from '../../engine/types.ts';
import { cellsOf, linesOf, type LineForm } from './lines.ts';
import { randomFrom } from './split.ts';

/** Cells that hold no value, as the engine has them (engine/data/number_text.h), but for the empty one. */
const missingMarks = /^(\?|na|n\/a|null|#(n\/a|na|null!|div\/0!|value!|ref!|name\?|num!))$/i;

/** The level of a cell, as the engine reads it. */
function levelOf(text: string, { words, edges, other, missing }: ColumnBlock): number {
  const isMissing = text === '' || missingMarks.test(text);
  const isFilled = missing !== undefined && isMissing && words?.includes(text) !== true;
  const cell = isFilled ? String(missing) : text;
  if (edges) return edges.filter((edge) => Number(cell) >= edge).length;
  const place = words?.indexOf(cell) ?? -1;
  if (place >= 0) return place;
  if (words && cell === other) return words.length;
  if (words && other !== undefined) return words.length;
  throw new Error(`“${cell}” is not one of the words of the column.`);
}

export function levelsIn({ words, edges, other }: ColumnBlock): number {
  if (edges) return edges.length + 1;
  return (words?.length ?? 0) + (other === undefined ? 0 : 1);
}

/** What a level is called, as in synthetic records: its word, or the bin's bounds. */
export function levelName(level: number, { words, edges, other }: ColumnBlock): string {
  if (words) return words.at(level) ?? other ?? '';
  const lower = level > 0 ? edges?.at(level - 1) : undefined;
  const upper = edges?.at(level);
  if (lower === undefined) return `< ${String(upper)}`;
  return upper === undefined ? `>= ${lower}` : `[${lower}, ${upper})`;
}

/** The levels of all records, one column after the other. */
export type Codes = readonly (readonly number[])[];

/** The levels of the records of a file with these columns among its own. */
export function codesOf(text: string, form: LineForm, columns: readonly ColumnBlock[]): Codes {
  const { names, records } = linesOf(text, form);
  const places = columns.map(({ name }) => (typeof name === 'number' ? name : names.indexOf(name)));
  const missing = columns.find((_, at) => places[at] < 0);
  if (missing) throw new Error(`The records have no column “${missing.name}”.`);
  return records.map((line) => {
    const cells = cellsOf(line, form.delimiter);
    return columns.map((column, at) => {
      const cell = cells[places[at]] ?? '';
      const isPointed = column.edges !== undefined && form.decimal === ',';
      return levelOf(isPointed ? cell.replace(',', '.') : cell, column);
    });
  });
}

/** The levels of synthetic records, whose target stands last, in the order of the columns. */
export function drawnCodes(text: string, columns: readonly ColumnBlock[], target: string): Codes {
  const { records } = linesOf(text, { delimiter: ',', hasHeader: true });
  const isTarget = ({ name }: ColumnBlock) => String(name) === target;
  const order = [...columns.filter((one) => !isTarget(one)), ...columns.filter(isTarget)];
  const places = columns.map((column) => order.indexOf(column));
  return records.map((line) => {
    const cells = cellsOf(line, ',').map(Number);
    return places.map((place) => cells[place]);
  });
}

/** Records whose levels are all equally likely, of each column and independently. */
export function uniformCodes(columns: readonly ColumnBlock[], count: number, seed: number): Codes {
  const next = randomFrom(seed);
  return Array.from({ length: count }, () =>
    columns.map((column) => Math.floor(next() * levelsIn(column))),
  );
}

/**
 * What a linear model is trained on: for each level of a column but the first a coordinate that is 1
 * where the record has it, and a constant 1; labels are 1 where the target has the chosen level, else -1.
 */
export interface Samples {
  features: number[][];
  labels: (1 | -1)[];
}

export function samplesOf(
  codes: Codes,
  columns: readonly ColumnBlock[],
  target: string,
  level: number,
): Samples {
  const place = columns.findIndex(({ name }) => String(name) === target);
  const features = codes.map((record) => [
    ...columns.flatMap((column, at) => (at === place ? [] : indicator(record[at], column))),
    1,
  ]);
  return { features, labels: codes.map((record) => (record[place] === level ? 1 : -1)) };
}

function indicator(level: number, column: ColumnBlock): number[] {
  return Array.from({ length: levelsIn(column) - 1 }, (_, at) => (level === at + 1 ? 1 : 0));
}

/** The share of records that the sign of <weights, features> tells right. */
export function accuracyOf(weights: readonly number[], { features, labels }: Samples): number {
  const right = features.filter((row, at) => {
    const score = row.reduce((sum, value, i) => sum + value * weights[i], 0);
    return (score > 0 ? 1 : -1) === labels[at];
  });
  return right.length / labels.length;
}

/** The share of records that are right when all are told what most of the training records are. */
export function majorityAccuracy(training: Samples, tested: Samples): number {
  const positive = training.labels.filter((label) => label === 1).length;
  const most = 2 * positive > training.labels.length ? 1 : -1;
  return tested.labels.filter((label) => label === most).length / tested.labels.length;
}

/** The samples as rows of numbers with the label at the end. */
export function rowsText({ features, labels }: Samples): string {
  return features.map((row, at) => `${[...row, labels[at]].join(',')}\n`).join('');
}
