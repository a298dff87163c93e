import type { ExperimentResult } from '../engine/types.ts';
import type { MarginalReport } from './pairs.ts';

/** What the workbench asks the engine besides runs. */
export interface Synthesizer {
  /**
   * Records as CSV, drawn from the histogram that a run has released.
   *
   * @throws EngineError where the run has none: what is not private is not shown as synthetic data
   */
  synthesize(
    result: ExperimentResult,
    options: {
      run?: number;
      records?: number;
      seed?: number;
      /** Cells hold the codes of levels, and not their names. */
      codes?: boolean;
    },
  ): Promise<string>;
  /** How far all tables of a run's histogram are from those of the records. It reads the data. */
  marginals(
    result: ExperimentResult,
    options: { run?: number; data?: Blob; signal?: AbortSignal },
  ): Promise<MarginalReport>;
}
