import { tenth, type Point } from '../../chart/surface.ts';
import { formatNumber } from '../../format/number.ts';
import { sharesOf, type Strategy } from './players.ts';
import type { Player } from '../paths/players.ts';
import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { swatchStyles, seriesClass } from '../../components/shared/swatch.ts';
import {
  notPrivate,
  pointsText,
  solutionStar,
  trackEnds,
  trackLine,
  trackStyles,
} from '../paths/tracks.ts';

/** The picture's size; the triangle has sides of one length. */
const size = { width: 160, height: 150 } as const;
const side = 124;
const height = (side * Math.sqrt(3)) / 2;
const left = (size.width - side) / 2;
const bottom = 128;

/** Where the first, second and third vertex stand: left, at the top, right. */
export const corners: readonly [Point, Point, Point] = [[left, bottom], [left + side / 2, bottom - height], [left + side, bottom]]; // prettier-ignore

/** Shares that many are left of the one that a line is of: lines at these shares are drawn. */
const levels = [0.25, 0.5, 0.75];

/** Three shares as a place: the mean of the corners, weighted by them. */
export function ternaryPlace(shares: readonly number[]): Point {
  const total = shares[0] + shares[1] + shares[2];
  const at = (axis: 0 | 1) =>
    corners.reduce((sum, corner, vertex) => sum + (shares[vertex] / total) * corner[axis], 0);
  return [tenth(at(0)), tenth(at(1))];
}

/** Of each vertex the lines on which its share is the same. */
export const gridLines: readonly (readonly [Point, Point])[] = [0, 1, 2].flatMap((vertex) =>
  levels.map((level): [Point, Point] => {
    const ends = [1, 2].map((step) => {
      const shares = [0, 0, 0];
      shares[vertex] = level;
      shares[(vertex + step) % 3] = 1 - level;
      return ternaryPlace(shares);
    });
    return [ends[0], ends[1]];
  }),
);

/** One run in a triangle. */
export interface TernaryTrack {
  path: Pick<Strategy, 'label' | 'colorIndex' | 'dashIndex'>;
  points: readonly Point[];
  /** What its vertices were drawn from, from the first step on; empty where it is not shown. */
  hidden: readonly Point[];
}

export function ternaryTracks(player: Player, strategies: readonly Strategy[]): TernaryTrack[] {
  return strategies.map((strategy) => ({
    path: strategy,
    points: strategy.points.map((point) => ternaryPlace(sharesOf(player, point))),
    hidden: strategy.hidden.map((point) => ternaryPlace(sharesOf(player, point))),
  }));
}

/** The point of a run that is so far on its way, from 0 to 1. */
export function pointAt({ points }: Pick<Strategy, 'points'>, progress: number): number {
  return Math.round(progress * (points.length - 1));
}

/** Shares with the names of their vertices. */
export function shareWords(shares: readonly number[], nameOf: (vertex: number) => string): string {
  return shares.map((share, vertex) => `${nameOf(vertex)} ${formatNumber(share)}`).join(', ');
}

/** A triangle in words: where each run began and ended. */
export function ternaryWords(
  player: Player,
  strategies: readonly Strategy[],
  nameOf: (vertex: number) => string,
  exact: readonly number[] | null,
): string {
  const place = (point: readonly number[]) => shareWords(sharesOf(player, point), nameOf);
  const way = (points: readonly (readonly number[])[]) => `from ${place(points[0])} to ${place(points.at(-1)!)}.`; // prettier-ignore
  const told = strategies.map(({ label, points, hidden, isReleased }) => {
    const kind = isReleased ? '' : ' (not private)';
    const drawnFrom = hidden.length > 0 ? ` Its internal iterate, not private: ${way(hidden)}` : '';
    return `${label}${kind}: ${way(points)}${drawnFrom}`;
  });
  const known = exact === null ? [] : [`Solution, not private: ${shareWords(exact, nameOf)}.`];
  return [`${player.letter} in the triangle of its three strategies.`, ...told, ...known].join(' ');
}

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
