import type { DataBlock } from './schema.ts';

/** What the owner of a file states of it; the rest is guessed. The words are those of a data block. */
export interface InspectStatement {
  /** Of the file; by default that of a `File`. */
  name?: string;
  format?: 'csv' | 'libsvm';
  /** One character, or `blanks` for runs of them. */
  delimiter?: string;
  decimal?: '.' | ',';
  header?: 'yes' | 'no';
  /** The mark of comments before the header. */
  comments?: string;
  encoding?: 'utf-8' | 'latin1';
  /** `last`, a column's name, or its number from 0. */
  target?: string | number;
  /** The word, or the number, of the target that counts as yes. */
  positive?: string;
  /** Of LIBSVM. */
  firstIndex?: 0 | 1;
}

export interface InspectOptions extends InspectStatement {
  signal?: AbortSignal;
}

export interface SeenWord {
  word: string;
  count: number;
}

/** A column as all records show it. */
export interface InspectedColumn {
  position: number;
  /** '' where the file gives none. */
  name: string;
  kind: 'number' | 'integer' | 'category' | 'text' | 'date' | 'id' | 'constant' | 'empty';
  /** Empty cells, and marks such as `NA`. */
  missing: number;
  lower?: number;
  upper?: number;
  /** Of a column of numbers: cells that are none, the missing ones included, and the line of the first. */
  notNumbers?: number;
  firstNotNumber?: number;
  wordCount?: number;
  hasMoreWords?: boolean;
  words?: SeenWord[];
}

/** One choice of a proposed data block, and why. */
export interface InspectedChoice {
  /** Of the data block, or `loss`. */
  field: string;
  sentence: string;
}

export interface DataProposal {
  data: Extract<DataBlock, { kind: 'file' }>;
  /** What is predicted, in words. */
  target: string;
  /** Two classes, or numbers. */
  targets: 'labels' | 'numbers';
  /** Of the catalogue, for such targets. */
  loss: string;
  choices: InspectedChoice[];
}

/** What a look at all records of a file shows: it reads them, nothing of it is private. */
export interface InspectReport {
  nonPrivate: true;
  notice: string;
  name: string;
  /** Of the text, unpacked. */
  bytes: number;
  isCompressed: boolean;
  /** Why the file cannot be read, or where the reader will stop; null for nothing. */
  problem: string | null;
  proposal: DataProposal | null;
  /** This and the rest is absent where the file is no text of records. */
  format?: 'csv' | 'libsvm';
  encoding?: 'utf-8' | 'utf-16' | 'latin1';
  hasByteOrderMark?: boolean;
  lineEnds?: 'lf' | 'crlf' | 'cr' | 'mixed';
  records?: number;
  delimiter?: string;
  decimal?: '.' | ',';
  header?: boolean;
  columnCount?: number;
  /** The first 1000 of them. */
  columns?: InspectedColumn[];
  firstIndex?: 0 | 1;
  largestIndex?: number;
  labels?: SeenWord[];
  troubleCount?: number;
  /** The first places where the reader will stop. */
  troubles?: { place: string; message: string }[];
  /** Where no block is proposed. */
  choices?: InspectedChoice[];
}
