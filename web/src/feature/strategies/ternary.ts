import type { Point } from '../../chart/surface.ts';
import { formatNumber } from '../../format/number.ts';
import { sharesOf, type Strategy } from './players.ts';
import type { Player } from '../paths/players.ts';

/** The picture's size; the triangle has sides of one length. */
export const size = { width: 160, height: 150 } as const;
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
  return [rounded(at(0)), rounded(at(1))];
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
    const drawnFrom = hidden.length > 0 ? ` Its hidden iterate, not private: ${way(hidden)}` : '';
    return `${label}${kind}: ${way(points)}${drawnFrom}`;
  });
  const known = exact === null ? [] : [`Solution, not private: ${shareWords(exact, nameOf)}.`];
  return [`${player.letter} in the triangle of its three strategies.`, ...told, ...known].join(' ');
}

function rounded(value: number): number {
  return Math.round(10 * value) / 10;
}
