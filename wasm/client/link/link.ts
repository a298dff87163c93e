import type { ExperimentFile } from '../schema.ts';

/** What is looked at. What is left out is as the page shows it first. */
export interface LinkView {
  /** What the chart goes along: `iteration`, `gradientEvaluations`, `passes` or `seconds`. */
  axis?: string;
  /** What it shows: a column of the trace, by its name there. */
  measure?: string;
  scale?: 'log' | 'linear';
  /** Whether the theorems' bounds are drawn, and the plan's noise floors. */
  bounds?: boolean;
  floors?: boolean;
  /** Whether a second number, such as the accuracy, stands beside the measure. */
  beside?: boolean;
  /** How a sweep is drawn; null: as fits the number of curves. */
  layout?: string | null;
  /** Which value of a swept path is looked at, by its position; null: all of them. */
  sweep?: Record<string, number | null>;
  /** Labels of the curves that are faded. */
  hidden?: string[];
}

/** What a link is made of. */
export interface LinkContent {
  /** Without records: an experiment whose data are `inline` has no link. */
  experiment: ExperimentFile;
  /** Version of the engine that the sender had. */
  engine: string;
  /** Null, or absent: the reader's own. */
  view?: LinkView | null;
  /**
   * SHA-256 of the data file's bytes, as 64 hexadecimal digits, where the data are a file and the
   * sender wants it told. Secure experiments leave it out: see `mayTellHash`.
   */
  sha256?: string | null;
  /** The fingerprint of the sender's result, as 64 hexadecimal digits. */
  fingerprint?: string | null;
}

/** What a link says, checked, in the meaning that it had when it was made. */
export interface Link {
  /** Version of the link: 0 for the older form `#e=`. */
  version: number;
  experiment: ExperimentFile;
  /** Null where the link does not say. */
  engine: string | null;
  view: Required<LinkView> | null;
  sha256: string | null;
  fingerprint: string | null;
  /** What an older link leaves open and is stated now, in sentences for the reader. */
  notices: string[];
}
