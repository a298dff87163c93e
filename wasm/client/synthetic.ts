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

/** An experiment, and the survey of it that compares a histogram with its data, both as text. */
export interface MarginalsQuestion {
  experiment: string;
  request: string;
}
