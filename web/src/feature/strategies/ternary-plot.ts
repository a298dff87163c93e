import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Point } from '../../chart/surface.ts';
import { corners, gridLines, size, type TernaryTrack } from './ternary.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { swatchStyles } from '../../components/shared/swatch.ts';
import { seriesClass } from '../../components/shared/swatch.ts';
import {
  notPrivate,
  pointsText,
  solutionStar,
  trackEnds,
  trackLine,
  trackStyles,
} from '../paths/tracks.ts';

/** Strategies of three vertices in a triangle: the nearer a corner, the more its vertex is played. */
@customElement('nd-ternary-plot')
export class TernaryPlot extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    swatchStyles,
    trackStyles,
    css`
      .triangle {
        fill: none;
        stroke: var(--hairline-strong);
      }
      .grid {
        stroke: var(--hairline);
      }
      .hidden {
        stroke-dasharray: 1 3;
        stroke-linecap: round;
      }
      .hidden-end {
        fill: var(--paper);
        stroke: var(--caution);
        stroke-width: 1.5;
      }
      .at {
        fill: var(--paper);
        stroke-width: 2;
      }
    `,
  ];

  @property({ attribute: false }) tracks: readonly TernaryTrack[] = [];
  /** A point of each track that is marked; none where nothing is. */
  @property({ attribute: false }) marked: readonly number[] = [];
  /** What the corners are called: left, top, right. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** The solution without privacy; null where nobody asked for it. */
  @property({ attribute: false }) solution: Point | null = null;
  /** The same in words. */
  @property() words = '';

  override render() {
    const [left, top, right] = corners;
    return html`<svg
      class="plot"
      viewBox="0 0 ${size.width} ${size.height}"
      role="img"
      aria-label=${this.words}
    >
      ${gridLines.map(([[x1, y1], [x2, y2]]) => svg`<line class="grid" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`)}
      <polygon class="triangle" points=${pointsText(corners)} />
      <text x=${left[0] - 14} y=${left[1] + 15} text-anchor="start">${this.names[0]}</text>
      <text x=${top[0]} y=${top[1] - 6} text-anchor="middle">${this.names[1]}</text>
      <text x=${right[0] + 14} y=${right[1] + 15} text-anchor="end">${this.names[2]}</text>
      ${this.tracks.map(trackLine)} ${this.tracks.map(hiddenLine)} ${this.tracks.map(trackEnds)}
      ${this.tracks.map((track, index) => this.mark(track, index))} ${this.star()}
    </svg>`;
  }

  private mark({ path, points }: TernaryTrack, index: number) {
    const at = points.at(this.marked[index] ?? points.length);
    if (at === undefined) return nothing;
    const [x, y] = at;
    const diamond: Point[] = [[x, y - 5], [x + 5, y], [x, y + 5], [x - 5, y]]; // prettier-ignore
    return svg`<polygon class="at ${seriesClass(path)}" points=${pointsText(diamond)} />`;
  }

  private star() {
    if (this.solution === null) return nothing;
    return solutionStar(this.solution, sideOf(this.solution));
  }
}

/** Where vertices were drawn from, in dots, and a square of what is not private where it ended. */
function hiddenLine({ path, hidden }: TernaryTrack) {
  const end = hidden.at(-1);
  if (end === undefined) return nothing;
  const [x, y] = end;
  return svg`<polyline class="path hidden ${seriesClass(path)}" points=${pointsText(hidden)} />
    <rect class="hidden-end" x=${x - 3} y=${y - 3} width="6" height="6" />
    ${notPrivate(end, sideOf(end))}`;
}

/** Names stand towards the middle, and above a point but at the top. */
function sideOf([x, y]: Point) {
  return { isRight: x > size.width / 2, isLow: y < corners[1][1] + 16 };
}
