import { shownAxes } from '../../../wasm/client/index.ts';
import { toldApart } from '../chart/palette.ts';
import type { Line } from '../chart/picture.ts';
import type { PlanReport } from '../engine/types.ts';
import { planOf, type Curve, type RunCollection } from './collection.ts';
import {
  isChosen,
  sweepChoices,
  valueText,
  type SweepChoice,
  type SweepFilter,
} from './visible.ts';

// The runs of a sweep over a number, algorithm by algorithm: where they end is looked at against that number.

/** The swept number that makes the horizontal axis: the first open one. */
export function endsAxis(choices: readonly SweepChoice[], numeric: ReadonlySet<string>) {
  return choices.find(
    ({ path, chosen, values }) => chosen === null && values.length > 1 && numeric.has(path),
  );
}

/** The paths of a sweep whose values are all numbers. */
export function numericAxes({ experiment }: Pick<RunCollection, 'experiment'>): Set<string> {
  const axes = shownAxes(experiment).filter(({ values }) =>
    values.every((value) => typeof value === 'number'),
  );
  return new Set(axes.map(({ path }) => path));
}

/** The curves of one algorithm, a value of the swept number each, with the look that they share. */
export interface EndsGroup {
  key: string;
  label: string;
  colorIndex: number;
  dashIndex: number;
  curves: Curve[];
}

/** What is looked at of a sweep, against its first open number; null where there is none. */
export function endsOf(
  collection: RunCollection,
  filter: SweepFilter,
): { along: SweepChoice; groups: EndsGroup[] } | null {
  const { experiment } = collection;
  const choices = sweepChoices(experiment, filter, Number.POSITIVE_INFINITY);
  const along = endsAxis(choices, numericAxes(collection));
  if (along === undefined) return null;
  const others = choices.filter((one) => one !== along && one.chosen === null);
  const groups = new Map<string, Curve[]>();
  for (const curve of collection.curves.filter((one) => isChosen(one, choices))) {
    const parts = others.map(({ path, title }) => `${title} ${valueText(curve.sweep[path])}`);
    const key = `${curve.entry} ${[curve.label, ...parts].join(', ')}`;
    groups.set(key, [...(groups.get(key) ?? []), curve]);
  }
  const isSingle = others.length > 0 && experiment.algorithms.length === 1;
  const styled = [...groups.entries()].map(([key, curves], index) => ({
    key,
    label: key.slice(key.indexOf(' ') + 1),
    colorIndex: isSingle ? index : curves[0].entry,
    dashIndex: others.length > 0 ? index : curves[0].entry,
    curves,
  }));
  return { along, groups: toldApart(styled) };
}

/** What the plans of these curves promise of their end, against what was swept; null where none does. */
export function boundedEnds(
  curves: readonly Curve[],
  path: string,
  plan: PlanReport | null,
): Line | null {
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
