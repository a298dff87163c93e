import { seriesDash } from '../../chart/palette.ts';
import type { Point, Surface } from '../../chart/surface.ts';
import { pointOf, scalesOf, type View, dot, ellipse, star } from './frame.ts';
import type { LandscapeInks } from './inks.ts';
import type { Panel, Sheet, Track } from './sheet.ts';
import { standing } from './trajectories.ts';

/** From ring to ring along a run's line, in pixels. */
const ringDistance = 12;

/** What is looked at now. */
export interface Moment {
  /** May lie between two iterations, while runs are on their way. */
  iteration: number;
  /** The run that stands out; null for none. */
  chosen: string | null;
  /** Names of the curves that are left out. */
  faded: readonly string[];
  /** How far the chosen run's last step was moved by its noise in each coordinate; null: unknown. */
  spread: number | null;
}

/**
 * The lines of the runs that are not looked at, from one moment on up to another, as far as they have
 * got to a point of theirs. What was drawn before stays under them.
 *
 * @param from null: from their start
 */
export function drawTrails(
  surface: Surface,
  sheet: Sheet,
  { from, to }: { from: number | null; to: Moment },
  inks: LandscapeInks,
): void {
  for (const panel of sheet.panels) {
    if (panel.kind === 'curve') continue;
    inside(surface, panel, () => {
      for (const track of shownIn(panel, to)) {
        if (keyOf(track) !== to.chosen) drawTrail(surface, track, { from, to }, inks);
      }
    });
  }
}

/** What moves: the chosen run up to a moment, where all runs stand, and the noise of the last step. */
export function drawRuns(
  surface: Surface,
  sheet: Sheet,
  moment: Moment,
  inks: LandscapeInks,
): void {
  for (const panel of sheet.panels) {
    const shown = shownIn(panel, moment);
    const others = shown.filter((track) => keyOf(track) !== moment.chosen);
    const chosen = shown.find((track) => keyOf(track) === moment.chosen);
    const color = (track: Track) => inks.series(track.path.trajectory.colorIndex);
    inside(surface, panel, () => {
      if (panel.kind !== 'curve') {
        for (const track of others) drawLastPiece(surface, track, moment, inks);
        if (chosen) drawChosenTrail(surface, chosen, moment, inks);
      }
      if (panel.kind !== 'strip') drawMarks(surface, sheet, panel, inks);
      if (chosen) drawBall(surface, panel, chosen, moment, inks);
      for (const track of others) dot(surface, headOf(track, moment), 3, color(track), inks.paper);
      if (chosen) dot(surface, headOf(chosen, moment), 5, color(chosen), inks.paper);
    });
  }
}

function inside(surface: Surface, { view }: Panel, draw: () => void): void {
  surface.clip(view.left, view.top, view.width, view.height);
  draw();
  surface.unclip();
}

function shownIn({ tracks }: Panel, { faded }: Moment): Track[] {
  return tracks.filter(({ path }) => !faded.includes(path.trajectory.label));
}

/** The pixel at which a run stands. */
export function headOf({ path, points }: Track, { iteration }: Pick<Moment, 'iteration'>): Point {
  const { index, share } = standing(path.trajectory, iteration);
  const [x, y] = points[index];
  const next = points.at(index + 1);
  if (share === 0 || next === undefined) return [x, y];
  return [x + share * (next[0] - x), y + share * (next[1] - y)];
}

function drawTrail(
  surface: Surface,
  track: Track,
  { from, to }: { from: number | null; to: Moment },
  inks: LandscapeInks,
): void {
  const { trajectory } = track.path;
  const first = from === null ? 0 : standing(trajectory, from).index;
  const last = standing(trajectory, to.iteration).index;
  if (last > first) drawPiece(surface, track, track.points.slice(first, last + 1), first, inks);
}

/** From the last point of a run to where it is on its way to the next. */
function drawLastPiece(surface: Surface, track: Track, moment: Moment, inks: LandscapeInks): void {
  const { index, share } = standing(track.path.trajectory, moment.iteration);
  if (share === 0) return;
  drawPiece(surface, track, [track.points[index], headOf(track, moment)], index, inks);
}

/** A part of a run's line that begins at one of its points. */
function drawPiece(
  surface: Surface,
  { path, lengths }: Track,
  points: readonly Point[],
  first: number,
  inks: LandscapeInks,
): void {
  const { colorIndex, dashIndex } = path.trajectory;
  const dashes = { dash: seriesDash(dashIndex), dashOffset: lengths[first] };
  surface.polyline(points, { color: inks.faint(colorIndex), width: 1.25, ...dashes });
}

function trailOf(track: Track, moment: Moment): Point[] {
  const { index } = standing(track.path.trajectory, moment.iteration);
  return [...track.points.slice(0, index + 1), headOf(track, moment)];
}

/** On a border of paper, so that it is seen above the others, with a mark where each round began. */
function drawChosenTrail(surface: Surface, track: Track, moment: Moment, inks: LandscapeInks) {
  const { colorIndex, dashIndex } = track.path.trajectory;
  const trail = trailOf(track, moment);
  const color = inks.series(colorIndex);
  surface.polyline(trail, { color: inks.paper, width: 4 });
  surface.polyline(trail, { color, width: 2, dash: seriesDash(dashIndex) });
  const { index } = standing(track.path.trajectory, moment.iteration);
  for (const round of ringsOf(track)) {
    if (round <= index) dot(surface, track.points[round], 2, inks.paper, color);
  }
}

/** The rounds of a run that are so far apart on its line that their rings do not hide it. */
function ringsOf({ path, lengths }: Track): number[] {
  let last = 0;
  return path.rounds.filter((round) => {
    const isApart = lengths[round] - last >= ringDistance;
    if (isApart) last = lengths[round];
    return isApart;
  });
}

/** Where the runs began, and where the objective is least, or else the ground that is seen. */
function drawMarks(
  surface: Surface,
  { stage, ground }: Sheet,
  { view, heightAt }: Panel,
  inks: LandscapeInks,
): void {
  const start = pointOf(view, heightAt(stage.start));
  surface.polygon(ellipse(start, 6), inks.paper);
  surface.polyline(ellipse(start, 5), { color: inks.ink, width: 2 });
  const lowest = stage.minimizer ?? ground?.lowest ?? null;
  const least = lowest && pointOf(view, heightAt(lowest));
  name(surface, view, { at: start, text: 'start', isAbove: isHigher(start, least) }, inks);
  if (least === null) return;
  surface.polygon(star(least, 11), inks.paper);
  surface.polygon(star(least, 8), inks.ink);
  const text = stage.minimizer === null ? 'lowest' : 'minimum';
  name(surface, view, { at: least, text, isAbove: !isHigher(start, least) }, inks);
}

/** Whether the start is the upper one of the two marks, between which the runs lie. */
function isHigher(start: Point, least: Point | null): boolean {
  return least === null || start[1] < least[1];
}

/** A word at a mark, on the side where the runs are not, and inside the picture. */
function name(
  surface: Surface,
  { left, top, width, height }: View,
  { at: [x, y], text, isAbove }: { at: Point; text: string; isAbove: boolean },
  { ink }: LandscapeInks,
): void {
  const half = 4.5 * text.length;
  const middle = Math.min(left + width - half, Math.max(left + half, x));
  const [above, below] = [y - 14, y + 24];
  const [first, second] = isAbove ? [above, below] : [below, above];
  const line = first > top + 12 && first < top + height - 2 ? first : second;
  surface.text([middle, line], text, { color: ink, size: 12, align: 'middle', bold: true });
}

/**
 * One standard deviation of how far the last step's noise moves the point within this picture: in each
 * of its two directions; on a line, to either side.
 */
function drawBall(
  surface: Surface,
  panel: Panel,
  track: Track,
  moment: Moment,
  inks: LandscapeInks,
) {
  if (moment.spread === null) return;
  const [across, up] = scalesOf(panel.view);
  const haze = inks.haze(colorOf(track));
  const stroke = { color: inks.series(colorOf(track)), width: 1 };
  const [x, y] = headOf(track, moment);
  const width = moment.spread * across;
  if (panel.kind === 'map') {
    const outline = ellipse([x, y], width, moment.spread * up);
    surface.polygon(outline, haze);
    surface.polyline(outline, stroke);
    return;
  }
  const { top, height } = panel.view;
  const [low, high] = panel.kind === 'curve' ? [top, top + height] : [y - 5, y + 5];
  surface.polygon([[x - width, low], [x + width, low], [x + width, high], [x - width, high]], haze); // prettier-ignore
}

const keyOf = ({ path }: Track) => path.trajectory.key;
const colorOf = ({ path }: Track) => path.trajectory.colorIndex;
