import type { LandscapeOptions } from './types.ts';

/** Which of a result's runs, by its place among them. */
export interface RunChoice {
  /** By default 0, the first. */
  run?: number;
}

export interface SynthesizeOptions extends RunChoice {
  /** How many, at most 1e8; by default, and where it is 0, as many as the data have. */
  records?: number;
  /** Of the draws, which cost no privacy; by default 1. */
  seed?: number;
  /** Cells hold the codes of levels, and not the words and intervals of `data.columns`. */
  codes?: boolean;
}

export type MarginalsOptions = RunChoice & LandscapeOptions;

/** One table of some columns, of a released histogram and of the records. */
export interface MarginalTable {
  /** Names of one to three columns. */
  columns: string[];
  cells: number;
  /** Half the l1 distance of the two. */
  totalVariation: number;
  /** The largest difference in one cell. */
  largest: number;
  /** The total variation of the table of equal shares. */
  uniform: number;
}

/** How a released histogram and its records differ: it reads these without noise, nothing of it is private. */
export interface MarginalsReport {
  nonPrivate: true;
  records: number;
  /** All of one, two and three columns, in the order of the engine's queries. */
  tables: MarginalTable[];
}

/** An experiment, and the survey of it that compares a histogram with its data, both as text. */
export interface MarginalsQuestion {
  experiment: string;
  request: string;
}
