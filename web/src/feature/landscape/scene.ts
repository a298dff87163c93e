import { contoursOf, type Contour } from './draw-ground.ts';
import { extentOf, type Extent } from './frame.ts';
import { planeOf, projected, type Place, type Plane } from './plane.ts';
import { levelsOf, lowestPlace, type Levels, type Terrain } from './terrain.ts';
import { changesOf, framesOf, type Trajectory } from './trajectories.ts';

/** A run on the plane. */
export interface Path {
  trajectory: Trajectory;
  places: readonly Place[];
  /** The positions of its points at which a new round begins. */
  rounds: readonly number[];
}

/** Everything about the runs that stands still while they are watched. */
export interface Stage {
  plane: Plane;
  extent: Extent;
  paths: readonly Path[];
  /** Every iteration at which a run has a point. */
  frames: readonly number[];
  /** The first point of the first run. */
  start: Place;
  /** Where the objective is least; null where nobody knows it. */
  minimizer: Place | null;
}

/** The ground under the runs. */
export interface Ground {
  terrain: Terrain;
  levels: Levels;
  /** Lines to be drawn, and between them more levels to be filled; highest first. */
  lines: readonly Contour[];
  fills: readonly Contour[];
  /** Where the map is lowest; null where that is its border, and of a flat one. */
  lowest: Place | null;
}

/** Of the numbers that a step tells, the one that counts rounds. */
const roundColumn = 'round';
/** So many shades lie between two lines. */
const shades = 3;

/**
 * The runs on their plane; null where none has a point.
 *
 * @param minimizer of the objective, a point of the space; null where it is not known
 */
export function stageOf(
  trajectories: readonly Trajectory[],
  minimizer: readonly number[] | null,
  aspect: number,
): Stage | null {
  if (trajectories.length === 0) return null;
  const plane = planeOf(trajectories);
  const paths = trajectories.map((trajectory) => ({
    trajectory,
    places: trajectory.iterates.map((point) => projected(plane, point)),
    rounds: changesOf(trajectory.numbers[roundColumn]),
  }));
  const places = paths.flatMap((path) => [...path.places]);
  const known = minimizer?.length === plane.dimension ? projected(plane, minimizer) : null;
  return {
    plane,
    extent: extentOf(known === null ? places : [...places, known], plane.v && aspect),
    paths,
    frames: framesOf(trajectories),
    start: paths[0].places[0],
    minimizer: known,
  };
}

export function groundOf(terrain: Terrain): Ground {
  const levels = levelsOf(terrain);
  const isPlane = terrain.y !== null;
  const lines = isPlane ? contoursOf(terrain, levels) : [];
  const fills = isPlane ? contoursOf(terrain, refined(levels)) : [];
  return { terrain, levels, lines, fills, lowest: lowestPlace(terrain) };
}

/** The same levels with more of them between any two. */
function refined({ floor, gaps }: Levels): Levels {
  const ratio = gaps.length > 1 ? gaps[1] / gaps[0] : 1;
  const between = (gap: number, index: number) =>
    Array.from({ length: index + 1 < gaps.length ? shades : 1 }, (_, step) => gap * ratio ** (step / shades)); // prettier-ignore
  return { floor, gaps: gaps.flatMap(between) };
}
