// What the client offers wherever it runs.
export { EngineError, type ErrorBody } from './error.ts';
export type * from './experiment.ts';
export type * from './inspect.ts';
export { LatestRun } from './latest.ts';
export { generatorSizes, limits } from './limits.ts';
export { outcomeOf, type RunOutcome } from './outcome.ts';
export { PauseController } from './pause.ts';
export { dataBytes, readExperiment, type CheckedExperiment } from './read-experiment.ts';
export { ownValues, recordsPlace, shownAxes, withoutRecords } from './record-places.ts';
export * from './schema.ts';
export { parseStrictJson } from './strict-json.ts';
export { runNumbers } from './trace.ts';
export type * from './queries.ts';
export type * from './model.ts';
export type {
  SolveOptions,
  SolverAnswer,
  SolverOptions,
  SolverState,
  SolverStep,
} from './solve.ts';
export type { MarginalsOptions, RunChoice, SynthesizeOptions } from './synthetic.ts';
export type * from './theory.ts';
export type * from './types.ts';
export * from './words.ts';
