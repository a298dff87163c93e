import type { InspectReport, InspectStatement, Model } from '../../engine/types.ts';
import type { Mileage } from '../../store/odometer.ts';
import type { DataFile } from '../../store/state.ts';
import type { Entry } from '../workbench/release.ts';
import type { TableChoice } from './columns.ts';
import type { HeldOut } from './held-out.ts';
import type { Trouble } from './reading.ts';
import type { SyntheticTrial } from './synthetic.ts';

export const steps = ['table', 'public', 'result', 'release'] as const;
/** Synthetic rows are a door beside the four steps. */
export type Step = (typeof steps)[number] | 'synthetic';

/** What the owner of a table says of it, and what came of it; a step that was left is as it was. */
export interface TableState {
  step: Step;
  file: DataFile | null;
  report: InspectReport | null;
  /** What was said of how the file is written. */
  stated: InspectStatement;
  /** Its first lines. */
  preview: readonly string[];
  choice: TableChoice;
  /** What goes on; null for nothing. */
  busy: { text: string; share: number | null } | null;
  /** Of many columns only some are shown: so many of those whose names have this in them. */
  shown: number;
  find: string;
  /** The file whose choices wait for it since a reload; null where none do. */
  awaited: string | null;
  /** What became of choices that were made before. */
  notice: string;
  /** What is wrong, and of which column if of one. */
  problem: Trouble | null;
  /** Of the choice that is shown; null where it has changed since. */
  model: Model | null;
  /** What it says of the rows that it has not seen; a text says why that is not known, null is not yet. */
  heldOut: HeldOut | string | null;
  /** Synthetic rows as they were tried, and those to be handed out with what this file has cost by then. */
  synthetic: SyntheticTrial | null;
  rows: { files: readonly Entry[]; spent: string } | null;
  /** What the secure runs on this file have cost in this browser, also in the unit that is set. */
  mileage: (Mileage & { spent: string }) | null;
}

/** More rows make a form that nobody reads. */
export const columnsAtOnce = 40;

export const empty: TableState = {
  step: 'table',
  file: null,
  report: null,
  stated: {},
  preview: [],
  choice: {
    columns: [],
    target: '',
    task: 'yes-or-no',
    positive: '',
    isFromFile: false,
    epsilon: 1,
  },
  busy: null,
  shown: columnsAtOnce,
  find: '',
  awaited: null,
  notice: '',
  problem: null,
  model: null,
  heldOut: null,
  synthetic: null,
  rows: null,
  mileage: null,
};

/** What comes of a choice, before it is asked for. */
export const nothingYet = { model: null, heldOut: null, synthetic: null, rows: null };
