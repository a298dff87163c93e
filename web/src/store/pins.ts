import type { PinnedRun } from '../curves/ghosts.ts';
import type { Experiment } from '../engine/types.ts';
import { budgetText } from '../privacy/budget.ts';
import { askedText, promiseLines } from '../privacy/promise.ts';
import { proposedName } from './pin-names.ts';
import { isSameResult, type ExperimentPicture } from './picture.ts';

/** More pinned runs than these would hide what is looked at. */
export const mostPins = 5;
/** More promises than these are told in one. */
const mostPromises = 2;
const longestName = 60;

/** A finished run that is kept behind the next ones, with all that belongs to it. */
export interface Pin {
  id: number;
  /** What the reader calls it; null until then: it is called by what differs. */
  name: string | null;
  /** The least that no other has. */
  place: number;
  picture: ExperimentPicture;
}

/** Whether a picture can be pinned, and why not. */
export type Pinning = 'free' | 'pinned' | 'full' | 'unfinished';

export function pinning(pins: readonly Pin[], picture: ExperimentPicture | null): Pinning {
  if (picture?.status !== 'done') return 'unfinished';
  if (pins.some((pin) => isSameResult(picture, pin.picture))) return 'pinned';
  return pins.length >= mostPins ? 'full' : 'free';
}

/** With the picture pinned, where that can be. */
export function withPin(pins: readonly Pin[], picture: ExperimentPicture | null): readonly Pin[] {
  if (picture === null || pinning(pins, picture) !== 'free') return pins;
  const free = Array.from({ length: mostPins }, (_, place) => place);
  const place = free.find((one) => pins.every((pin) => pin.place !== one))!;
  const id = Math.max(0, ...pins.map((pin) => pin.id)) + 1;
  return [...pins, { id, name: null, place, picture }];
}

/** An empty name gives the proposed one back. */
export function withName(pins: readonly Pin[], id: number, name: string): readonly Pin[] {
  const given = name.trim().slice(0, longestName) || null;
  return pins.map((pin) => (pin.id === id ? { ...pin, name: given } : pin));
}

export function withoutPin(pins: readonly Pin[], id: number): readonly Pin[] {
  return pins.filter((pin) => pin.id !== id);
}

/** The pinned runs under their names, none of which is another's. */
export function pinnedRuns(pins: readonly Pin[], drawn: Experiment): PinnedRun[] {
  const taken = new Set<string>();
  return pins.map(({ id, name, place, picture }) => {
    const { collection, experiment, plan, result } = picture;
    const unique = untaken(name ?? proposedName(experiment, drawn), taken);
    taken.add(unique);
    return { pin: id, name: unique, promise: promiseOf(picture), place, collection, plan, result };
  });
}

function untaken(name: string, taken: ReadonlySet<string>): string {
  let [unique, count] = [name, 1];
  while (taken.has(unique)) unique = `${name} (${(count += 1)})`;
  return unique;
}

/** What the pinned run itself promises, and whether that is certified. */
function promiseOf({ experiment, plan, result }: ExperimentPicture): string {
  if (plan === null) return askedText(experiment);
  const lines = promiseLines(plan, result);
  if (lines.length > mostPromises) {
    const marks = [...new Set(lines.map(({ mark }) => mark))];
    return `${budgetText(experiment)}: ${marks.join(', ')}`;
  }
  return lines
    .map(
      ({ labels, text, mark }) =>
        `${labels.length > 0 ? `${labels.join(', ')}: ` : ''}${text}, ${mark}`,
    ) // prettier-ignore
    .join('; ');
}
