import type { Catalogue, Experiment } from '../engine/types.ts';
import { diagnosticsWithout } from '../results/measures.ts';

/** The experiment with other algorithms; what only the last ones' steps had is no longer looked at. */
export function withAlgorithms(
  experiment: Experiment,
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Experiment {
  const { run } = experiment;
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const asked = run?.diagnostics;
  if (!asked?.some((name) => foreign.has(name))) return { ...experiment, algorithms };
  const diagnostics = asked.filter((name) => !foreign.has(name));
  return { ...experiment, algorithms, run: { ...run, diagnostics } };
}
