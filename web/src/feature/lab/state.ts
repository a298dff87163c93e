import { batch } from './batch/question.ts';
import { bounds } from './bounds/question.ts';
import { certificate } from './certificate/question.ts';
import { epoch } from './epoch/question.ts';
import { figures } from './figures/question.ts';
import { horizon } from './horizon/question.ts';
import { kl } from './kl/question.ts';
import { quadratic } from './quadratic/question.ts';
import { releases } from './releases/question.ts';
import { tables } from './tables/question.ts';
import { vertices } from './vertices/question.ts';
import { widths } from './widths/question.ts';
import { type ValuesOf, type AnyQuestion, defaultsOf, readValue } from './shared/fields.ts';
import type { OpenFacts } from './shared/open-facts.ts';

/** Every question of the lab, in the order of its tabs: the name is that of its folder and its address. */
export const questions = {
  quadratic,
  certificate,
  figures,
  horizon,
  bounds,
  kl,
  releases,
  epoch,
  batch,
  tables,
  widths,
  vertices,
};

export type LabView = keyof typeof questions;
export const labViews = Object.keys(questions) as LabView[];

/** A question as the page shows it, whichever it is. */
export function questionOf(view: LabView): AnyQuestion {
  return questions[view];
}

/** Which question is open, and everything that is set in each. */
export type LabState = { view: LabView } & {
  [View in LabView]: ValuesOf<(typeof questions)[View]['settings']>;
};

export const initialLab = {
  view: 'quadratic',
  ...Object.fromEntries(labViews.map((view) => [view, defaultsOf(questionOf(view).settings)])),
} as LabState;

/** A copy with one setting changed, such as `quadratic.momentum`; unchanged when the value is none. */
export function withSetting(state: LabState, path: string, value: unknown): LabState {
  const [view, name] = path.split('.') as [LabView, string];
  if (!labViews.includes(view)) return state;
  const group = questionOf(view).settings;
  const read = Object.hasOwn(group, name) ? readValue(group[name], value) : null;
  return read === null ? state : { ...state, [view]: { ...state[view], [name]: read } };
}

/**
 * The state as text for an address: the open view, then what differs from the defaults, as in
 * `quadratic,quadratic.momentum:0.9`.
 */
export function labText(state: LabState): string {
  const changes = labViews.flatMap((view) => {
    const values: Record<string, unknown> = state[view];
    const defaults: Record<string, unknown> = initialLab[view];
    return Object.keys(values)
      .filter((name) => values[name] !== defaults[name])
      .map((name) => `${view}.${name}:${String(values[name])}`);
  });
  return [state.view, ...changes].join(',');
}

/** Reads such a text. What is not understood keeps its default; numbers are moved into their range. */
export function readLab(text: string): LabState {
  const [view, ...changes] = text.slice(0, 4000).split(',');
  const start = { ...initialLab, view: labViews.find((one) => one === view) ?? 'quadratic' };
  return changes.reduce<LabState>((state, change) => {
    const [path, value = ''] = change.split(':');
    const asNumber = value.trim() === '' ? Number.NaN : Number(value);
    const next = withSetting(state, path, value);
    return next === state ? withSetting(state, path, asNumber) : next;
  }, start);
}

/** What a question takes from the open experiment, until the reader sets one of these; null where it takes nothing. */
function followed(state: LabState, view: LabView, open: OpenFacts | null) {
  const values: Record<string, unknown> = state[view];
  if (open === null || values['source'] !== 'experiment') return null;
  const { factsOf } = questionOf(view);
  const { samples, dimension, epsilon, delta } = open;
  return factsOf ? factsOf(open) : { samples, dimension, epsilon, delta };
}

/** The state as it is shown: where it follows the experiment, with the experiment's numbers. */
export function shownState(state: LabState, open: OpenFacts | null): LabState {
  return labViews.reduce((shown, view) => {
    const facts = Object.entries(followed(state, view, open) ?? {});
    const known = facts.filter(([name]) => name in state[view]);
    return known.reduce(
      (next, [name, value]) => withSetting(next, `${view}.${name}`, value),
      shown,
    );
  }, state);
}

/** A changed setting; a number that followed the experiment is from now on the reader's own. */
export function withOwnSetting(
  state: LabState,
  open: OpenFacts | null,
  path: string,
  value: unknown,
): LabState {
  const [view, name] = path.split('.') as [LabView, string];
  const facts = followed(state, view, open);
  if (facts === null || !(name in facts)) return withSetting(state, path, value);
  return withSetting(withSetting(shownState(state, open), `${view}.source`, 'own'), path, value);
}
