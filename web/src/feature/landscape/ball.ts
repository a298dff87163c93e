import type { AlgorithmPlan, PlanSegment } from '../../engine/types.ts';
import type { Trajectory } from './trajectories.ts';

type Moved = Pick<Trajectory, 'iteration' | 'iterates' | 'numbers'>;

/** The standard deviation of a variable of scale 1, by what noises gradients. */
const deviations: Readonly<Partial<Record<string, number>>> = { laplace: Math.SQRT2, gaussian: 1 };

/**
 * How far the noise of the step to a point moves it in each coordinate: one standard deviation, in the
 * parameters' own units. Null of a step without such noise, and where it is not told.
 *
 * What the step itself tells is meant where it does, else what the plan says of it.
 */
export function spreadAt(
  run: Moved,
  index: number,
  plan: AlgorithmPlan | undefined,
): number | null {
  const { iteration, numbers } = run;
  const step = iteration[index];
  const segment = segmentAt(plan, step);
  const deviation = deviations[segment?.mechanism ?? 'gaussian'];
  if (index === 0 || deviation === undefined) return null;
  const size = sizeAt(run, index, segment);
  const scale = numbers['noiseScale']?.[index] ?? plannedScale(plan, step);
  if (size === null || scale === null) return null;
  const spread = Math.abs(size) * scale * deviation;
  return spread > 0 && Number.isFinite(spread) ? spread : null;
}

/**
 * What the step to a point multiplied its estimate by: as it tells; as the way and the length of the
 * estimate give it; as it was planned, but for rounds of steps, of which the plan tells the first.
 */
function sizeAt(run: Moved, index: number, segment: PlanSegment | undefined): number | null {
  const { iteration, iterates, numbers } = run;
  const told = numbers['stepSize']?.[index] ?? null;
  if (told !== null) return told;
  const length = numbers['estimateNorm']?.[index] ?? null;
  if (length !== null && iteration[index] - iteration[index - 1] === 1) {
    return distance(iterates[index], iterates[index - 1]) / length;
  }
  return numbers['round'] === undefined ? (segment?.stepSize ?? null) : null;
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, index) => value - other[index]));
}

function segmentAt(plan: AlgorithmPlan | undefined, step: number): PlanSegment | undefined {
  return plan?.segments.find(({ first, count }) => step >= first && step < first + count);
}

/** The plan's noise at a step, between the two steps that its curve lists. */
function plannedScale(plan: AlgorithmPlan | undefined, step: number): number | null {
  const { iteration, value } = plan?.curves.noiseScale ?? { iteration: [], value: [] };
  const next = iteration.findIndex((listed) => listed >= step);
  if (next < 0) return value.at(-1) ?? null;
  if (next === 0 || iteration[next] === step) return value[next];
  const share = (step - iteration[next - 1]) / (iteration[next] - iteration[next - 1]);
  return value[next - 1] + share * (value[next] - value[next - 1]);
}
