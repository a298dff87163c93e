import type { Experiment, KlTrial, PageEngine } from '../../engine/types.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';

/** Makes a trial of what the forms say, with the file that it reads. */
export function askTrial(
  engine: Pick<PageEngine, 'klTrial'>,
  experiment: Experiment,
  file: DataFile | null,
): Promise<KlTrial> {
  const read = fileFor(experiment, file);
  return engine.klTrial(experiment, read === null ? {} : { data: read.blob });
}

/** Whether what a trial says still holds: another budget or method changes none of it. */
export function isAbout({ experiment: tried }: KlTrial, present: Experiment): boolean {
  const facts = ({ data, problem, privacy }: Experiment) =>
    JSON.stringify([data, problem, privacy.notion]);
  return facts(tried) === facts(present);
}

/** Whether what a trial says of its methods still holds: it depends on the budget and on the releases. */
export function isPaidAlike({ experiment: tried }: KlTrial, present: Experiment): boolean {
  const terms = ({ privacy, run }: Experiment) => JSON.stringify([privacy, run?.randomness]);
  return terms(tried) === terms(present);
}

/** Whether nothing was edited while the engine made a trial, whose experiment would undo that. */
export function isAnswerTo(asked: Experiment, present: Experiment): boolean {
  return JSON.stringify(asked) === JSON.stringify(present);
}

/** Whether a trial left everything as it was. */
export function changesNothing({ experiment: tried }: KlTrial, present: Experiment): boolean {
  return JSON.stringify(tried) === JSON.stringify(present);
}

/** How a trial went, in one sentence. */
export function trialSummary({ changes, certified, assumed }: KlTrial): string {
  const count = (list: readonly string[], one: string) =>
    `${list.length === 0 ? 'no' : list.length} ${list.length === 1 ? one : `${one}s`}`;
  const facts = `${count(certified, 'certified fact')}, ${count(assumed, 'assumption')}`;
  return `Tried as a KL problem: ${count(changes, 'change')}, ${facts}.`;
}
