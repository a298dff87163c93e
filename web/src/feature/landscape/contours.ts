import { contours } from 'd3-contour';
import { heightsOf, type Levels, type Terrain } from './terrain.ts';
import type { Place } from './plane.ts';

/** Where the ground is no higher than a level: rings on the plane, holes run the other way. */
export interface Contour {
  /** The level, as a gap above the floor. */
  gap: number;
  /** Of each part its outer ring first, then its holes. */
  parts: readonly (readonly (readonly Place[])[])[];
}

/** The contour of every level, the highest first: painted in this order the lower ground lies on top. */
export function contoursOf(terrain: Terrain, levels: Levels): Contour[] {
  const { columns, rows } = terrain;
  // Depths instead of heights, because rings surround what is above a threshold.
  const depths = Array.from(heightsOf(terrain, levels), (height) => -height);
  const rings = contours().size([columns, rows]);
  const placed = placing(terrain);
  return [...levels.gaps].reverse().map((gap) => {
    const { coordinates } = rings.contour(depths, -Math.log10(gap));
    const parts = coordinates.map((part) => part.map((ring) => ring.map(placed)));
    return { gap, parts };
  });
}

/** Grid points stand in the middle of their cells, and the outermost at the ends of the map. */
function placing({ x, y, columns, rows }: Terrain) {
  const [low, high] = y ?? [0, 1];
  return ([column, row]: readonly number[]): Place => [
    x[0] + ((column - 0.5) / (columns - 1)) * (x[1] - x[0]),
    low + ((row - 0.5) / (rows - 1)) * (high - low),
  ];
}
