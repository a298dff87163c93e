import type { Point } from '../../chart/surface.ts';
import type { Moment } from './draw-runs.ts';
import type { Sheet, Track } from './sheet.ts';
import { standing } from './trajectories.ts';

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
