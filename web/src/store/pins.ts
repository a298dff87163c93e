import type { PinnedRun } from '../curves/ghosts.ts';
import type { Experiment } from '../engine/types.ts';
import { budgetText, sweptValues } from '../privacy/budget.ts';
import { askedText, promiseLines } from '../privacy/promise.ts';
import { isSameResult, type ExperimentPicture } from './picture.ts';
import { formatChosen, textOf } from '../format/number.ts';
import { fieldName } from '../results/visible.ts';

// What a pinned run is called until the reader names it: what it has that the drawn one has not.

/** More differences than these are counted. */
const mostNamed = 3;
/** How a title calls a run, and what version a file has, makes no other run. */
const unnamed = new Set(['title', 'version', '$schema']);

interface Difference {
  path: string;
  value: unknown;
}

/** "epsilon 1, iterations 200"; the budget where there is no difference. */
export function proposedName(own: Experiment, drawn: Experiment): string {
  const parts = [...new Set(differences(own, drawn).map((one) => partOf(one, own)))];
  if (parts.length === 0) return budgetName(own);
  const named = parts.slice(0, mostNamed).join(', ');
  return parts.length > mostNamed ? `${named} and ${parts.length - mostNamed} more` : named;
}

function budgetName(experiment: Experiment): string {
  const { notion, epsilon, rho } = experiment.privacy;
  const [name, value] = notion === 'zcdp' ? ['rho', rho] : ['epsilon', epsilon];
  const isOne = notion !== 'none' && value !== undefined;
  return isOne && sweptValues(experiment, `privacy.${name}`) === null
    ? `${name} ${formatChosen(value)}`
    : budgetText(experiment);
}

function differences(own: unknown, other: unknown, path = ''): Difference[] {
  if (own === other || unnamed.has(path)) return [];
  const [mine, theirs] = [partsOf(own), partsOf(other)];
  const isDeeper = mine !== null && theirs !== null && path !== 'sweep' && !isOtherList(own, other);
  if (!isDeeper) {
    return JSON.stringify(own) === JSON.stringify(other) ? [] : [{ path, value: own }];
  }
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) =>
    differences(mine[key], theirs[key], path === '' ? key : `${path}.${key}`),
  );
}

/** What objects, and lists of objects, are made of; null of everything else, which is one value. */
function partsOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value) && value.some((one) => partsOf(one) === null);
  return isList ? null : (value as Record<string, unknown>);
}

function isOtherList(own: unknown, other: unknown): boolean {
  return Array.isArray(own) !== Array.isArray(other) || (Array.isArray(own) && own.length !== (other as unknown[]).length); // prettier-ignore
}

function partOf({ path, value }: Difference, own: Experiment): string {
  const [block, , field = ''] = path.split('.');
  if (block === 'sweep') {
    const axes = own.sweep ?? [];
    return axes.length === 0 ? 'no sweep' : `over ${axes.map((axis) => fieldName(axis.path)).join(', ')}`; // prettier-ignore
  }
  if (block === 'algorithms' && (field === '' || field === 'id')) {
    return own.algorithms.map(({ id }) => id).join(', ');
  }
  if (block === 'data' && /\.(?:kind|name)$/.test(path)) return dataName(own);
  const text = valueName(value);
  return text === null ? `${fieldName(path)} by default` : `${fieldName(path)} ${text}`;
}

function dataName({ data }: Experiment): string {
  return 'name' in data && data.name ? data.name : `${data.kind} data`;
}

/** Null where nothing is stated. */
function valueName(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return formatChosen(value);
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') && value.length <= 4 ? value.map(valueName).join(', ') : 'of its own'; // prettier-ignore
  if (typeof value !== 'object') return textOf(value);
  const { kind, name } = value as { kind?: unknown; name?: unknown };
  return textOf(name) || textOf(kind) || 'of its own';
}

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
