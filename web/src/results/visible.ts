import { shownAxes } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';
import { toldApart } from '../chart/palette.ts';
import { formatChosen } from '../format/number.ts';
import type { Curve, RunCollection } from './collection.ts';

/** More curves than these in one picture are not told apart. */
export const mostCurves = 12;

/** Which value of each swept field is looked at: its position, or null for all of them. */
export type SweepFilter = Partial<Record<string, number | null>>;

/** One axis of a sweep, for a control that chooses what is drawn. */
export interface SweepChoice {
  path: string;
  title: string;
  values: string[];
  chosen: number | null;
}

/** A curve that is drawn, with its name, colour and dash. */
export interface VisibleCurve {
  curve: Curve;
  label: string;
  colorIndex: number;
  dashIndex: number;
}

/**
 * The axes of the experiment's sweep. Where the reader chose nothing, the first axes stand on their
 * last value until what is left fits in one picture.
 */
export function sweepChoices(
  experiment: Experiment,
  filter: SweepFilter,
  most = mostCurves,
): SweepChoice[] {
  const axes = shownAxes(experiment);
  let curves = axes.reduce(
    (product, axis) => product * axis.values.length,
    experiment.algorithms.length,
  );
  return axes.map(({ path, values }) => {
    const wanted = filter[path];
    const chosen = wanted !== undefined ? wanted : curves > most ? values.length - 1 : null;
    if (chosen !== null) curves /= values.length;
    return { path, title: fieldName(path), values: values.map(valueText), chosen };
  });
}

/** The curves of one picture, in the order of the algorithms. */
export function visibleCurves(
  collection: RunCollection,
  filter: SweepFilter,
  most = mostCurves,
): VisibleCurve[] {
  const { experiment } = collection;
  const choices = sweepChoices(experiment, filter, most);
  const single = experiment.algorithms.length === 1;
  const seen = new Map<number, number>();
  const shown = collection.curves.filter((curve) => isChosen(curve, choices));
  const styled = shown.map((curve) => {
    const rank = seen.get(curve.entry) ?? 0;
    seen.set(curve.entry, rank + 1);
    const colorIndex = single ? rank : curve.entry;
    const dashIndex = shown.some((one) => one !== curve && one.entry === curve.entry)
      ? rank
      : colorIndex;
    return { curve, label: labelOf(curve, choices), colorIndex, dashIndex };
  });
  return toldApart(styled);
}

export function isChosen(curve: Curve, choices: readonly SweepChoice[]): boolean {
  return choices.every(
    ({ path, values, chosen }) =>
      chosen === null || valueText(curve.sweep[path]) === values[chosen],
  );
}

/** The algorithm's name, and what the sweep changed as far as that is not the same for all. */
function labelOf(curve: Curve, choices: readonly SweepChoice[]): string {
  const open = choices.filter(({ chosen }) => chosen === null);
  const parts = open.map(({ path, title }) => `${title} ${valueText(curve.sweep[path])}`);
  return [curve.label, ...parts].join(', ');
}

export function valueText(value: unknown): string {
  return typeof value === 'number' ? formatChosen(value) : JSON.stringify(value);
}

/** The last part of a path in words: "algorithms.*.parameters.stepScale" gives "step scale". */
export function fieldName(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  return last.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
