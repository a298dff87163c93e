// Which diagnostics an experiment asks for, and which of them is shown.
import type { Catalogue, Experiment } from '../engine/types.ts';
import { hasMeasure, type Curve } from './collection.ts';
import {
  columnOf,
  diagnosticOf,
  holdsOut,
  isLoss,
  isOfUnseen,
  isScore,
  lowerEndOf,
  measureNames,
  needOf,
  type Measure,
  type Need,
} from './measures.ts';
import { measuresOf } from './offered-measures.ts';

/** What a measure is, in the engine's words; empty where the engine does not know it. */
export function measureHelp({ diagnostics }: Catalogue, measure: Measure): string {
  return diagnostics.find(({ id }) => id === diagnosticOf(measure))?.description ?? '';
}

/** Whether values of different algorithms say which is better: F(x, y) is minimized in x and maximized in y at once. */
export function isRanked(measure: Measure, { problem }: Experiment): boolean {
  return problem.kind !== 'saddle' || !isLoss(measure);
}

/** The diagnostics with how well records are ranked, where the engine has it: cheap, and a number that all problems share. */
export function ranking(asked: readonly string[], { diagnostics }: Catalogue): string[] {
  const ranks = diagnostics.filter(
    ({ id }) => needOf(columnOf(id)) === 'ranks' && !asked.includes(id),
  );
  return [...asked, ...ranks.map(({ id }) => id)];
}

/** Of the measures that an experiment has the one to show: the first that is computed and tells which is better. */
export function firstMeasure(measures: readonly Measure[], experiment: Experiment): Measure {
  const computed = measures.filter((one) => withDiagnostic(experiment, one) === null);
  return computed.find((one) => isRanked(one, experiment)) ?? computed.at(0) ?? measures[0];
}

/**
 * The measure to show of what these experiments ask for, the drawn one and the one that the forms
 * have: the chosen measure, unless neither computes it; then the first that one of them has.
 *
 * @param measures  what the problem has
 */
export function shownMeasure(
  chosen: Measure,
  measures: readonly Measure[],
  [drawn, ...others]: readonly [Experiment, ...Experiment[]],
): Measure {
  const isComputed = (one: Measure) => [drawn, ...others].some((experiment) => withDiagnostic(experiment, one) === null); // prettier-ignore
  if (measures.length === 0) return chosen;
  return measures.includes(chosen) && isComputed(chosen) ? chosen : firstMeasure(measures, drawn);
}

/** The diagnostics of an experiment with one more, or null where it is computed already. */
export function withDiagnostic({ problem, run }: Experiment, measure: Measure): string[] | null {
  const usual =
    problem.kind === 'saddle' ? diagnosticsBut('optimum', defaultDiagnostics) : defaultDiagnostics;
  const asked = run?.diagnostics ?? usual;
  const diagnostic = diagnosticOf(measure);
  if (asked.includes(diagnostic)) return null;
  const end = lowerEndOf(measure);
  return [...new Set([...asked, diagnostic, ...(end ? [diagnosticOf(end)] : [])])];
}

/** Of these diagnostics those that are not of this kind. */
export function diagnosticsBut(kind: Need, asked: readonly string[]): string[] {
  return asked.filter((id) => needOf(columnOf(id)) !== kind);
}

/** Whether means over the law of the records of a saddle problem are known. */
export function knowsGapsInTheMean(catalogue: Catalogue, experiment: Experiment): boolean {
  return measuresOf(catalogue, experiment).some((measure) => needOf(measure) === 'law');
}

/** Whether its y weighs groups, or tasks, whose losses are told. */
export function hasGroups(catalogue: Catalogue, experiment: Experiment): boolean {
  return measuresOf(catalogue, experiment).some((measure) => needOf(measure) === 'groups');
}

/** What the engine measures where a file does not say what. */
const defaultDiagnostics = measureNames.filter(isLoss).map(diagnosticOf).sort();

/** The diagnostics with how often the model is right, on rows held out too where there are some. */
export function scored(asked: readonly string[], { preprocess }: Experiment['data']): string[] {
  const needs: (Need | undefined)[] = ['labels', ...(holdsOut(preprocess) ? ['heldLabels' as const] : [])]; // prettier-ignore
  const scores = measureNames.filter((one) => isScore(one) && needs.includes(needOf(one)));
  return [...asked, ...scores.map(diagnosticOf)];
}

/** What says best how well these predict: of records that they have not seen, else of those that they have. */
export function scoreAmong(curves: readonly Curve[]): Measure | null {
  const scores = measureNames.filter(
    (one) => isScore(one) && curves.some((curve) => hasMeasure(curve, one)),
  );
  return scores.find(isOfUnseen) ?? scores.at(0) ?? null;
}
