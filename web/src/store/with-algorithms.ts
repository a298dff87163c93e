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
  const hides = (id: string) => catalogue.algorithms.find((one) => one.id === id)?.hiddenIterate;
  const asked = run?.diagnostics;
  const shows = run?.trace?.hiddenIterates && !algorithms.some(({ id }) => hides(id));
  if (!shows && !asked?.some((name) => foreign.has(name))) return { ...experiment, algorithms };
  return {
    ...experiment,
    algorithms,
    run: {
      ...run,
      ...(asked && { diagnostics: asked.filter((name) => !foreign.has(name)) }),
      ...(shows && { trace: { ...run.trace, hiddenIterates: false } }),
    },
  };
}
