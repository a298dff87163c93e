import type { Catalogue, Experiment } from '../engine/types.ts';
import { withAlgorithms } from './with-algorithms.ts';

/** The experiment with the algorithms that somebody chose; what only the last ones could tell is no longer asked for. */
export function chooseAlgorithms(
  experiment: Experiment,
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Experiment {
  const chosen = withAlgorithms(experiment, algorithms, catalogue);
  const hides = (id: string) => catalogue.algorithms.find((one) => one.id === id)?.hiddenIterate;
  const trace = chosen.run?.trace;
  if (!trace?.hiddenIterates || algorithms.some(({ id }) => hides(id))) return chosen;
  return { ...chosen, run: { ...chosen.run, trace: { ...trace, hiddenIterates: false } } };
}
