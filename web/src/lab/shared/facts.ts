import type { OpenFacts } from './open-facts.ts';
import { withSetting, type LabState, type LabView } from './settings.ts';

/** The views that follow the open experiment. */
const following = ['bounds', 'batch', 'tables'] as const satisfies readonly LabView[];
type Following = (typeof following)[number];

function follows(state: LabState, view: LabView): view is Following {
  return (
    (following as readonly string[]).includes(view) &&
    state[view as Following].source === 'experiment'
  );
}

/** The state as it is shown: where it follows the experiment, with the experiment's numbers. */
export function shownState(state: LabState, open: OpenFacts | null): LabState {
  if (open === null) return state;
  return following
    .filter((view) => follows(state, view))
    .reduce((shown, view) => {
      const names = Object.entries(open).filter(([name]) => name in state[view]);
      return names.reduce(
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
  if (open === null || !(name in open) || !follows(state, view)) {
    return withSetting(state, path, value);
  }
  return withSetting(withSetting(shownState(state, open), `${view}.source`, 'own'), path, value);
}
