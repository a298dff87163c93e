import type { PlanReport } from '../engine/types.ts';
import { finalValues, planOf, type Curve, type RunCollection } from '../results/collection.ts';
import { isChosen, sweepChoices, valueText, type SweepChoice } from '../results/visible.ts';
import { quantile } from '../statistics/quantile.ts';
import { gapMeasure, measureInfo } from '../results/measures.ts';
import { toldApart } from './palette.ts';
import { mostPlanned, type ChartModel, type ChartOptions, type ChartSeries } from './model.ts';
import type { Line } from './picture.ts';
import { linearRange, logRange } from './range.ts';

// Where the runs of a sweep end, against what was swept: the gap by epsilon, or by any other number.

/** The swept number that makes the horizontal axis: the first open one. */
export function endsAxis(choices: readonly SweepChoice[], numeric: ReadonlySet<string>) {
  return choices.find(
    ({ path, chosen, values }) => chosen === null && values.length > 1 && numeric.has(path),
  );
}

/** The paths of a sweep whose values are all numbers. */
export function numericAxes({ experiment }: Pick<RunCollection, 'experiment'>): Set<string> {
  const axes = (experiment.sweep ?? []).filter(({ values }) =>
    values.every((value) => typeof value === 'number'),
  );
  return new Set(axes.map(({ path }) => path));
}

/** Final values against the first open number of the sweep; null where there is none. */
export function buildEnds(
  collection: RunCollection,
  plan: PlanReport | null,
  options: ChartOptions,
): ChartModel | null {
  const choices = sweepChoices(collection.experiment, options.sweep, Number.POSITIVE_INFINITY);
  const along = endsAxis(choices, numericAxes(collection));
  if (along === undefined) return null;
  const others = choices.filter((one) => one !== along && one.chosen === null);
  const shown = collection.curves.filter((curve) => isChosen(curve, choices));
  const groups = new Map<string, typeof shown>();
  for (const curve of shown) {
    const parts = others.map(({ path, title }) => `${title} ${valueText(curve.sweep[path])}`);
    const label = [curve.label, ...parts].join(', ');
    const key = `${curve.entry} ${label}`;
    groups.set(key, [...(groups.get(key) ?? []), curve]);
  }
  const { axis } = measureInfo(options.measure);
  const scale = axis === 'any' ? options.scale : 'linear';
  const kept = (value: number) =>
    Number.isFinite(value) && (scale === 'linear' || value > 0) ? value : null;
  const isBounded =
    options.showBounds && options.measure === gapMeasure && groups.size <= mostPlanned;
  const styled = [...groups.entries()].map(([key, curves], index): ChartSeries => {
    const points = curves
      .map((curve) => ({
        x: Number(curve.sweep[along.path]),
        ends: finalValues(curve, options.measure)
          .filter((value) => !Number.isNaN(value))
          .sort((a, b) => a - b),
      }))
      .sort((a, b) => a.x - b.x);
    const columnOf = (level: number) => points.map(({ ends }) => kept(quantile(ends, level)));
    const [first] = curves;
    return {
      key,
      label: key.slice(key.indexOf(' ') + 1),
      colorIndex:
        others.length > 0 && collection.experiment.algorithms.length === 1 ? index : first.entry,
      dashIndex: others.length > 0 ? index : first.entry,
      x: points.map(({ x }) => x),
      iteration: [],
      epsilonSpent: [],
      median: columnOf(0.5),
      q10: columnOf(0.1),
      q90: columnOf(0.9),
      floor: null,
      bound: isBounded ? boundedEnds(curves, along.path, plan) : null,
    };
  });
  const series = toldApart(styled);
  const xs = series.flatMap(({ x }) => x);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const logX = low > 0 && high / low >= 8;
  const values = series.flatMap(({ q10, median, q90, bound }) => [...q10, ...median, ...q90, ...(bound?.y ?? [])]); // prettier-ignore
  return {
    axis: 'other',
    measure: options.measure,
    scale,
    xScale: logX ? 'log' : 'linear',
    xTitle: along.title,
    yTitle: `${measureInfo(options.measure).title} at the end`,
    series,
    reference: null,
    optimum: null,
    dropped: 0,
    xRange: low < high ? [low, high] : [low, low + 1],
    yRange: axis === 'share' ? [0, 1] : scale === 'log' ? logRange(values) : linearRange(values),
  };
}

/** What the plans of these curves promise of their end, against what was swept; null where none does. */
function boundedEnds(curves: readonly Curve[], path: string, plan: PlanReport | null): Line | null {
  const told = curves
    .map((curve) => ({
      x: Number(curve.sweep[path]),
      y: planOf(curve, plan)?.curves.bound?.value.at(-1) ?? null,
    }))
    .sort((a, b) => a.x - b.x);
  if (told.every(({ y }) => y === null)) return null;
  const kept = (y: number | null) => (y !== null && Number.isFinite(y) && y > 0 ? y : null);
  return { x: told.map(({ x }) => x), y: told.map(({ y }) => kept(y)) };
}
