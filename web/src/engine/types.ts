// The engine's client as the page sees it: its public entry, under the names that the page uses.
import type {
  AlgorithmBlock,
  AlgorithmEntry as AlgorithmInfo,
  Catalogue as ClientCatalogue,
  DataBlock,
  AlgorithmPlan,
  Engine,
  NamedEntry,
  ParameterEntry,
} from '../../../wasm/client/index.ts';

export type {
  AlgorithmPlan,
  Experiment,
  ExperimentResult,
  PauseSignal,
  PlanReport,
  PlanSegment,
  PreprocessStep,
  RunOptions,
  RunResult,
  TraceEvent,
} from '../../../wasm/client/index.ts';

export type { AlgorithmInfo };
export type AlgorithmEntry = AlgorithmBlock;
export type Parameter = ParameterEntry;
export type DataSpec = DataBlock;

export type CurveName = keyof AlgorithmPlan['curves'];

/** The catalogue with the lists that newer engines add. */
export type Catalogue = ClientCatalogue & {
  gradientClip?: Parameter[];
  constants?: Parameter[];
  constantRules?: NamedEntry[];
  mechanisms?: NamedEntry[];
  randomness?: NamedEntry[];
};

/** The part of the engine that the page uses; a test may hand in a double. */
export type PageEngine = Pick<
  Engine,
  'variant' | 'workers' | 'version' | 'catalogue' | 'plan' | 'run' | 'dispose'
>;
