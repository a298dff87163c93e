// The engine's client as the page sees it: its public entry, under the names that the page uses.
import type {
  AlgorithmBlock,
  AlgorithmEntry as AlgorithmInfo,
  AlgorithmPlan,
  AuditOptions,
  AuditReport,
  DataBlock,
  Engine,
  ExperimentFile,
  ExperimentResult as ResultOf,
  KlTrial as TrialOf,
  NeighbourOptions,
  NeighbourReport,
  ParameterEntry,
} from '../../../wasm/client/index.ts';

export type {
  AlgorithmPlan,
  AuditReport,
  AuditedBudget,
  BlockColumns,
  Catalogue,
  CoordinateSet,
  DiagnosticColumn,
  FitOptions,
  InspectReport,
  InspectStatement,
  InspectedColumn,
  LandscapeReport,
  MarginalTable,
  MarginalsReport,
  Model,
  NeighbourReport,
  PlanReport,
  PlanSegment,
  PlantedDefect,
  PreprocessStep,
  ProbeReport,
  ProgressEvent,
  ResultStatement,
  RunOptions,
  RunResult,
  RunStop,
  SolveReport,
  TraceColumns,
  TraceEvent,
} from '../../../wasm/client/index.ts';

export type { AlgorithmInfo };
/** What a form holds may be anything: the engine says what it knows. */
export type Experiment = ExperimentFile;
export type ExperimentResult = ResultOf<Experiment>;
export type KlTrial = TrialOf<Experiment>;
export type AlgorithmEntry = AlgorithmBlock;
export type Parameter = ParameterEntry;
export type DataSpec = DataBlock;
/** How one column of a table is read. */
export type ColumnBlock = NonNullable<Extract<DataSpec, { kind: 'file' }>['columns']>[number];

export type CurveName = keyof AlgorithmPlan['curves'];

/** The part of the engine that the page uses; a test may hand in a double. */
export type PageEngine = Pick<
  Engine<Experiment>,
  | 'variant'
  | 'workers'
  | 'version'
  | 'catalogue'
  | 'plan'
  | 'run'
  | 'audit'
  | 'neighbours'
  | 'klTrial'
  | 'inspect'
  | 'fit'
  | 'landscape'
  | 'solve'
  | 'theory'
  | 'account'
  | 'redact'
  | 'checkStatement'
  | 'table'
  | 'synthesize'
  | 'marginals'
  | 'dispose'
>;

/** What the page asks an audit by, on the data that it holds. */
export type AuditCall = (experiment: Experiment, options: AuditOptions) => Promise<AuditReport>;
export type NeighbourCall = (
  experiment: Experiment,
  options: NeighbourOptions,
) => Promise<NeighbourReport>;
