import { isOfProblem } from '../../experiment/sweep.ts';
import type { Trajectory } from './trajectories.ts';

/** The runs that go over one ground: those whose swept problem is the first one's. */
export function onOneGround(trajectories: readonly Trajectory[]): readonly Trajectory[] {
  const first = trajectories.at(0);
  if (first === undefined) return trajectories;
  return trajectories.filter((one) => groundKey(one) === groundKey(first));
}

/** The run that is looked at: the one of this key while it is shown, else the first that is. */
export function chosenOf(
  trajectories: readonly Trajectory[],
  key: string | null,
  faded: readonly string[],
): Trajectory | null {
  const shown = trajectories.filter(({ label }) => !faded.includes(label));
  return shown.find((one) => one.key === key) ?? shown.at(0) ?? null;
}

/** The shown run that comes so many places after another one; round the end it begins again. */
export function neighbour(
  trajectories: readonly Trajectory[],
  key: string | null,
  faded: readonly string[],
  places: number,
): Trajectory | null {
  const shown = trajectories.filter(({ label }) => !faded.includes(label));
  const at = shown.findIndex((one) => one.key === key);
  return shown.at((at + places + shown.length) % Math.max(1, shown.length)) ?? null;
}

function groundKey({ sweep }: Trajectory): string {
  return JSON.stringify(Object.entries(sweep).filter(([path]) => isOfProblem(path)));
}
