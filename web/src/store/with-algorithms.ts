import type { Catalogue, Experiment } from '../engine/types.ts';
import { diagnosticsWithout } from '../results/measures.ts';

/** The experiment with other algorithms; what only the last ones' steps had is no longer looked at. */
export function withAlgorithms(
  experiment: Experiment,
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Experiment {
  const run = { ...experiment.run };
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const hides = (id: string) => catalogue.algorithms.find((one) => one.id === id)?.hiddenIterate;
  if (run.diagnostics) run.diagnostics = run.diagnostics.filter((name) => !foreign.has(name));
  if (run.trace?.hiddenIterates && !algorithms.some(({ id }) => hides(id))) {
    run.trace = { ...run.trace, hiddenIterates: false };
  }
  return { ...experiment, algorithms, ...(experiment.run && { run }) };
}
