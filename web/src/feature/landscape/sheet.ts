import type { Range } from '../../chart/range.ts';
import { linearTicks, type Tick } from '../../chart/ticks.ts';
import { formatCount } from '../../format/number.ts';
import { type Trajectory, standing } from './trajectories.ts';
import type { Point } from '../../chart/surface.ts';
import { padded, mapBox, pointOf, splitBox, viewOf, type Box, type View } from './frame.ts';
import type { Place } from './plane.ts';
import type { Ground, Path, Stage } from './scene.ts';
import { valueAtPlace, type Terrain } from './terrain.ts';
import type { Moment } from './draw-runs.ts';

/** How the iterations of runs lie on an axis that runs down. */
export interface TimeScale {
  title: string;
  /** The height of an iteration: the later, the lower. */
  heightAt(iteration: number): number;
  range: Range;
  /** About so many. */
  ticks(wanted: number): Tick[];
}

/** Where the longest run is more than so many times as long as the shortest, that one would not be seen. */
const mostRatio = 8;

/** Evenly; where runs are of very different lengths, by their logarithm, so that all are seen. */
export function timeScaleOf(runs: readonly Pick<Trajectory, 'iteration'>[]): TimeScale {
  const ends = runs.map(({ iteration }) => Math.max(1, iteration.at(-1) ?? 1));
  const last = Math.max(1, ...ends);
  return last > mostRatio * Math.min(last, ...ends) ? byLogarithm(last) : evenly(last);
}

function evenly(last: number): TimeScale {
  return {
    title: 'iteration',
    heightAt: (iteration) => -iteration,
    range: [-last, 0],
    ticks: (wanted) =>
      linearTicks([0, last], wanted).map(({ value, label }) => ({ value: -value, label })),
  };
}

function byLogarithm(last: number): TimeScale {
  const heightAt = (iteration: number) => -Math.log10(1 + iteration);
  const powers = Array.from({ length: Math.floor(Math.log10(last)) + 1 }, (_, power) => 10 ** power); // prettier-ignore
  return {
    title: 'iteration (log)',
    heightAt,
    range: [heightAt(last), 0],
    ticks: () =>
      [0, ...powers].map((value) => ({ value: heightAt(value), label: formatCount(value) })),
  };
}

/** A run in the pixels of a panel. */
export interface Track {
  path: Path;
  points: readonly Point[];
  /** How long the run's line is up to each point, in pixels: its dashes go on from there. */
  lengths: readonly number[];
}

/**
 * A part of the picture: the map of a plane; of a line its curve, and below it the runs against their
 * iterations.
 */
export interface Panel {
  kind: 'map' | 'curve' | 'strip';
  view: View;
  tracks: readonly Track[];
  titles: { x: string; y: string };
  /** Of the vertical axis, about so many. */
  ticks(wanted: number): Tick[];
  /** Where a place of the plane lies here: on a curve as high as the objective is. */
  heightAt(place: Place): Place;
}

/** The picture at one size: everything has its place, and only what moves is drawn again. */
export interface Sheet {
  stage: Stage;
  /** Null while the objective is not there yet. */
  ground: Ground | null;
  panels: readonly Panel[];
}

/** @param place where the picture lies, with its axes */
export function sheetOf(stage: Stage, ground: Ground | null, place: Box): Sheet {
  const box = mapBox(place);
  const titles = axisTitles(stage);
  if (stage.plane.v !== null) {
    const heightAt = (place: Place) => place;
    const tracks = tracksOf(stage, viewOf(box, stage.extent), (path, index) => path.places[index]);
    const ticks = (wanted: number) => linearTicks(stage.extent.y, wanted);
    return { stage, ground, panels: [{ kind: 'map', ...tracks, titles, ticks, heightAt }] };
  }
  return { stage, ground, panels: linePanels(stage, ground?.terrain ?? null, splitBox(box)) };
}

/** The curve of the objective, and below it the runs against their iterations: time runs down. */
function linePanels(
  stage: Stage,
  terrain: Terrain | null,
  boxes: ReturnType<typeof splitBox>,
): Panel[] {
  const { extent, paths } = stage;
  const height = (place: number) => (terrain === null ? 0 : valueAtPlace(terrain, place));
  const heightAt = ([along]: Place): Place => [along, height(along)];
  const heights = heightRange(terrain);
  const time = timeScaleOf(paths.map(({ trajectory }) => trajectory));
  const curve = viewOf(boxes.curve, { x: extent.x, y: heights });
  const strip = viewOf(boxes.strip, { x: extent.x, y: time.range });
  const onCurve = tracksOf(stage, curve, ({ places }, index) => heightAt(places[index]));
  const inTime = tracksOf(stage, strip, ({ places, trajectory }, index) => [
    places[index][0],
    time.heightAt(trajectory.iteration[index]),
  ]);
  return [
    {
      kind: 'curve',
      ...onCurve,
      titles: { x: '', y: 'the objective' },
      ticks: (wanted) => linearTicks(heights, wanted),
      heightAt,
    },
    {
      kind: 'strip',
      ...inTime,
      titles: { x: axisTitles(stage).x, y: time.title },
      ticks: (wanted) => time.ticks(wanted),
      heightAt,
    },
  ];
}

/** What the axes are: the parameters, or the directions of the plane that they were projected on. */
function axisTitles({ plane: { dimension } }: Stage): { x: string; y: string } {
  if (dimension === 1) return { x: 'w', y: '' };
  if (dimension === 2) return { x: 'w₁', y: 'w₂' };
  return { x: 'first leading direction', y: 'second leading direction' };
}

function tracksOf(
  { paths }: Stage,
  view: View,
  placeAt: (path: Path, index: number) => Place,
): Pick<Panel, 'view' | 'tracks'> {
  const tracks = paths.map((path) => {
    const points = path.places.map((_, index) => pointOf(view, placeAt(path, index)));
    return { path, points, lengths: lengthsOf(points) };
  });
  return { view, tracks };
}

function lengthsOf(points: readonly Point[]): number[] {
  let length = 0;
  return points.map(([x, y], index) => {
    const [fromX, fromY] = points[Math.max(0, index - 1)];
    return (length += Math.hypot(x - fromX, y - fromY));
  });
}

function heightRange(terrain: Terrain | null): Range {
  return padded(terrain === null ? [0, 1] : Array.from(terrain.values));
}

/** A point that a run has been at. */
export interface Visited {
  track: Track;
  index: number;
  at: Point;
}

/** Farther away than this nothing is meant, in pixels. */
const reach = 20;

/** The visited point that is nearest to a pixel; null where none is near. */
export function nearest(sheet: Sheet, moment: Moment, [x, y]: Point): Visited | null {
  let best: Visited | null = null;
  let least = reach ** 2;
  for (const track of sheet.panels.flatMap(({ tracks }) => tracks)) {
    const { trajectory } = track.path;
    if (moment.faded.includes(trajectory.label)) continue;
    const last = standing(trajectory, moment.iteration).index;
    for (let index = 0; index <= last; index += 1) {
      const at = track.points[index];
      const distance = (at[0] - x) ** 2 + (at[1] - y) ** 2;
      if (distance > least) continue;
      least = distance;
      best = { track, index, at };
    }
  }
  return best;
}
