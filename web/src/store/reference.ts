import type { AlgorithmEntry, Catalogue, Experiment } from '../engine/types.ts';
import { withValueAt } from '../experiment/paths.ts';
import { withAlgorithms } from './with-algorithms.ts';

/** Methods without noise that make the fairest comparison, best first. */
const preferred = ['nag', 'dp-nag', 'gd', 'dp-gd'];
/** How many are tried, where the first does not stay in the domain, say. */
const mostTried = 3;

/** Paths of a sweep that has another optimum at every point. */
const changesProblem = /^(data|problem)\b/;

/**
 * Experiments of the non-private reference curve, best first: Nesterov's method without noise where the
 * catalogue has it, else the first algorithm without noise, once, from the same start and for as
 * many steps. A sweep is left out, as far as it leaves the problem alone; none where there is nothing
 * to compare, or not one thing.
 */
export function referenceExperiments(
  experiment: Experiment,
  catalogue: Catalogue | null,
): Experiment[] {
  const model = experiment.algorithms.at(0);
  if (!catalogue || !model || experiment.privacy.notion === 'none') return [];
  if (experiment.sweep?.some(({ path }) => changesProblem.test(path))) return [];
  // A step of it is no match for a release that takes a whole solve.
  if (experiment.algorithms.every(({ id }) => isSolved(id, catalogue))) return [];
  const ids = [...preferred, ...experiment.algorithms.map((entry) => entry.id)];
  return [...new Set(ids)]
    .filter((id) => supportsNoNoise(id, catalogue))
    .slice(0, mostTried)
    .map((id) => referenceWith(id, experiment, model, catalogue));
}

/** What the reference curve will be called; empty where there will be none. */
export function awaitedReference(experiment: Experiment, catalogue: Catalogue | null): string {
  return referenceExperiments(experiment, catalogue).at(0)?.algorithms.at(0)?.label ?? '';
}

function referenceWith(
  id: string,
  experiment: Experiment,
  model: AlgorithmEntry,
  catalogue: Catalogue,
): Experiment {
  const reference = {
    id,
    label: referenceLabel(id, catalogue),
    parameters: sharedParameters(id, model, catalogue),
  };
  const alone = {
    ...withValueAt(experiment, 'sweep', undefined),
    privacy: { notion: 'none' },
    run: {
      ...experiment.run,
      repeats: 1,
      randomness: { mode: 'reproducible', seed: 1 },
      // Only its curve is drawn: what else a trace may keep is of the runs that are looked at.
      trace: { points: experiment.run?.trace?.points },
    },
  } as const;
  // It has no steps that tell what those of private methods do.
  return withAlgorithms(alone, [reference], catalogue);
}

/** "without noise (Nesterov)": what the grey curve is; that it is not private goes without saying. */
function referenceLabel(id: string, catalogue: Catalogue): string {
  const title = catalogue.algorithms.find((info) => info.id === id)?.title ?? id;
  return `without noise (${title.replace(/ \(not private\)$/, '')})`;
}

function sharedParameters(id: string, model: AlgorithmEntry, catalogue: Catalogue) {
  const known = catalogue.algorithms.find((info) => info.id === id)?.parameters ?? [];
  const names = ['iterations', 'start', 'stepScale'].filter((name) =>
    known.some((one) => one.name === name),
  );
  const values = names.flatMap((name) => {
    const value = model.parameters?.[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** Whether each of its iterations is the solution of a solver. */
function isSolved(id: string, catalogue: Catalogue): boolean {
  const info = catalogue.algorithms.find((known) => known.id === id);
  return info?.parameters.some(({ name }) => name === 'solver') ?? false;
}

function supportsNoNoise(id: string, catalogue: Catalogue): boolean {
  const info = catalogue.algorithms.find((known) => known.id === id);
  return info !== undefined && (!info.private || info.notions.includes('none'));
}
