import type { LinkView } from '../../../wasm/client/link/index.ts';
import { readView, type View } from '../store/state.ts';

const layouts: readonly View['layout'][] = ['single', 'points', 'algorithms', 'ends', 'landscape'];

/** What is looked at, as links say it. */
export function linkViewOf(view: View): Required<LinkView> {
  const { axis, measure, scale, layout, sweep } = view;
  return {
    axis,
    measure,
    scale,
    layout,
    sweep: Object.fromEntries(Object.entries(sweep).filter(isChosen)),
    bounds: view.showBounds,
    floors: view.showFloors,
    beside: view.showBeside,
    hidden: view.faded,
  };
}

/** The view that a link asks for, with everything that this page does not know at its default. */
export function viewOfLink(asked: Required<LinkView>): View {
  const { bounds, floors, beside, hidden, layout, sweep, ...known } = asked;
  const view = readView({ ...known, showBounds: bounds, showFloors: floors, showBeside: beside });
  return {
    ...view,
    faded: [...hidden],
    layout: layouts.find((one) => one === layout) ?? null,
    sweep: { ...sweep },
  };
}

function isChosen(choice: [string, number | null | undefined]): choice is [string, number | null] {
  return choice[1] !== undefined;
}
