import type { Experiment } from '../engine/types.ts';
import type { Curve, RunCollection } from './collection.ts';
import {
  isChosen,
  mostCurves,
  sweepChoices,
  valueText,
  visibleCurves,
  type SweepChoice,
  type SweepFilter,
  type VisibleCurve,
} from './visible.ts';

/**
 * One picture, one for each sweep point, one for each algorithm as in the papers, or the ends of all
 * runs against what was swept.
 */
export type Layout = 'single' | 'points' | 'algorithms' | 'ends';

/** The curves of one small picture. */
export interface PanelCurves {
  key: string;
  title: string;
  curves: VisibleCurve[];
  /** The filter that shows this panel's sweep point alone; null where it is not one point. */
  filter: SweepFilter | null;
}

/**
 * The layout of the curves: what the reader chose, else panels where one picture cannot hold all. The
 * landscape shows the curves that one picture does.
 */
export function layoutOf(experiment: Experiment, wanted: Layout | 'landscape' | null): Layout {
  const points = countPoints(experiment);
  if (points < 2 || wanted === 'landscape') return 'single';
  if (wanted !== null) return wanted;
  return points * experiment.algorithms.length > mostCurves ? 'algorithms' : 'single';
}

/** How many curves the sweep's filter lets through before its first axes stand still. */
export function mostCurvesIn(layout: Layout): number {
  return layout === 'single' ? mostCurves : Number.POSITIVE_INFINITY;
}

/**
 * The panels of a sweep. By point: all algorithms at one point of the sweep. By algorithm: the first
 * open axis of the sweep in each panel, and one panel for each value of the others.
 */
export function panelsOf(
  collection: RunCollection,
  filter: SweepFilter,
  layout: Exclude<Layout, 'single' | 'ends'>,
): PanelCurves[] {
  const choices = sweepChoices(collection.experiment, filter, mostCurvesIn(layout));
  const shown = collection.curves.filter((curve) => isChosen(curve, choices));
  return layout === 'points' ? byPoint(shown, choices) : byAlgorithm(shown, choices);
}

/** All curves that are drawn, in one picture or in panels, each with a name of its own. */
export function shownCurves(
  collection: RunCollection,
  filter: SweepFilter,
  layout: Layout,
): VisibleCurve[] {
  if (layout === 'single') return visibleCurves(collection, filter);
  if (layout === 'ends') return visibleCurves(collection, filter, mostCurvesIn(layout));
  const names = new Map(
    visibleCurves(collection, filter, mostCurvesIn(layout)).map(({ curve, label }) => [
      curve,
      label,
    ]),
  );
  return panelsOf(collection, filter, layout).flatMap(({ curves }) =>
    curves.map((one) => ({ ...one, label: names.get(one.curve) ?? one.label })),
  );
}

function byPoint(curves: readonly Curve[], choices: readonly SweepChoice[]): PanelCurves[] {
  const open = choices.filter(({ chosen }) => chosen === null);
  const named = open.length > 0 ? open : choices;
  return grouped(curves, (curve) => sweepText(curve, named)).map(([title, members]) => ({
    key: title,
    title,
    curves: members.map((curve) => visible(curve, curve.label, curve.entry)),
    filter: Object.fromEntries(
      choices.map(({ path, values }) => [path, values.indexOf(valueText(members[0].sweep[path]))]),
    ),
  }));
}

function byAlgorithm(curves: readonly Curve[], choices: readonly SweepChoice[]): PanelCurves[] {
  const open = choices.filter(({ chosen }) => chosen === null);
  const inside = open.at(0) ?? choices.at(0);
  const outside = open.slice(1);
  const panelOf = (curve: Curve) => `${curve.entry} ${sweepText(curve, outside)}`;
  return grouped(curves, panelOf).map(([key, members]) => ({
    key,
    title: [members[0].label, sweepText(members[0], outside)].filter(Boolean).join(', '),
    curves: members.map((curve) => {
      const place = inside ? inside.values.indexOf(valueText(curve.sweep[inside.path])) : 0;
      return visible(curve, sweepText(curve, inside ? [inside] : []), place);
    }),
    filter: null,
  }));
}

function visible(curve: Curve, label: string, place: number): VisibleCurve {
  return { curve, label, colorIndex: place, dashIndex: place };
}

function sweepText(curve: Curve, axes: readonly SweepChoice[]): string {
  return axes.map(({ path, title }) => `${title} ${valueText(curve.sweep[path])}`).join(', ');
}

function grouped(
  curves: readonly Curve[],
  keyOf: (curve: Curve) => string,
): [string, [Curve, ...Curve[]]][] {
  const groups = new Map<string, [Curve, ...Curve[]]>();
  for (const curve of curves) {
    const group = groups.get(keyOf(curve));
    if (group) group.push(curve);
    else groups.set(keyOf(curve), [curve]);
  }
  return [...groups];
}

function countPoints({ sweep }: Experiment): number {
  return (sweep ?? []).reduce((product, axis) => product * axis.values.length, 1);
}
