import { EngineError, readExperiment, type Experiment } from '../../../wasm/client/index.ts';
import type { CheckExperiment } from './text.ts';

/** Checks an experiment from a link, a file or storage with the client's strict schema and caps. */
export const checkExperiment: CheckExperiment = (value) => {
  try {
    return { experiment: readExperiment(value as Experiment).experiment };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return error.body;
  }
};
