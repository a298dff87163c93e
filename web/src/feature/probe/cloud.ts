import type { PlanReport, ProbeReport } from '../../engine/types.ts';

/** The condition gap <= (constant norm)^exponent. */
export type Condition = Pick<NonNullable<PlanReport['constants']['kl']>, 'exponent' | 'constant'>;

/** A point of the space: how far the objective lies above its optimum there, and how long its gradient is. */
export interface Sight {
  gap: number;
  norm: number;
}

/** A line through the picture of logarithms: ln gap = slope ln norm + offset. */
export interface LogLine {
  slope: number;
  offset: number;
}

/** Values this close are the same but for rounding. */
const slack = 1e-9;

/** The points of a probe that a picture of logarithms can show. */
export function cloudOf({ gaps, gradientNorms }: ProbeReport): Sight[] {
  return gaps.flatMap((gap, index) => {
    const norm = gradientNorms[index];
    return gap !== null && norm !== null && gap > 0 && norm > 0 ? [{ gap, norm }] : [];
  });
}

/** Where the condition holds with equality: below it lie the points that keep it. */
export function lineOf({ exponent, constant }: Condition): LogLine {
  return { slope: exponent, offset: exponent * Math.log(constant) };
}

/** The line of least squares of a probe; null where its points tell none. */
export function fittedLine({ slope, offset }: ProbeReport): LogLine | null {
  return slope === null || offset === null ? null : { slope, offset };
}

/** How many points break the condition. */
export function breakers(cloud: readonly Sight[], condition: Condition): number {
  const { slope, offset } = lineOf(condition);
  return cloud.filter(({ gap, norm }) => Math.log(gap) > slope * Math.log(norm) + offset + slack)
    .length;
}
