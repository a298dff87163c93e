import type { PlanReport } from '../engine/types.ts';
import { finalValues, type RunCollection } from '../results/collection.ts';
import { boundedEnds, endsOf } from '../results/ends.ts';
import { quantile } from '../statistics/quantile.ts';
import { gapMeasure, measureInfo } from '../results/measures.ts';
import {
  Dropper,
  lowerMeasure,
  mostPlanned,
  type ChartModel,
  type ChartOptions,
  type ChartSeries,
} from './model.ts';
import { linearRange, logRange } from '../chart/range.ts';

// Where the runs of a sweep end, against what was swept: the gap by epsilon, or by any other number.

/** Final values against the first open number of the sweep; null where there is none. */
export function buildEnds(
  collection: RunCollection,
  plan: PlanReport | null,
  options: ChartOptions,
): ChartModel | null {
  const ends = endsOf(collection, options.sweep);
  if (ends === null) return null;
  const { along, groups } = ends;
  const { axis } = measureInfo(options.measure);
  const drop = new Dropper(options);
  const { scale } = drop;
  const isBounded =
    options.showBounds && options.measure === gapMeasure && groups.length <= mostPlanned;
  const series = groups.map(({ curves, ...style }): ChartSeries => {
    const points = curves
      .map((curve) => ({
        x: Number(curve.sweep[along.path]),
        ends: ascending(finalValues(curve, options.measure)),
        lowerEnds: ascending(
          finalValues(curve, lowerMeasure(curve, options.measure) ?? options.measure),
        ),
      }))
      .sort((a, b) => a.x - b.x);
    const columnOf = (level: number) => points.map(({ ends }) => quantile(ends, level));
    return {
      ...style,
      x: points.map(({ x }) => x),
      iteration: [],
      epsilonSpent: [],
      ...drop.from({
        q10: points.map(({ lowerEnds }) => quantile(lowerEnds, 0.1)),
        median: columnOf(0.5),
        q90: columnOf(0.9),
      }),
      floor: null,
      bound: isBounded ? boundedEnds(curves, along.path, plan) : null,
    };
  });
  const xs = series.flatMap(({ x }) => x);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const logX = low > 0 && high / low >= 8;
  const values = series.flatMap(({ q10, median, q90, bound }) => [...q10, ...median, ...q90, ...(bound?.y ?? [])]); // prettier-ignore
  return {
    axis: 'other',
    measure: options.measure,
    hasBrackets: groups.some(({ curves }) => lowerMeasure(curves[0], options.measure) !== null),
    scale,
    xScale: logX ? 'log' : 'linear',
    xTitle: along.title,
    yTitle: `${measureInfo(options.measure).title} at the end`,
    series,
    reference: null,
    optimum: null,
    dropped: drop.count,
    xRange: low < high ? [low, high] : [low, low + 1],
    yRange: axis === 'share' ? [0, 1] : scale === 'log' ? logRange(values) : linearRange(values),
  };
}

function ascending(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
}
