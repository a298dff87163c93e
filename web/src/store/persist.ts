import type { Experiment } from '../engine/types.ts';
import type { CheckExperiment } from '../link/experiment-text.ts';
import { measureNames } from '../results/measures.ts';
import { initialView, type View } from './state.ts';

const viewKey = 'noisy-descent.view';
const historyKey = 'noisy-descent.history';

/** Browsers may refuse storage; the page works without it. */
export function saveView(view: View): void {
  attempt(() => localStorage.setItem(viewKey, JSON.stringify(view)));
}

/** Undo and redo of this tab survive its reload. */
export function saveHistory(history: { past: Experiment[]; future: Experiment[] }): void {
  attempt(() => sessionStorage.setItem(historyKey, JSON.stringify(history)));
}

/** The last view of this reader. */
export function loadView(): View {
  return readView(parse(attempt(() => localStorage.getItem(viewKey))));
}

/** A view from anywhere, with every unknown or damaged part replaced by the default. */
export function readView(stored: Readonly<Record<string, unknown>>): View {
  const view = { ...initialView };
  const axes = ['iteration', 'gradientEvaluations', 'passes', 'seconds'] as const;
  view.axis = axes.find((one) => one === stored['axis']) ?? view.axis;
  view.measure = measureNames.find((one) => one === stored['measure']) ?? view.measure;
  view.scale = stored['scale'] === 'linear' ? 'linear' : 'log';
  view.showBounds = stored['showBounds'] === true;
  view.showFloors = stored['showFloors'] !== false;
  view.showBeside = stored['showBeside'] !== false;
  return view;
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
