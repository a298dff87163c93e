import { checkExperiment } from '../../experiment/check.ts';
import type { Experiment } from '../../engine/types.ts';
import type { View } from '../../store/state.ts';
import { examples } from './files.ts';
import { allExamples } from './groups.ts';

/** An example as it is opened: its experiment, what to look at, and how. */
export interface OpenedExample {
  experiment: Experiment;
  look: string;
  view: Partial<View>;
}

/** @throws TypeError where no example is called so */
export function openExample(name: string): OpenedExample {
  const example = allExamples.find((one) => one.name === name);
  const checked = checkExperiment(examples[name]);
  if (example === undefined || !('experiment' in checked)) throw new TypeError(name);
  return { experiment: checked.experiment, look: example.look, view: example.view ?? {} };
}
