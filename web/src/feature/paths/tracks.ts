import { css, svg } from 'lit';
import { seriesDash } from '../../chart/palette.ts';
import { tenth, type Point } from '../../chart/surface.ts';
import { star } from '../landscape/frame.ts';
import { seriesClass } from '../../components/shared/swatch.ts';

/** One run in the pixels of a picture. */
interface Track {
  path: { colorIndex: number; dashIndex: number };
  points: readonly Point[];
}

export const trackStyles = css`
  polyline.path {
    fill: none;
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .start {
    fill: var(--paper);
    stroke-width: 1.5;
  }
  .end {
    fill: none;
    stroke-width: 3.5;
  }
  .solution {
    fill: var(--caution);
    stroke: var(--paper);
  }
  .label {
    fill: var(--caution);
    stroke: var(--paper);
    stroke-width: 3;
    paint-order: stroke;
    font-weight: 600;
  }
`;

export function trackLine({ path, points }: Track) {
  const dash = seriesDash(path.dashIndex).join(' ');
  return svg`<polyline class="path ${seriesClass(path)}" points=${pointsText(points)} stroke-dasharray=${dash || 'none'} />`;
}

/** A ring where a run began, a dot where it ended. */
export function trackEnds({ path, points }: Track) {
  const [[x, y], [lastX, lastY]] = [points[0], points.at(-1)!];
  return svg`<circle class="start ${seriesClass(path)}" cx=${x} cy=${y} r="3" />
    <circle class="end ${seriesClass(path)}" cx=${lastX} cy=${lastY} r="1.75" />`;
}

/** Where there is room beside a point. */
interface Side {
  isRight: boolean;
  isLow: boolean;
}

/** A star, with what it is on the side where there is room. */
export function solutionStar(point: Point, side: Side) {
  return svg`<polygon class="solution" points=${pointsText(star(point, 6))} />
    ${notPrivate(point, side)}`;
}

/** Says so of a mark that was read off the data exactly. */
export function notPrivate([x, y]: Point, { isRight, isLow }: Side) {
  return svg`<text class="label" x=${x} y=${isLow ? y + 17 : y - 8} text-anchor=${isRight ? 'end' : 'start'}>not private</text>`;
}

export function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${tenth(x)},${tenth(y)}`).join(' ');
}
