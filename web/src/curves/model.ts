import type { AlgorithmPlan, Experiment, PlanReport } from '../engine/types.ts';
import {
  band,
  hasMeasure,
  longestRun,
  planOf,
  positions,
  type Axis,
  type Curve,
  type ExactLevels,
  type RunCollection,
} from '../results/collection.ts';
import {
  gapMeasure,
  levelsOf,
  lowerEndOf,
  measureInfo,
  type Measure,
} from '../results/measures.ts';
import type { Layout } from '../results/panels.ts';
import type { SweepFilter, VisibleCurve } from '../results/visible.ts';
import type { Currency, Level, Line, Picture, PictureSeries, Told } from '../chart/picture.ts';
import { linearRange, logRange, type Range } from '../chart/range.ts';

export interface ChartSeries extends PictureSeries {
  iteration: number[];
  epsilonSpent: number[];
}

/** What the chart of an experiment shows. */
export interface ChartModel extends Picture {
  measure: Measure;
  series: ChartSeries[];
  /** Whether bands reach down to the lower ends of brackets that the measure is the upper end of. */
  hasBrackets?: boolean;
  /** How many points a logarithmic axis cannot show. */
  dropped: number;
  /** What the lower bounds among the series are; absent where there are none. */
  lowerWords?: string;
  /** Why pinned runs are not drawn, by pin; absent where none are pinned. */
  unseen?: ReadonlyMap<number, string>;
}

/** With more curves than these, what the plan says of each would hide them all. */
export const mostPlanned = 6;

export interface ChartOptions {
  /** What is looked at of a sweep. */
  sweep: SweepFilter;
  /** How a sweep is drawn; null, or nothing, as fits the number of curves. */
  layout?: Layout | 'landscape' | null;
  axis: Axis;
  measure: Measure;
  scale: 'log' | 'linear';
  showBounds: boolean;
  showFloors: boolean;
}

export const axisTitles: Record<Axis, string> = {
  iteration: 'iteration',
  gradientEvaluations: 'gradient evaluations',
  passes: 'passes over the data',
  seconds: 'seconds',
};

/** One chart of these curves, with what they are compared with. */
export function chartOf(
  curves: readonly VisibleCurve[],
  { collection, reference, plan }: Charted,
  options: ChartOptions,
): ChartModel {
  const model = modelOf(curves, plan, options);
  return {
    ...model,
    currency: currencyOf(collection.experiment),
    reference: referenceLine(reference, options, samplesOf(plan)),
    ...(reference?.curves[0] && { referenceLabel: reference.curves[0].label }),
    ...levelled(model, reference?.exact ?? collection.exact),
  };
}

/** What is drawn of an experiment. */
export interface Charted {
  collection: RunCollection;
  reference: RunCollection | null;
  plan: PlanReport | null;
}

/** What a measure is compared with, under its name. */
function knownLevels(exact: ExactLevels | null, measure: Measure): Level[] {
  return levelsOf(measure).flatMap(([label, name]) => {
    const y = exact?.[name] ?? null;
    return y === null ? [] : [{ label, y }];
  });
}

/** What the measure is compared with, and for a share of 1 a closer look: from below the lowest of all that is drawn. */
export function levelled(
  { series, measure }: ChartModel,
  exact: ExactLevels | null,
): Pick<ChartModel, 'levels'> & Partial<Pick<ChartModel, 'yRange'>> {
  const levels = knownLevels(exact, measure);
  if (measureInfo(measure).axis !== 'share' || levels.length === 0) return { levels };
  const values = [...levels.map(({ y }) => y), ...series.flatMap(({ q10 }) => q10)];
  const least = Math.min(...values.filter((value) => value !== null));
  return { levels, yRange: [Math.max(0, Math.floor(10 * least - 0.5) / 10), 1] };
}

/** zCDP is counted in rho. */
export function currencyOf({ privacy }: Experiment): Currency {
  return privacy.notion === 'zcdp' ? 'rho' : 'epsilon';
}

export function modelOf(
  curves: readonly VisibleCurve[],
  plan: PlanReport | null,
  options: ChartOptions,
): ChartModel {
  const drop = new Dropper(options);
  const { scale } = drop;
  const series = curves.map((visible) => {
    const planned = plannedCurves(visible.curve, curves.length, plan, options);
    const x = positions(visible.curve, options.axis, samplesOf(plan));
    return buildSeries(visible, options, { ...planned, x }, drop);
  });
  return {
    axis: options.axis,
    measure: options.measure,
    hasBrackets: curves.some(({ curve }) => lowerMeasure(curve, options.measure) !== null),
    scale,
    xTitle: axisTitles[options.axis],
    yTitle: measureInfo(options.measure).title,
    series,
    reference: null,
    optimum: null,
    dropped: drop.count,
    xRange: horizontalRange(series, plan?.plans ?? [], options.axis, samplesOf(plan)),
    yRange: verticalRange(series, options.measure, scale),
  };
}

function buildSeries(
  { curve, label, colorIndex, dashIndex }: VisibleCurve,
  options: ChartOptions,
  planned: { x: number[]; floor: Line | null; bound: Line | null },
  drop: Dropper,
): ChartSeries {
  const grid = longestRun(curve);
  const values = band(curve, options.measure);
  const end = lowerMeasure(curve, options.measure);
  const lower = end === null ? values : band(curve, end);
  return {
    key: String(curve.group),
    label,
    colorIndex,
    dashIndex,
    x: planned.x,
    iteration: grid.iteration,
    epsilonSpent: grid.epsilonSpent,
    ...drop.from({ q10: lower.q10, median: values.median, q90: values.q90 }),
    floor: planned.floor,
    bound: planned.bound,
  };
}

/** The lower end of the bracket that a measure is the upper end of, where the runs have it. */
export function lowerMeasure(curve: Curve, measure: Measure): Measure | null {
  const end = lowerEndOf(measure);
  return end !== undefined && hasMeasure(curve, end) ? end : null;
}

function plannedCurves(
  curve: Curve,
  curves: number,
  plan: PlanReport | null,
  options: ChartOptions,
) {
  const none = { floor: null, bound: null };
  if (plan === null || options.measure !== gapMeasure || curves > mostPlanned) return none;
  const planned = planOf(curve, plan);
  if (planned === undefined) return none;
  const { noiseFloor, bound } = planned.curves;
  const to = positions(curve, options.axis, samplesOf(plan));
  const moved = (planned: PlannedCurve) => onAxis(planned, longestRun(curve).iteration, to);
  return {
    floor: options.showFloors && noiseFloor ? moved(noiseFloor) : null,
    bound: options.showBounds && bound ? moved(bound) : null,
  };
}

interface PlannedCurve {
  iteration: number[];
  value: number[];
}

/** Moves a curve over iterations to the chart's axis by the positions that the trace has. */
function onAxis(planned: PlannedCurve, from: number[], to: number[]): Line {
  const y = planned.value.map((value) => (Number.isFinite(value) && value > 0 ? value : null));
  if (from === to) return { x: planned.iteration, y };
  return { x: planned.iteration.map((iteration) => interpolate(from, to, iteration)), y };
}

/** n, for passes over the data; without a plan a pass is one gradient. */
export function samplesOf(plan: PlanReport | null): number {
  return plan?.data.samples ?? 1;
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
  samples: number,
): Line | null {
  const curve = reference?.curves[0];
  if (curve === undefined) return null;
  const drop = new Dropper(options);
  const told = band(curve, options.measure).median;
  return { x: positions(curve, options.axis, samples), y: drop.silently(told), told };
}

/** As far as the plan goes, so that the axis stands still while a run streams. */
export function horizontalRange(
  series: readonly ChartSeries[],
  plans: readonly AlgorithmPlan[],
  axis: Axis,
  samples: number,
): Range {
  const reached = series.map((one) => one.x.at(-1) ?? 0);
  const planned = axis === 'seconds' ? [] : plans.map((one) => plannedEnd(one, axis, samples));
  const high = Math.max(0, ...reached, ...planned);
  return [0, high > 0 ? high : 1];
}

function plannedEnd(plan: AlgorithmPlan, axis: Axis, samples: number): number {
  if (axis === 'iteration') return plan.iterations;
  // Nobody knows beforehand how long an unseen solver takes.
  if (plan.parameters['solver'] !== undefined) return 0;
  return axis === 'passes' ? plan.gradientEvaluations / samples : plan.gradientEvaluations;
}

function isPrivate({ epsilonSpent }: ChartSeries): boolean {
  return epsilonSpent.some((spent) => !Number.isNaN(spent));
}

function verticalRange(
  series: ChartSeries[],
  measure: Measure,
  scale: 'log' | 'linear',
): Range | null {
  if (measureInfo(measure).axis === 'share') return [0, 1];
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
export class Dropper {
  count = 0;
  readonly scale: ChartModel['scale'];

  constructor({ measure, scale }: Pick<ChartOptions, 'measure' | 'scale'>) {
    this.scale = measureInfo(measure).axis === 'any' ? scale : 'linear';
  }

  /** What is drawn of a curve, and what is told of it. */
  from(told: Told): Pick<PictureSeries, 'q10' | 'median' | 'q90' | 'told'> {
    const { q10, median, q90 } = told;
    return {
      q10: this.silently(q10),
      median: this.counting(median),
      q90: this.silently(q90),
      told,
    };
  }

  private counting(values: readonly number[]): (number | null)[] {
    const kept = this.silently(values);
    this.count += kept.filter(
      (value, index) => value === null && !Number.isNaN(values[index]),
    ).length;
    return kept;
  }

  silently(values: readonly number[]): (number | null)[] {
    return values.map((value) =>
      Number.isFinite(value) && (this.scale !== 'log' || value > 0) ? value : null,
    );
  }
}
