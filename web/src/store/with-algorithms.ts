import type { Catalogue, Experiment } from '../engine/types.ts';
import { diagnosticsWithout } from '../results/measures.ts';

/** The experiment with other algorithms; diagnostics that only the last ones' steps had are no longer asked for. */
export function withAlgorithms(
  experiment: Experiment,
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Experiment {
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const asked = experiment.run?.diagnostics;
  if (!asked?.some((name) => foreign.has(name))) return { ...experiment, algorithms };
  const diagnostics = asked.filter((name) => !foreign.has(name));
  return { ...experiment, algorithms, run: { ...experiment.run, diagnostics } };
}
