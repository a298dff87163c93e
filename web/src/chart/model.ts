import type { AlgorithmPlan, PlanReport } from '../engine/types.ts';
import {
  band,
  longestRun,
  planOf,
  positions,
  type Axis,
  type Curve,
  type Measure,
  type RunCollection,
} from '../results/collection.ts';
import { visibleCurves, type SweepFilter, type VisibleCurve } from '../results/visible.ts';
import { linearRange, logRange, type Range } from './range.ts';

export interface Line {
  x: number[];
  y: (number | null)[];
}

export interface ChartSeries {
  key: string;
  label: string;
  colorIndex: number;
  dashIndex: number;
  x: number[];
  iteration: number[];
  epsilonSpent: number[];
  q10: (number | null)[];
  median: (number | null)[];
  q90: (number | null)[];
  /** Level below which the plan predicts that only noise is seen. */
  floor: Line | null;
  /** Upper bound of a theorem on the expected gap. */
  bound: Line | null;
}

/** Everything that a chart, a figure file or a screen reader needs, without colours or pixels. */
export interface ChartModel {
  axis: Axis;
  measure: Measure;
  scale: 'log' | 'linear';
  xTitle: string;
  yTitle: string;
  series: ChartSeries[];
  /** The same method without noise, when it has been computed. */
  reference: Line | null;
  /** Level of the non-private optimum, for measures that have one. */
  optimum: number | null;
  /** How many points a logarithmic axis cannot show. */
  dropped: number;
  xRange: Range;
  yRange: Range | null;
}

/** With more curves than these, what the plan says of each would hide them all. */
export const mostPlanned = 6;

export interface ChartOptions {
  sweep: SweepFilter;
  axis: Axis;
  measure: Measure;
  scale: 'log' | 'linear';
  showBounds: boolean;
  showFloors: boolean;
}

export const axisTitles: Record<Axis, string> = {
  iteration: 'iteration',
  gradientEvaluations: 'gradient evaluations',
  seconds: 'seconds',
};

export const measureTitles: Record<Measure, string> = {
  suboptimality: 'Gap to optimum',
  objective: 'Objective',
  accuracy: 'Accuracy',
};

export function buildModel(
  collection: RunCollection,
  reference: RunCollection | null,
  plan: PlanReport | null,
  options: ChartOptions,
): ChartModel {
  const scale = options.measure === 'accuracy' ? 'linear' : options.scale;
  const drop = new Dropper(scale);
  const curves = visibleCurves(collection, options.sweep);
  const series = curves.map((visible) => {
    const planned = plannedCurves(visible.curve, curves.length, plan, options);
    return buildSeries(visible, options, planned, drop);
  });
  return {
    axis: options.axis,
    measure: options.measure,
    scale,
    xTitle: axisTitles[options.axis],
    yTitle: measureTitles[options.measure],
    series,
    reference: referenceLine(reference, options, scale),
    optimum: options.measure === 'objective' ? collection.optimum : null,
    dropped: drop.count,
    xRange: horizontalRange(series, plan, options.axis),
    yRange: verticalRange(series, options.measure, scale),
  };
}

/** Index of the last trace point at or before x, or -1. */
export function pointAt(series: ChartSeries, x: number): number {
  let found = -1;
  for (let index = 0; index < series.x.length && series.x[index] <= x; index += 1) found = index;
  return found;
}

function buildSeries(
  { curve, label, colorIndex, dashIndex }: VisibleCurve,
  options: ChartOptions,
  planned: { floor: Line | null; bound: Line | null },
  drop: Dropper,
): ChartSeries {
  const grid = longestRun(curve);
  const values = band(curve, options.measure);
  return {
    key: String(curve.group),
    label,
    colorIndex,
    dashIndex,
    x: positions(curve, options.axis),
    iteration: grid.iteration,
    epsilonSpent: grid.epsilonSpent,
    median: drop.counting(values.median),
    q10: drop.silently(values.q10),
    q90: drop.silently(values.q90),
    floor: planned.floor,
    bound: planned.bound,
  };
}

function plannedCurves(
  curve: Curve,
  curves: number,
  plan: PlanReport | null,
  options: ChartOptions,
) {
  const none = { floor: null, bound: null };
  if (plan === null || options.measure !== 'suboptimality' || curves > mostPlanned) return none;
  const planned = planOf(curve, plan);
  if (planned === undefined) return none;
  const { noiseFloor, bound } = planned.curves;
  return {
    floor: options.showFloors && noiseFloor ? onAxis(noiseFloor, curve, options.axis) : null,
    bound: options.showBounds && bound ? onAxis(bound, curve, options.axis) : null,
  };
}

/** Moves a curve over iterations to the chart's axis by the positions that the trace has. */
function onAxis(planned: { iteration: number[]; value: number[] }, curve: Curve, axis: Axis): Line {
  const y = planned.value.map((value) => (Number.isFinite(value) && value > 0 ? value : null));
  if (axis === 'iteration') return { x: planned.iteration, y };
  const from = longestRun(curve).iteration;
  const to = positions(curve, axis);
  return { x: planned.iteration.map((iteration) => interpolate(from, to, iteration)), y };
}

function interpolate(from: number[], to: number[], value: number): number {
  const above = from.findIndex((candidate) => candidate >= value);
  if (above === -1) return to.at(-1) ?? 0;
  if (above === 0) return to[0] ?? 0;
  const share = (value - from[above - 1]) / (from[above] - from[above - 1]);
  return to[above - 1] + share * (to[above] - to[above - 1]);
}

function referenceLine(
  reference: RunCollection | null,
  options: ChartOptions,
  scale: 'log' | 'linear',
): Line | null {
  const curve = reference?.curves[0];
  if (curve === undefined) return null;
  const drop = new Dropper(scale);
  return {
    x: positions(curve, options.axis),
    y: drop.silently(band(curve, options.measure).median),
  };
}

/** As far as the plan goes, so that the axis stands still while a run streams. */
function horizontalRange(series: ChartSeries[], plan: PlanReport | null, axis: Axis): Range {
  const reached = series.map((one) => one.x.at(-1) ?? 0);
  const planned = axis === 'seconds' ? [] : (plan?.plans ?? []).map((one) => plannedEnd(one, axis));
  const high = Math.max(0, ...reached, ...planned);
  return [0, high > 0 ? high : 1];
}

function plannedEnd(plan: AlgorithmPlan, axis: Axis): number {
  return axis === 'iteration' ? plan.iterations : plan.gradientEvaluations;
}

function isPrivate({ epsilonSpent }: ChartSeries): boolean {
  return epsilonSpent.some((spent) => !Number.isNaN(spent));
}

function verticalRange(
  series: ChartSeries[],
  measure: Measure,
  scale: 'log' | 'linear',
): Range | null {
  if (measure === 'accuracy') return [0, 1];
  // A curve without noise falls out of any picture of noise; it is only let set the range alone.
  const noisy = series.filter(isPrivate);
  const values = (noisy.length > 0 ? noisy : series).flatMap((one) => [
    ...one.q10,
    ...one.median,
    ...one.q90,
  ]);
  return scale === 'log' ? logRange(values) : linearRange(values);
}

/** Replaces what an axis cannot show by gaps, and counts the points that are lost. */
class Dropper {
  count = 0;
  private readonly positiveOnly: boolean;

  constructor(scale: 'log' | 'linear') {
    this.positiveOnly = scale === 'log';
  }

  counting(values: number[]): (number | null)[] {
    const kept = this.silently(values);
    this.count += kept.filter(
      (value, index) => value === null && !Number.isNaN(values[index]),
    ).length;
    return kept;
  }

  silently(values: number[]): (number | null)[] {
    return values.map((value) =>
      Number.isFinite(value) && (!this.positiveOnly || value > 0) ? value : null,
    );
  }
}
