import type { Experiment } from './experiment.ts';
import type {
  ModelColumn,
  ModelEvaluation,
  ModelFile,
  ModelTarget,
  ModelWeight,
  ResultPrivacy,
} from './records.ts';
import type { DataSource } from './types.ts';
import type { AlgorithmId } from './words.ts';

declare global {
  // For who compiles with a library that is older than `using`; it says the same where it is there.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** A table with the names of its columns: a text, and whatever becomes one, is CSV with a header. */
export type Table = DataSource;

/** How CSV is written. Other tables have no form of their own. */
export interface TableForm {
  /** One character, or `blanks` for runs of them; a fit tells it from the header, and a model knows its own table's. */
  delimiter?: string;
  decimal?: '.' | ',';
  /** Of bytes; a text has none. */
  encoding?: 'utf-8' | 'latin1';
}

/** What a column is. Everything in it is public, so it must not come from a look at the records. */
export interface FitColumn {
  /** By default `category` where words or edges are listed, else `number`. */
  role?: 'number' | 'category' | 'ordered' | 'ignore';
  /** Of a number: its public range. Without both ends a range is found privately, for a share of the budget. */
  lower?: number;
  upper?: number;
  words?: string[];
  /** What all further words are called. */
  other?: string;
  /** Between the intervals of a number that is read as a category. */
  edges?: number[];
  /** What a missing cell reads as. */
  missing?: number | string;
  /** Whether one more feature says that the cell is missing. */
  indicator?: boolean;
}

export interface FitRequest extends TableForm {
  /** The column that is predicted. */
  target: string;
  /** Its words that count as yes. */
  positive?: string | number | readonly (string | number)[];
  /** Of a target of numbers: this and more counts as yes. */
  threshold?: number;
  /** The target is a number; its range is found privately unless `columns` states it. */
  regression?: boolean;
  epsilon: number;
  /** By default 1e-5, above 10000 rows 1 / (10 rows); 0 asks for pure differential privacy. */
  delta?: number;
  /** By the names of the columns; those that are not listed are numbers. */
  columns?: Readonly<Record<string, FitColumn>>;
  /** Share of the rows that are kept from the run to judge the model by; 0.2 by default, or 0. */
  holdOut?: number;
  /** Publishes one figure of those rows with noise, which they alone pay for: the model's `run.score`. */
  privateScore?: boolean;
  /** By default the one that the engine recommends. */
  method?: AlgorithmId;
  /** Of the budget, for ranges that nobody states; by default 0.1. */
  rangesShare?: number;
  /** Of the file; by default that of a `File`. */
  name?: string;
  /** Fields of the experiment by their paths, such as `problem.regularizer.strength`. */
  set?: Readonly<Record<string, unknown>>;
}

export interface FitProgress {
  phase: 'loading' | 'planning' | 'running';
  /** Gradients of single records, of those that the run will take. */
  done: number;
  total: number;
  secondsLeft: number | null;
}

export interface FitControl {
  signal?: AbortSignal;
  onProgress?: (event: FitProgress) => void;
}

export type FitOptions = FitRequest & FitControl;

export interface PredictOptions extends TableForm {
  signal?: AbortSignal;
}

/** Programs without dependencies that predict what the model predicts, and the bytes of a file for ONNX Runtime. */
export type CodeLanguage = 'python' | 'javascript' | 'c' | 'onnx';

/**
 * A private model of a table. Whatever is computed from it, its predictions included, is as private as it is; only
 * `evaluation` is not.
 */
export interface Model {
  readonly task: ModelFile['task'];
  readonly target: ModelTarget;
  readonly columns: ModelColumn[];
  /** What each feature adds to the score of a row, with the noise in it. */
  readonly weights: ModelWeight[];
  readonly privacy: ResultPrivacy;
  /** How well it predicts, computed from the data without noise; null where nobody may see that, or nobody asked. */
  readonly evaluation: ModelEvaluation | null;
  /** What was run to make it. */
  readonly experiment: Experiment;
  /** Why the run was planned to be of little use, if it was: of a fit only, a model file does not say it. */
  readonly warnings: readonly string[];
  /**
   * The class of each row, or its number. The table needs the columns of the model, in any order, and may have others.
   *
   * @throws EngineError at the line and column: `unknown-name` for a column that the table lacks,
   *   `missing-value`, `unknown-category`, `not-a-number`; or what is wrong with the table, at `data`
   */
  predict(table: Table, options?: PredictOptions): Promise<(string | number)[]>;
  /**
   * The probability of yes for each row; of several classes those of all, by their names.
   *
   * @throws EngineError as `predict`; `unsupported-option` of a model that predicts numbers
   */
  predictProbability(
    table: Table,
    options?: PredictOptions,
  ): Promise<number[] | Record<string, number>[]>;
  /** Both as CSV: `prediction`, and `probability` or one `probability.CLASS` for each class. */
  predictTable(table: Table, options?: PredictOptions): Promise<string>;
  /** The model file; `JSON.stringify(model)` writes it. */
  toJSON(): ModelFile;
  /** What the model is, in plain words. */
  card(): Promise<string>;
  /** @throws EngineError `unknown-name` at `code` for another language */
  code(language: Exclude<CodeLanguage, 'onnx'>): Promise<string>;
  /** It has an input for each column by its name, of texts or doubles, and outputs `prediction` and `probabilities`. */
  code(language: 'onnx'): Promise<Uint8Array>;
  /** The same model without its evaluation, which may be published where `privacy` says so. */
  redacted(): Promise<Model>;
  /** Forgets the model: it predicts no more. */
  [Symbol.dispose](): void;
}
