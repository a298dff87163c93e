// Which diagnostics an experiment can have.
import type { Catalogue, Experiment } from '../engine/types.ts';
import {
  diagnosticOf,
  diagnosticsWithout,
  holdsOut,
  measureNames,
  needOf,
  type Measure,
} from './measures.ts';

/** Whether no step of the preparation changes a value: those that choose rows say how many. */
function onlyChoosesRows({ preprocess = [] }: Experiment['data']): boolean {
  return preprocess.every((step) => 'count' in step);
}

/** Whether records are drawn from a law on which the exact mean of this problem is known, and stay what they are. */
function isLawKnown(data: Experiment['data'], populations: readonly string[] = []): boolean {
  return data.kind === 'synthetic' && onlyChoosesRows(data) && populations.includes(data.name);
}

/**
 * The measures that the engine knows and this experiment has: only labels can be told right or
 * wrong, nobody knows the optimum of a loss that is not convex, clipped records need clipping, and
 * what some algorithms' steps have needs one of them.
 */
export function measuresOf(
  catalogue: Catalogue,
  { data, problem, algorithms }: Experiment,
): Measure[] {
  const offered = new Set(catalogue.diagnostics.map(({ id }) => id));
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const loss = catalogue.losses.find(({ id }) => id === problem.loss);
  const saddle = problem.kind === 'saddle';
  const entry = saddleOf(catalogue, { problem });
  const ranked = saddle ? entry : loss;
  const ranks = ranked?.targets === 'labels' && ranked.linearModel !== false;
  const labels = loss?.targets === 'labels' || loss?.targets === 'classes';
  const numbers = loss?.targets === 'numbers' && loss.linearModel !== false;
  const isHeldOut = holdsOut(data.preprocess);
  // What is minimized on the records alone.
  const isBare = (problem.regularizer?.kind ?? 'none') === 'none';
  const has = {
    ranks,
    labels,
    numbers,
    heldRanks: ranks && isHeldOut,
    heldLabels: labels && isHeldOut,
    heldNumbers: numbers && isHeldOut,
    // Problems of the gallery have it in closed form; saddle problems have none.
    optimum: problem.kind === 'gallery' || (!saddle && loss?.convex !== false),
    clip: problem.gradientClip !== undefined,
    saddle,
    law:
      saddle && (isLawKnown(data, ranked?.populations) || agreeInShare(data, problem, catalogue)),
    minimizedLaw: !saddle && isBare && isLawKnown(data, loss?.populations),
    heldOut: saddle && isHeldOut,
    groups: takes(entry, 'threshold') || takes(entry, 'tasks'),
    bits: asksTables(entry) && isLawKnown(data, ['markov-bits']),
  };
  return measureNames.filter((name) => {
    const diagnostic = diagnosticOf(name);
    const needs = needOf(name);
    return offered.has(diagnostic) && !foreign.has(diagnostic) && (!needs || has[needs]);
  });
}

type Saddle = Catalogue['saddles'][number];

/** What the catalogue says of an experiment's saddle problem; undefined where it has another problem. */
export function saddleOf({ saddles }: Catalogue, { problem }: Pick<Experiment, 'problem'>) {
  return problem.kind === 'saddle' ? saddles.find(({ id }) => id === problem.name) : undefined;
}

/** Whether a problem has this parameter: what it makes groups of, or asks of tables. */
export function takes(entry: Pick<Saddle, 'parameters'> | undefined, name: string): boolean {
  return entry?.parameters.some((parameter) => parameter.name === name) ?? false;
}

/** Whether a problem learns tables of counts, whose columns have levels alone. */
export const asksTables = (entry: Saddle | undefined) => takes(entry, 'queries');

/** Whether records of two classes are drawn with the share that the saddle problem states, and stay what they are. */
function agreeInShare(
  data: Experiment['data'],
  problem: Experiment['problem'],
  { syntheticData }: Catalogue,
): boolean {
  if (data.kind !== 'synthetic' || !onlyChoosesRows(data)) return false;
  const generator = syntheticData.find(({ name }) => name === data.name);
  const drawn = generator?.parameters.find(({ name }) => name === share);
  if (drawn === undefined || problem[share] === undefined) return false;
  return (data[share] ?? drawn.default) === problem[share];
}

const share = 'positiveShare';
