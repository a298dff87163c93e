import type { Catalogue, Experiment, PlanReport, ProgressEvent } from '../engine/types.ts';
import type { Axis } from '../results/collection.ts';
import type { Measure } from '../results/measures.ts';
import type { Place } from '../link/place.ts';
import type { Layout } from '../results/panels.ts';
import type { SweepFilter } from '../results/visible.ts';
import type { Problem } from './errors.ts';
import type { ExperimentPicture } from './picture.ts';

/** How the chart is looked at: not part of the experiment, kept across reloads. */
export interface View {
  axis: Axis;
  measure: Measure;
  scale: 'log' | 'linear';
  showBounds: boolean;
  showFloors: boolean;
  /** The accuracy beside the gap, where it is measured. */
  showBeside: boolean;
  /** Labels of faded curves. */
  faded: string[];
  /** What is looked at of a sweep. */
  sweep: SweepFilter;
  /** How a sweep is drawn; null as fits the number of curves. */
  layout: Layout | null;
}

/** A file that the user chose: its bytes stay in the page and are forgotten with it. */
export interface DataFile {
  name: string;
  blob: Blob;
}

export type Phase =
  'loading' | 'planning' | 'waiting' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

export interface Activity {
  phase: Phase;
  /** What the engine does while it plans or runs: before a run, too, it reads and plans. */
  stage: ProgressEvent['phase'];
  /** Work done, in [0, 1]. */
  share: number;
  secondsLeft: number | null;
  /** Milliseconds since some origin at which the work started. */
  since: number;
}

export interface Explanation {
  title: string;
  text: string;
  source?: string;
}

/** Something to tell the reader once, above the page. */
export interface Notice {
  tone: 'error' | 'info';
  text: string;
  /** Of an error, where the engine's table has one. */
  code?: string;
  /** A preset that is made for what was opened. */
  offer?: { preset: string; title: string };
}

export interface State {
  /** The playground or the lab. */
  place: Place;
  catalogue: Catalogue | null;
  /** What the forms say; what is drawn may be older. */
  experiment: Experiment;
  file: DataFile | null;
  view: View;
  /** The plan of what the forms say, or of what they said a moment ago; null where there is none. */
  plan: PlanReport | null;
  /** What is drawn, exported and told of; null before there is any. */
  picture: ExperimentPicture | null;
  /** True in the first moment of a re-run: the picture follows the hand and is not old yet. */
  isFollowing: boolean;
  activity: Activity;
  problem: Problem | null;
  notice: Notice | null;
  explanation: Explanation | null;
  canUndo: boolean;
  canRedo: boolean;
}

export const initialView: View = {
  axis: 'iteration',
  measure: 'suboptimality',
  scale: 'log',
  showBounds: false,
  showFloors: true,
  showBeside: true,
  faded: [],
  sweep: {},
  layout: null,
};

export const idle: Activity = {
  phase: 'loading',
  stage: 'loading',
  share: 0,
  secondsLeft: null,
  since: 0,
};
