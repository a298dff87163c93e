import { toldApart } from '../chart/palette.ts';
import type { Ghost } from '../chart/picture.ts';
import { linearRange, logRange, type Range } from '../chart/range.ts';
import type { ExperimentResult, PlanReport } from '../engine/types.ts';
import { hasMeasure, type RunCollection } from '../results/collection.ts';
import { measureInfo } from '../results/measures.ts';
import { shownCurves } from '../results/panels.ts';
import { buildEnds } from './ends.ts';
import {
  currencyOf,
  modelOf,
  type ChartModel,
  type ChartOptions,
  type ChartSeries,
} from './model.ts';

// Pinned runs behind the present one: their medians alone, on its axes.

/** A run that is kept to be looked at behind the next ones. */
export interface PinnedRun extends Omit<Ghost, 'curve'> {
  /** What its dash is chosen by: no two pins have the same. */
  place: number;
  collection: RunCollection;
  plan: PlanReport | null;
  result: ExperimentResult | null;
}

const uncounted: Partial<Record<ChartModel['axis'], string>> = {
  gradientEvaluations: 'its gradients were not counted',
  passes: 'its gradients were not counted',
  seconds: 'its time was not taken',
};

/** The chart with the pinned runs behind its curves; of those that it cannot show it says why. */
export function withGhosts(
  model: ChartModel,
  pinned: readonly PinnedRun[],
  options: ChartOptions,
): ChartModel {
  if (pinned.length === 0) return model;
  const unseen = new Map<number, string>();
  const ghosts = pinned.flatMap((one) => {
    const found = ghostsOf(one, model, options);
    if (typeof found !== 'string') return found;
    unseen.set(one.pin, found);
    return [];
  });
  if (ghosts.length === 0) return { ...model, unseen };
  return {
    ...model,
    unseen,
    series: [...model.series, ...toldApart(ghosts)],
    xRange: widened(model, ghosts),
    yRange: heightened(model, ghosts),
  };
}

/** The curves of one pinned run, or why there are none. */
function ghostsOf(
  run: PinnedRun,
  model: ChartModel,
  options: ChartOptions,
): ChartSeries[] | string {
  const { collection, plan, pin, name, promise, place } = run;
  const { axis, measure } = model;
  if (!collection.curves.some((curve) => hasMeasure(curve, measure))) {
    return `its runs did not measure ${measureInfo(measure).title.toLowerCase()}`;
  }
  const bare = { ...options, measure, showBounds: false, showFloors: false };
  const own =
    axis === 'other'
      ? buildEnds(collection, plan, bare)
      : modelOf(shownCurves(collection, options.sweep, 'single'), plan, bare);
  if (own === null || own.xTitle !== model.xTitle) return `it was not run over ${model.xTitle}`;
  if (!own.series.some(({ x }) => x.some(Number.isFinite))) return uncounted[axis] ?? 'it is empty';
  const isComparable = (model.currency ?? 'epsilon') === currencyOf(collection.experiment);
  return own.series.map((series) => ({
    ...series,
    key: `pin${pin} ${series.key}`,
    dashIndex: place,
    // What was spent in another unit is not told in this one.
    epsilonSpent: isComparable ? series.epsilonSpent : [],
    q10: [],
    q90: [],
    label: `${series.label} (${name})`,
    ghost: { pin, name, promise, curve: series.label },
  }));
}

/** Whether anything is counted for it: without noise nothing is. */
const costs = ({ epsilonSpent }: ChartSeries) => epsilonSpent.some((spent) => spent >= 0);

function widened({ xRange: [low, high], xScale }: ChartModel, ghosts: ChartSeries[]): Range {
  const xs = ghosts
    .flatMap(({ x }) => x)
    .filter((x) => Number.isFinite(x) && (xScale !== 'log' || x > 0));
  return [Math.min(low, ...xs), Math.max(high, ...xs)];
}

function heightened(model: ChartModel, ghosts: ChartSeries[]): Range | null {
  const { measure, scale, series, yRange } = model;
  // As among the curves: one without noise falls out of any picture of noise.
  const hasNoise = [...series, ...ghosts].some(costs);
  const noisy = model.axis === 'other' || !hasNoise ? ghosts : ghosts.filter(costs);
  const values = noisy.flatMap(({ median }) => median).filter((value) => value !== null);
  if (values.length === 0) return yRange;
  if (measureInfo(measure).axis === 'share') {
    const least = Math.max(0, Math.floor(10 * Math.min(...values) - 0.5) / 10);
    return [Math.min(yRange?.[0] ?? 0, least), 1];
  }
  const all = [...(yRange ?? []), ...values];
  return scale === 'log' ? logRange(all) : linearRange(all);
}
