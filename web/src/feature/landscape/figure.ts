import {
  bordersOf,
  drawLegend,
  drawTitle,
  legendHeight,
  type Entry,
  type Figure,
} from '../../chart/figure.ts';
import { seriesDash } from '../../chart/palette.ts';
import { drawGround } from './draw-ground.ts';
import { drawRuns, drawTrails, type Moment } from './draw-runs.ts';
import { margins, type Box } from './frame.ts';
import { printLandscapeInks } from './inks.ts';
import type { Ground, Stage } from './scene.ts';
import { sheetOf } from './sheet.ts';

const width = 720;
const side = 12;
/** Of a map whose axes have scales of their own. */
const usualHeight = 420;

/** The landscape for print at a moment, on white, as large as it fits on a page. */
export function landscapeFigure(
  stage: Stage,
  ground: Ground | null,
  moment: Moment,
  words: Pick<Figure, 'title' | 'caption'>,
): Figure {
  const { top, foot } = bordersOf(words, width);
  const entries = entriesOf(stage, moment);
  const map = mapPlace(stage, top);
  const legend = { left: map.left, width: map.width, columns: 2 };
  const picture = {
    left: side,
    top: top - margins.top,
    width: width - 2 * side,
    height: map.height + margins.top + margins.bottom,
  };
  const sheet = sheetOf(stage, ground, picture);
  return {
    ...words,
    width,
    height: map.top + map.height + 62 + legendHeight(entries, legend) + foot,
    draw(surface) {
      drawTitle(surface, this);
      drawGround(surface, sheet, printLandscapeInks);
      drawTrails(surface, sheet, { from: null, to: moment }, printLandscapeInks);
      drawRuns(surface, sheet, moment, printLandscapeInks);
      drawLegend(surface, entries, { ...legend, top: map.top + map.height });
    },
  };
}

/** Lengths that are the same in both directions on the screen are so on paper. */
function mapPlace({ extent: { x, y, isEven }, plane }: Stage, top: number): Box {
  const across = width - 2 * side - margins.left - margins.right;
  const isSquare = isEven && plane.v !== null;
  const height = isSquare ? Math.round((across * (y[1] - y[0])) / (x[1] - x[0])) : usualHeight;
  return { left: side + margins.left, top, width: across, height };
}

/** The curves that are shown, each once. */
function entriesOf({ paths }: Stage, { faded }: Moment): Entry[] {
  const shown = paths.filter(({ trajectory }) => !faded.includes(trajectory.label));
  const byLabel = new Map(shown.map(({ trajectory }) => [trajectory.label, trajectory]));
  return [...byLabel].map(([label, { colorIndex, dashIndex }]) => {
    const color = printLandscapeInks.series(colorIndex);
    return { label, stroke: { color, width: 2, dash: seriesDash(dashIndex) } };
  });
}
