import type { Experiment } from '../engine/types.ts';
import type { CheckExperiment } from '../experiment/text.ts';
import { readView, type View } from './state.ts';

const viewKey = 'noisy-descent.view';
const historyKey = 'noisy-descent.history';
const panelsKey = 'noisy-descent.panels';
const begunKey = 'noisy-descent.begun';

/** Browsers may refuse storage; the page works without it. */
export function saveView(view: View): void {
  attempt(() => localStorage.setItem(viewKey, JSON.stringify(view)));
}

/** Undo and redo of this tab survive its reload. */
export function saveHistory(history: { past: Experiment[]; future: Experiment[] }): void {
  attempt(() => sessionStorage.setItem(historyKey, JSON.stringify(history)));
}

/** A run that began, and whose end this tab has not seen. */
export interface Begun {
  /** Tells its experiment from others. */
  of: string;
  /** The name of the file that it reads; null without one. */
  file: string | null;
  /** Whether it was counted on that file. */
  isCounted: boolean;
}

export function saveBegun(begun: Begun): void {
  attempt(() => sessionStorage.setItem(begunKey, JSON.stringify(begun)));
}

export function forgetBegun(): void {
  attempt(() => sessionStorage.removeItem(begunKey));
}

export function loadBegun(): Begun | null {
  const { of, file, isCounted } = parse(attempt(() => sessionStorage.getItem(begunKey)));
  if (typeof of !== 'string') return null;
  return { of, file: typeof file === 'string' ? file : null, isCounted: isCounted === true };
}

/** The last view of this reader. */
export function loadView(): View {
  return readView(parse(attempt(() => localStorage.getItem(viewKey))));
}

/** The titles of the panels that this reader has open. */
export function keepPanels(titles: readonly string[]): void {
  attempt(() => localStorage.setItem(panelsKey, JSON.stringify({ open: titles })));
}

export function keptPanels(): string[] {
  const { open } = parse(attempt(() => localStorage.getItem(panelsKey)));
  return Array.isArray(open) ? open.filter((one) => typeof one === 'string') : [];
}

export function loadHistory(
  check: CheckExperiment,
): { past: Experiment[]; future: Experiment[] } | null {
  const stored = parse(attempt(() => sessionStorage.getItem(historyKey)));
  const read = (list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((value: unknown) => {
      const checked = check(value);
      return 'experiment' in checked ? [checked.experiment] : [];
    });
  const history = { past: read(stored['past']), future: read(stored['future']) };
  return history.past.length + history.future.length > 0 ? history : null;
}

function parse(text: string | null | undefined): Record<string, unknown> {
  const value: unknown = attempt(() => JSON.parse(text ?? '{}') as unknown);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
