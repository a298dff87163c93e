import type { Range } from '../../chart/range.ts';
import { linearTicks, type Tick } from '../../chart/ticks.ts';
import { formatCount } from '../../format/number.ts';
import type { Trajectory } from './trajectories.ts';

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
