import type { Experiment, ExperimentResult, PlanReport } from '../engine/types.ts';
import { collectionOf, type RunCollection } from '../results/collection.ts';
import { budgetText } from '../privacy/budget.ts';
import { fileFor } from './file-for.ts';
import type { DataFile, State } from './state.ts';

interface Ran {
  readonly experiment: Experiment;
  /** The file that the page held when it ran; it matters where the experiment reads a file. */
  readonly file: DataFile | null;
  readonly collection: RunCollection;
  /** Version of the collection that is drawn. */
  readonly revision: number;
  /** The same without noise, to compare with. */
  readonly reference: RunCollection | null;
}

/** Runs that have not ended; they were `stopped` when cancelled, or given up for another experiment. */
interface Unfinished extends Ran {
  readonly status: 'running' | 'stopped';
  /** The plan that the runs execute. */
  readonly plan: PlanReport;
  readonly result: null;
}

interface Finished extends Ran {
  readonly status: 'done';
  /** Null of a result that came as a file and is not planned yet. */
  readonly plan: PlanReport | null;
  readonly result: ExperimentResult;
}

/**
 * What is drawn, with everything that belongs to it: the experiment that ran, its plan, its runs and
 * its result. Curves, table, title, epsilon, floors and exports are views of one picture, and never
 * of the forms, which may be ahead of it.
 */
export type ExperimentPicture = Unfinished | Finished;

/** The picture of a result that came as a file. */
export function storedPicture(result: ExperimentResult, file: DataFile | null): ExperimentPicture {
  const collection = collectionOf(result);
  const { experiment } = result;
  const { version: revision } = collection;
  return { experiment, file, plan: null, collection, revision, reference: null, result, status: 'done' }; // prettier-ignore
}

/** Whether two pictures have the same result, whatever else of them has come since. */
export function isSameResult(
  one: ExperimentPicture | undefined,
  other: ExperimentPicture,
): boolean {
  return one !== undefined && one.result === other.result;
}

/** Whether a picture is of this experiment on this file. */
export function isOf(
  { experiment, file }: Pick<ExperimentPicture, 'experiment' | 'file'>,
  other: Pick<State, 'experiment' | 'file'>,
): boolean {
  const isSame = isSameExperiment(experiment, other.experiment);
  return isSame && fileFor(experiment, file) === fileFor(experiment, other.file);
}

/**
 * Whether what is drawn is older than what the forms say. A picture that follows a dragged control
 * is not: its successor is a moment away.
 */
export function isPrevious(state: Readonly<State>): boolean {
  const { picture, isFollowing } = state;
  return picture !== null && !isFollowing && !isOf(picture, state);
}

/** What a picture is called; a previous one says so, and which budget it had. */
export function pictureTitle({ experiment }: ExperimentPicture, previous: boolean): string {
  const title = experiment.title ?? 'Untitled experiment';
  return previous ? `Previous: ${title}, ${budgetText(experiment)}` : title;
}

export function isSameExperiment(one: Experiment, other: Experiment): boolean {
  return one === other || canonical(one) === canonical(other);
}

/** The same text for the same fields, whatever their order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
