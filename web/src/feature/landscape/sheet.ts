import type { Range } from '../../chart/range.ts';
import type { Point } from '../../chart/surface.ts';
import { linearTicks, type Tick } from '../../chart/ticks.ts';
import { padded } from './extent.ts';
import { mapBox, pointOf, splitBox, viewOf, type Box, type View } from './frame.ts';
import type { Place } from './plane.ts';
import type { Ground, Path, Stage } from './scene.ts';
import { valueAtPlace, type Terrain } from './terrain.ts';
import { timeScaleOf } from './time-scale.ts';

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
