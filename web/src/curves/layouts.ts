import type { PlanReport } from '../engine/types.ts';
import { planOf, type RunCollection } from '../results/collection.ts';
import { layoutOf, panelsOf, shownCurves } from '../results/panels.ts';
import type { SweepFilter } from '../results/visible.ts';
import { buildEnds } from './ends.ts';
import {
  chartOf,
  currencyOf,
  horizontalRange,
  levelled,
  modelOf,
  samplesOf,
  type ChartModel,
  type ChartOptions,
} from './model.ts';

// What is drawn of a sweep: one picture, many small ones, or the ends of all runs.

/** How an experiment is drawn in one picture: curves, or the ends of its runs. */
export function buildModel(
  collection: RunCollection,
  reference: RunCollection | null,
  plan: PlanReport | null,
  options: ChartOptions,
): ChartModel {
  const layout = layoutOf(collection.experiment, options.layout ?? null);
  const ends = layout === 'ends' ? buildEnds(collection, plan, options) : null;
  if (ends !== null) {
    const levels = levelled(ends, reference?.exact ?? collection.exact);
    return { ...ends, currency: currencyOf(collection.experiment), ...levels };
  }
  const curves = shownCurves(collection, options.sweep, layout);
  return chartOf(curves, { collection, reference, plan }, options);
}

/** A small picture of a sweep. */
export interface PanelModel {
  key: string;
  title: string;
  model: ChartModel;
  /** Shows this panel's sweep point alone; null where it is not one point. */
  filter: SweepFilter | null;
}

/** The small pictures of a sweep; none where one picture holds all. */
export function buildPanels(
  collection: RunCollection,
  plan: PlanReport | null,
  options: ChartOptions,
): PanelModel[] {
  const layout = layoutOf(collection.experiment, options.layout ?? null);
  if (layout === 'single' || layout === 'ends') return [];
  // In a small picture bounds on the noise would hide the curves.
  const bare = { ...options, showFloors: false };
  return panelsOf(collection, options.sweep, layout).map(({ key, title, curves, filter }) => {
    const model = modelOf(curves, plan, bare);
    const plans = curves.flatMap(({ curve }) => planOf(curve, plan) ?? []);
    const xRange =
      layout === 'points'
        ? horizontalRange(model.series, plans, options.axis, samplesOf(plan))
        : model.xRange;
    const currency = currencyOf(collection.experiment);
    return { key, title, filter, model: { ...model, xRange, currency } };
  });
}
