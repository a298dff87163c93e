import type { Catalogue, Experiment } from '../engine/types.ts';
import { diagnosticsWithout } from '../results/measures.ts';
import { withValueAt } from './paths.ts';

/** The experiment with other algorithms; what only the last ones' steps had is no longer looked at. */
export function withAlgorithms(
  experiment: Experiment,
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Experiment {
  const { run } = experiment;
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const diagnostics = run?.diagnostics?.filter((name) => !foreign.has(name));
  const made = {
    ...experiment,
    algorithms,
    ...(diagnostics && { run: { ...run, diagnostics } }),
  };
  const hides = catalogue.algorithms.some(({ id, hiddenIterate }) => hiddenIterate && algorithms.some((one) => one.id === id)); // prettier-ignore
  return hides || !run?.trace?.hiddenIterates
    ? made
    : withValueAt(made, 'run.trace.hiddenIterates', undefined);
}
