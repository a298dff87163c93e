import type { Experiment, PlanReport, ProgressEvent } from '../engine/types.ts';
import type { Problem } from './errors.ts';

/** How far the engine is. */
export interface Progress {
  /** Before a run, too, it reads and plans. */
  stage: ProgressEvent['phase'];
  /** Work done, in [0, 1]. */
  share: number;
  secondsLeft: number | null;
  /** Milliseconds since some origin at which the work started. */
  since: number;
}

/** A plan, and the experiment that it is of: the forms may be ahead of it for a moment. */
export interface Planned {
  experiment: Experiment;
  plan: PlanReport;
}

/** What becomes of what the forms say; what is drawn meanwhile is the state's picture. */
export type Work =
  | { phase: 'loading' }
  /** What is known of the experiment before stands until the engine has spoken of this one. */
  | { phase: 'planning'; progress: Progress; planned: Planned | null; problem: Problem | null }
  /** For a click, without a plan where even planning is costly. */
  | { phase: 'waiting'; planned: Planned | null }
  | { phase: 'running' | 'paused'; progress: Progress; planned: Planned }
  | { phase: 'done'; planned: Planned }
  | { phase: 'cancelled'; planned: Planned | null }
  /** Nothing is promised of a wrong experiment; the problem is null when the reader put it away. */
  | { phase: 'failed'; problem: Problem | null };

export type Phase = Work['phase'];

/** Work that goes on. */
export type BusyWork = Extract<Work, { progress: Progress }>;

export function isBusy(work: Work): work is BusyWork {
  return 'progress' in work;
}

/** Nothing goes on, and the engine is there: there is time to ask it something else. */
export function isQuiet(work: Work): boolean {
  return !isBusy(work) && work.phase !== 'loading';
}

interface Working {
  readonly work: Work;
}

/** The last plan of what the forms say, or said a moment ago; null where there is none. */
export function plannedOf({ work }: Working): Planned | null {
  return 'planned' in work ? work.planned : null;
}

export function planNow(state: Working): PlanReport | null {
  return plannedOf(state)?.plan ?? null;
}

/** What is wrong with what the forms say, as far as the reader has not put it away. */
export function problemOf({ work }: Working): Problem | null {
  return 'problem' in work ? work.problem : null;
}
