import { Drawing } from '../app/drawing.ts';
import { figureOf } from '../app/exports.ts';
import { svgFigure } from '../export/download.ts';
import type { State } from '../store/state.ts';

/** The curves of a state as the text of an SVG document; null before there are any. */
export function drawPoster(state: Readonly<State>): string | null {
  const drawing = new Drawing();
  drawing.refresh(state.picture, state.view);
  const { model, panels } = drawing;
  if (state.picture === null || model === null) return null;
  return svgFigure(figureOf(state.picture, state, { model, panels }));
}
