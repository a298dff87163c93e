import type { Experiment } from './experiment.ts';
import type { InspectOptions } from './inspect.ts';
import type { AccountDetails, AccountQueries, TheoryQueries } from './queries.ts';
import type {
  AuditReport,
  ExperimentResult,
  InitialGap,
  InspectReport,
  KlTrial,
  LandscapeReport,
  MarginalsReport,
  ModelFile,
  NeighbourReport,
  OutcomeBlock,
  PlanReport,
  PrivacyStatement,
  RecommendReport,
  RunStop,
  SolveReport,
  StatementReport,
} from './records.ts';
import type { FitControl, FitOptions, Model, Table } from './model.ts';
import type { SolveOptions, SolverOptions, SolverStep } from './solve.ts';
import type { MarginalsOptions, SynthesizeOptions } from './synthetic.ts';
import type { TheoryAnswers } from './theory.ts';
import type { DiagnosticId, TraceColumn } from './words.ts';

export type * from './records.ts';

/** What the engine can do: algorithms, problems, data sets, theory queries, error codes. Forms are made from it. */
export interface Catalogue {
  version: number;
  engine: string;
  algorithms: AlgorithmEntry[];
  losses: LossEntry[];
  gallery: GalleryEntry[];
  saddles: SaddleEntry[];
  regularizers: NamedEntry[];
  domains: NamedEntry[];
  gradientClip: ParameterEntry[];
  constants: ParameterEntry[];
  constantRules: NamedEntry[];
  builtinData: BuiltinDataEntry[];
  /** The kinds of `data` block, with the fields in which they hold records. */
  dataKinds: { kind: string; records: string[] }[];
  syntheticData: SyntheticDataEntry[];
  preprocess: PreprocessEntry[];
  notions: { id: string; title: string; description: string; parameters: string[] }[];
  guarantees: NamedEntry[];
  neighbours: NamedEntry[];
  mechanisms: NamedEntry[];
  calibrations: NamedEntry[];
  randomness: NamedEntry[];
  /** How noise is added: `floating` or `hardened`. */
  releases: NamedEntry[];
  /** The unit is that of their numbers, where they have one. */
  diagnostics: (NamedEntry & { unit?: string })[];
  statuses: NamedEntry[];
  errors: { code: string; meaning: string }[];
  limits: Record<string, number>;
}

export type ParameterValue = number | string | boolean | number[];

export interface ParameterEntry {
  name: string;
  title: string;
  type:
    | 'integer'
    | 'number'
    | 'choice'
    | 'number-or-choice'
    | 'integer-or-choice'
    | 'boolean'
    | 'number-or-vector';
  unit: string;
  minimum?: number;
  maximum?: number;
  /** In place of `minimum` where the bound itself is not allowed. */
  exclusiveMinimum?: number;
  choices?: string[];
  /** Another name may stand for something of one's own. */
  open?: boolean;
  default?: ParameterValue;
  /** How the default is found when it is not a fixed value. */
  defaultRule?: string;
  /**
   * Where a number has no default that is one: what a form begins with, public and sensible. `of` says
   * what the value is a part or a multiple of: of the records; of the columns, the first ones, as a
   * list; of the largest entry, or target, that the preparation lets through.
   */
  start?: { value: number; of?: 'records' | 'columns' | 'entries' | 'targets' };
  description: string;
  source: string;
}

/** A field of a question: of a `block` and of the elements of `blocks` the fields follow, as `block.field` and `blocks[].field`. */
export interface QueryField extends Omit<ParameterEntry, 'type'> {
  type: ParameterEntry['type'] | 'vector' | 'block' | 'blocks';
  /** Of a vector: its longest length. */
  most?: number;
}

/** What can be asked: the command line's catalogue holds it beside all the rest. */
export interface QuestionCatalogue {
  theoryQueries: TheoryQueryEntry[];
  accountQueries: AccountQueryEntry[];
}

/** A field is needed or refused where another one says so: null stands for left out, true for any value. */
export interface FieldRule {
  field: string;
  rule: 'needed' | 'refused';
  when: { field: string; is: (string | true | null)[] };
}

/** What the catalogue says of one question about the theory. */
export interface TheoryQueryEntry {
  query: keyof TheoryQueries;
  title: string;
  description: string;
  source: string;
  parameters: QueryField[];
  rules?: FieldRule[];
}

/** The same of one question to the accountants, and what its answer holds beside value, method and bound. */
export interface AccountQueryEntry {
  query: keyof AccountQueries;
  /** What the answer's value is. */
  value: string;
  parameters: QueryField[];
  rules?: FieldRule[];
  answer: {
    name: string;
    type: 'number' | 'boolean' | 'text' | 'numbers' | 'booleans' | 'objects';
    always: boolean;
    description: string;
  }[];
}

export interface NamedEntry {
  id: string;
  title: string;
  description: string;
  parameters?: ParameterEntry[];
}

export interface AlgorithmEntry {
  id: string;
  title: string;
  paper: string;
  theorem: string;
  summary: string;
  private: boolean;
  /** It adds noise, but every plan reads the data beside it: nothing is guaranteed. */
  leaks: boolean;
  notions: string[];
  neighbours: string[];
  mechanisms: string[];
  needs: string[];
  /** What it is for: min over x of F(x), or min over x, max over y of F(x, y). */
  problems: 'minimization' | 'saddle' | 'both';
  /** The diagnostics that it has and not every algorithm. */
  diagnostics?: string[];
  /** Whether it draws from a point that nobody sees, which `run.trace.hiddenIterates` keeps; absent where not. */
  hiddenIterate?: true;
  /** Numbers that its steps tell everybody: columns of its traces. */
  columns?: { name: string; title: string; unit?: string; description: string }[];
  guarantee: string;
  parameters: ParameterEntry[];
}

export interface LossEntry {
  id: string;
  title: string;
  description: string;
  /** -1 and 1, numbers of classes from 0 on, or any numbers. */
  targets: 'labels' | 'classes' | 'numbers';
  needsGradientClip: boolean;
  /** Whether it has a reference optimum, and with it a gap to it. */
  convex?: boolean;
  /** Beside `loss` in the problem, such as a width. */
  parameters?: ParameterEntry[];
  /** False where points hold no weights of scores w.u, so that nothing is predicted. */
  linearModel?: boolean;
  /** Generators of populations on which its exact mean and least value are known. */
  populations?: string[];
}

/** A problem whose constants and optimum are known in closed form. */
export interface GalleryEntry {
  id: string;
  title: string;
  description: string;
  convex: boolean;
  /** The only number of coordinates that it is a function of; 0 where any will do. */
  features: number;
  /** Of the ball around 0 that is its domain where the file gives none; null: all of space. */
  radius: number | null;
  /** The `data` block of records that it is made for. */
  data: Record<string, unknown>;
  parameters: ParameterEntry[];
}

/** A problem min over x, max over y of F(x, y) of one's own records; its domains are its own. */
export interface SaddleEntry {
  id: string;
  title: string;
  description: string;
  targets: 'labels' | 'numbers';
  parameters: ParameterEntry[];
  /** False where x holds no weights of scores w.u, so that no AUC is measured. */
  linearModel?: boolean;
  /** Generators of populations on which its exact mean is known. */
  populations?: string[];
}

export interface BuiltinDataEntry {
  name: string;
  title: string;
  samples: number;
  features: number;
  target: string;
  columns: { name: string; lower: number; upper: number }[];
  source: string;
  licence: string;
  suggestedPreprocess: Record<string, unknown>[];
  /** Where its ranges come from. */
  suggestedSource: string;
  suggestedLoss: string;
}

export interface SyntheticDataEntry {
  name: string;
  title: string;
  description: string;
  /** Columns, where they are the generator's own; 0 where a field says how many. */
  features: number;
  /** Stored values of a row of sparse data; 0 where every value is stored. */
  rowValues: number;
  parameters: ParameterEntry[];
}

export interface PreprocessEntry {
  kind: string;
  title: string;
  description: string;
  certified: boolean;
  parameters: ParameterEntry[];
}

/** What an experiment will take, known before any data are made or read. */
export interface SizeEstimate {
  /** Algorithms x sweep points x repeats. */
  runs: number;
  /** All data sets of the experiment; 0 of a file, whose size its owner knows. */
  dataBytes: number;
  /** Data and traces. */
  memoryBytes: number;
  /** The result's text. */
  resultBytes: number;
}

/** How far stated figures may be trusted; what each word means says the catalogue. */
export type Guarantee = PrivacyStatement['guarantee'];
/** Where a first guess of the gap comes from. */
export type InitialGapSource = InitialGap['source'];
export type RunStatus = OutcomeBlock['status'];

/** The diagnostics' names in traces: `aNameOfMany` for `a-name-of-many`. */
export type DiagnosticColumn = Joined<DiagnosticId>;
type Joined<Id extends string> = Id extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Joined<Rest>>}`
  : Id;

/**
 * Numbers of the traced points: beside the iterations what the algorithm's steps tell everybody, as
 * the catalogue's `columns` of it say, and under `nonPrivate` the diagnostics. Null where a point has
 * no such number: the noise of a step at x_0, which no step led to.
 */
export type NumberColumns = Partial<Record<TraceColumn, (number | null)[]>>;

/** The answer to "does the replay give the same bits?". */
export interface VerifyReport {
  matches: boolean;
  expected: string;
  actual: string;
  /** Positions of the runs whose own fingerprint differs. */
  differing: number[];
}

/**
 * Data in any form that a program has them: the text of a file, its bytes, which gzip may have compressed, a response,
 * a stream of the web or of Node, or pieces one by one, which are lines where none of them has a line break. A table
 * can also be an array with an object for each row, or an object with an array for each column, such as the typed
 * arrays of an Arrow table; in these, null, undefined and NaN are missing cells. Data go to the engine's own workers
 * and nowhere else.
 */
export type DataSource =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | Uint8ClampedArray
  | Int8Array
  | DataView
  | Response
  | ReadableStream<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>
  | readonly object[]
  | Readonly<Record<string, ArrayLike<unknown>>>;

/**
 * New points of one run, in typed arrays of equal length. Its columns are those of its algorithm's
 * steps, and the diagnostics that were asked for and that the run has; NaN where a point has no such
 * number, as x_0, which no step led to.
 */
export interface TraceEvent extends Partial<Record<TraceColumn, Float64Array>> {
  /** Position in the experiment's list of runs, what is refused included. */
  run: number;
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  repeat: number;
  iteration: Float64Array;
  gradientEvaluations: Float64Array;
  /** Epsilon so far; NaN for what is not private, and for zCDP, which has no epsilon. */
  epsilonSpent: Float64Array;
  /** Rho so far, for zCDP alone. */
  rhoSpent?: Float64Array;
  seconds: Float64Array;
  /** One for each point, where `run.trace.iterates` asks for them. */
  iterates?: Float64Array[];
  /** With the last points, of which there may be none: why the run ended. */
  stop?: RunStop;
}

export interface ProgressEvent {
  /** Before it runs, data are loaded and plans are made: then nothing is counted yet. */
  phase: 'loading' | 'planning' | 'running';
  /** Gradient evaluations planned, diagnostics included, and the part of them that stands for the time that is over. */
  done: number;
  total: number;
  /** Null until the rate is known. */
  secondsLeft: number | null;
}

/** Holds a run between slices while `paused`; the run listens through `onchange`. */
export interface PauseSignal {
  readonly paused: boolean;
  onchange: (() => void) | null;
}

export interface RunOptions {
  data?: DataSource;
  signal?: AbortSignal;
  onTrace?: (event: TraceEvent) => void;
  onProgress?: (event: ProgressEvent) => void;
  pause?: PauseSignal;
  /** Whether an aborted run brings back what was finished (true); false aborts faster. */
  keepPartial?: boolean;
}

export interface DataOptions {
  data?: DataSource;
  signal?: AbortSignal;
}

export interface PlanOptions extends DataOptions {
  /** Says when loading ends and planning begins. */
  onProgress?: (event: ProgressEvent) => void;
  /**
   * Rejects with `cancelled` where a part of the engine would have to be loaded first, or the file
   * read: for what can wait.
   */
  onlyAtHand?: boolean;
  /**
   * Most that a trial of the runs may take, after which `cost.seconds` says how long they take on
   * this engine's workers; 0 where it is left out. A secure experiment is not tried: its plan would
   * tell how long its records keep it busy.
   */
  trialSeconds?: number;
}

export interface RecommendOptions extends DataOptions {
  /** The only algorithm to choose parameters for: `dp-gd` or `dp-hb`. */
  method?: string;
  /** Records of a data file, and its columns after preprocessing: in place of the file. */
  samples?: number;
  features?: number;
}

export interface LandscapeOptions extends DataOptions {
  /** Counts records that are evaluated. */
  onProgress?: (event: ProgressEvent) => void;
}

/** A point or a direction: d numbers. */
export type Coordinates = readonly number[] | Float64Array;

/** Where the exact objective is looked at: a plane or a line, points, a probe; at least one of them. */
export interface LandscapeRequest {
  /** Of the plane origin + a u + b v, or the line origin + a u; 0 where it is left out. */
  origin?: Coordinates;
  u?: Coordinates;
  v?: Coordinates;
  /** From where to where a, and b, go. */
  extent?: { u: [number, number]; v?: [number, number] };
  /** How many values of a, and of b, both ends included: 2 to 512 each, by default 101. */
  size?: { u?: number; v?: number };
  points?: readonly Coordinates[];
  probe?: LandscapeProbe;
  /** F*, where its author knows it; else it is searched for. */
  optimum?: number;
  /** Of a saddle problem, and then alone. */
  weakGap?: WeakGapRequest;
}

/**
 * What the weak gap of an algorithm is estimated from, on the population that the records are drawn from;
 * that must be known exactly, as of the generator `atoms` without preprocessing.
 */
export interface WeakGapRequest {
  /** (x, y) as it was released in each of at least two runs, each with data of its own: sweep over `data.seed`. */
  points: readonly Coordinates[];
  /** Of the bootstrap: 10 to 100,000; by default 1000. */
  resamples?: number;
  /** Of its interval: 0.5 to 0.999; by default 0.95. */
  level?: number;
  /** The same seed gives the same resamples; by default 1. */
  seed?: number;
}

/** Random points around a centre, and what they say of the condition F - F* <= (gamma |grad F|)^kappa. */
export interface LandscapeProbe {
  /** Of the farthest points; by default that of the domain, where it is bounded. */
  radius?: number;
  /** Of the nearest ones, by default a thousandth of it: distances are spread evenly in their logarithm. */
  inner?: number;
  /** By default the reference optimum, where it is known; else the middle of the domain. */
  centre?: Coordinates;
  /** 1 to 100,000; by default 512. */
  samples?: number;
  /** The same seed gives the same points; by default 1. */
  seed?: number;
  /** kappa >= 1; by default it is fitted. */
  exponent?: number;
}

export interface AuditOptions {
  /** The file of the experiment's data, of which only n, d and the enforced bounds are used. */
  data?: DataSource;
  /** An id of the experiment's; by default the first private one. */
  algorithm?: string;
  /** Runs on each of the two data sets, 100 to 1,000,000; by default 100,000. */
  runs?: number;
  /** Of the lower bound, and so against a false alarm; by default 0.999999. */
  confidence?: number;
  /** The same seed gives the same report; by default 1. */
  seed?: number;
  /** A toy with this planted defect in place of the algorithm. */
  planted?: PlantedDefect;
  signal?: AbortSignal;
  /** Counts runs on each data set. */
  onProgress?: (event: ProgressEvent) => void;
}

export type PlantedDefect =
  | 'noise-too-small'
  | 'shared-noise'
  | 'weak-seed'
  | 'halved-sensitivity'
  | 'reused-phase'
  | 'exact-release'
  | 'unclipped-rows'
  | 'believed-solver';

/** What of an audit says how neighbours are compared. */
export type NeighbourOptions = Pick<AuditOptions, 'data' | 'algorithm' | 'signal' | 'onProgress'>;

export type Variant = 'simd' | 'simd-mt';

export interface EngineOptions {
  /** Workers of `simd`, or threads of `simd-mt`; by default one for each core. */
  workers?: number;
  /** `auto` takes threads where the page is cross-origin isolated and they can start. */
  variant?: 'auto' | Variant;
  /** Folder of `worker.js` and the `.wasm` files when they are not beside this module. */
  baseUrl?: string | URL;
  /** Most that data and traces may take, all workers together, in bytes. */
  memoryBytes?: number;
  /**
   * In Node: whether secure runs on data files are counted in their journals, where the command line
   * counts them, too. By default they are; browsers keep no journal.
   */
  odometer?: boolean;
}

export type AccountName = keyof AccountQueries;
export type TheoryName = keyof TheoryQueries;

/** One question to the accountants; engine/question/account/README.md says what is behind each. */
export type AccountQuery<Name extends AccountName = AccountName> = AccountQueries[Name];

/** What every answer of the accountants holds. */
export interface AccountValue {
  /** Null when infinite. */
  value: number | null;
  /** The theorem, in words. */
  method: string;
  /** `upper`: the truth is not above it; `approximate`: no guarantee. */
  bound: 'exact' | 'upper' | 'approximate';
}

/** The answer to a question, and to a text: what every answer holds. */
export type AccountAnswer<Name extends AccountName = AccountName> = AccountValue &
  AccountDetails[Name];

/** The tables that a result holds. */
export type ResultTable = 'traces' | 'summary' | 'slopes';

/** @typeParam File what stands for an experiment: `ExperimentFile` where its words come from a form. */
export interface Engine<File = Experiment> {
  readonly variant: Variant;
  readonly workers: number;
  readonly version: string;
  catalogue(): Promise<Catalogue>;
  /** What `theory` can be asked, with the fields of each query. */
  theoryQueries(): Promise<TheoryQueryEntry[]>;
  /**
   * Answers one question about rates, bounds and noise.
   *
   * @throws EngineError naming the query's field that is wrong
   */
  theory<Name extends TheoryName>(
    query: TheoryQueries[Name] & { query: Name },
  ): Promise<TheoryAnswers[Name]>;
  /** @throws EngineError `cancelled` soon after an abort, or naming the field that is wrong */
  plan(experiment: File | string, options?: PlanOptions): Promise<PlanReport>;
  /**
   * Says what the experiment will take, without making or reading its data: cheap for any text.
   *
   * @throws EngineError naming the field that is wrong
   */
  estimate(experiment: File | string): Promise<SizeEstimate>;
  /**
   * Runs of one engine follow one another; a second call waits for the first. Each worker keeps
   * data sets for the next call, at most `limits.keptBytes` of them together.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, `worker-died`, `out-of-memory`, or
   *   what is wrong with the experiment; `partial` holds what was finished
   */
  run(experiment: File | string, options?: RunOptions): Promise<ExperimentResult<File>>;
  /**
   * Tries to refute what a private algorithm claims, by telling two neighbouring data sets apart.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, or what is wrong
   */
  audit(experiment: File | string, options?: AuditOptions): Promise<AuditReport>;
  /**
   * Replaces each of at most 1000 records and solves again, for a method that releases certified
   * solutions. Not private.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, or what is wrong
   */
  neighbours(experiment: File | string, options?: NeighbourOptions): Promise<NeighbourReport>;
  /**
   * Makes of an experiment on records of one's own one that the methods of the KL condition run on,
   * and says what is certified and what is assumed. Only a data file is read, for its size.
   *
   * @throws EngineError naming the field that is wrong, or why no method can be tried
   */
  klTrial(experiment: File | string, options?: DataOptions): Promise<KlTrial<File>>;
  /**
   * Chooses method, steps, step size, gradient clip and l2 strength from public facts alone, by simulation on
   * public twins of the data: it reads no record, of a data file only its size. What the experiment states stays;
   * it may name no algorithm. The same experiment has the same answer.
   *
   * @throws EngineError `cancelled` soon after an abort, `unsupported-notion` without a budget, `unbounded-sensitivity`
   *   where no bound holds for the rows, or naming the field that is wrong
   */
  recommend(experiment: File | string, options?: RecommendOptions): Promise<RecommendReport>;
  /**
   * Measures the exact objective of an experiment's first sweep point on a plane, a line or at points,
   * or probes how its gap goes with the length of its gradient. Not private. No algorithm is planned.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, `limit-exceeded` where it would take too
   *   long, `no-reference` where a probe asks for a gap that nobody knows, or naming the field that is
   *   wrong
   */
  landscape(
    experiment: File | string,
    request: LandscapeRequest,
    options?: LandscapeOptions,
  ): Promise<LandscapeReport>;
  /**
   * Minimizes the exact objective of an experiment's first sweep point, l2 regularizer included, or finds
   * the saddle point of its saddle problem, with a solver of one's choice. Not private. Whatever the
   * solver says, the answer is certified: where it does not get there, a deterministic method does.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, `unknown-name` at `solve.solver`,
   *   `certificate-precision` where rounding allows no such tolerance, `invalid-value` at
   *   `solve.primalRegularization` or `solve.dualRegularization` where a saddle problem is not strongly
   *   convex in that part, or naming the field that is wrong
   */
  solve(experiment: File | string, options?: SolveOptions): Promise<SolveReport>;
  /**
   * Lets `solve`, and experiments as the parameter `solver` of their methods, choose a solver of one's
   * own. Before each step the engine computes the operator at the point, a gradient of every record, and
   * certifies the point where it is near enough; else it calls the function, where it was registered, and
   * waits. One that throws, is late, or returns what is no point ends with a complaint, and the solve goes
   * on without it; `residual` says to it how far it has come. A name that is registered again has the new
   * function from then on. Of a private run, too, the function sees exact numbers of the data.
   *
   * Lateness is noticed when the function lets others go on: nothing can end a loop that never awaits,
   * which holds up the page as any such loop would.
   *
   * @param name lower-case letters, digits and single hyphens, a letter first; none of the engine's
   * @throws EngineError `invalid-value` or `invalid-type` at `name`, `step`, `stepSeconds` or
   *   `solveSeconds`
   */
  registerSolver(name: string, step: SolverStep, options?: SolverOptions): Promise<void>;
  /**
   * Looks at a data file of any kind, compressed by gzip or not, and proposes the `data` block that reads
   * it. It reads all records: not private. Nothing of it enters an experiment until its owner states it.
   * A file that is no table is no error: `problem` says what it is.
   *
   * @throws EngineError `cancelled` soon after an abort, or naming the option that is wrong
   */
  inspect(data: DataSource, options?: InspectOptions): Promise<InspectReport>;
  /** Replays a result and compares the bits. */
  verify(result: ExperimentResult<File> | string, options?: RunOptions): Promise<VerifyReport>;
  /** The result with nothing in it but what may be published, and judged anew. */
  redact(result: ExperimentResult<File> | string): Promise<ExperimentResult<File>>;
  /**
   * A table of a result as CSV, one header per column, full precision: `traces` has a row for each
   * traced iterate, `summary` one for each algorithm and sweep point. Columns of what was computed
   * from the data without noise begin with `nonPrivate.`.
   *
   * @throws EngineError `invalid-value` at `table`, or what keeps the result from being read
   */
  table(result: ExperimentResult<File> | string, table: ResultTable): Promise<string>;
  /**
   * Synthetic records as CSV with a header, drawn from the histogram that a run on `marginal-queries` has
   * released: post-processing, which reads nothing but the result. Cells are the words and intervals of
   * `data.columns`; text is written as it is, also where a spreadsheet would take it for a formula.
   *
   * @throws EngineError `unsupported-option` where the run has released no histogram, or naming the option
   *   that is wrong
   */
  synthesize(result: ExperimentResult<File> | string, options?: SynthesizeOptions): Promise<string>;
  /**
   * Compares the histogram that a run on `marginal-queries` has released with the records, in all tables of
   * one to three columns. Not private. A file's data must be given again.
   *
   * @throws EngineError `cancelled` within 100 ms of an abort, `fingerprint-mismatch` at `data` where these
   *   are not the records that the result is about, or what is wrong
   */
  marginals(
    result: ExperimentResult<File> | string,
    options?: MarginalsOptions,
  ): Promise<MarginalsReport>;
  /**
   * Answers one accountant question; touches no data.
   *
   * @throws EngineError naming the field that is wrong
   */
  account<Name extends AccountName>(
    query: AccountQueries[Name] & { query: Name },
  ): Promise<AccountAnswer<Name>>;
  account(query: string): Promise<AccountValue>;
  /**
   * Recomputes every figure of the result's privacy statement from the statement alone, then plans the result's experiment
   * again, without data, and compares everything that the result says of privacy.
   */
  checkStatement(result: ExperimentResult<File> | string): Promise<StatementReport>;
  /**
   * Makes a private model of a table with the names of its columns: chooses a method, runs it once in secret noise, and
   * takes what came out. The run counts as any other, in Node also in the journal of the table.
   *
   * @param control may also stand among the options
   * @throws EngineError `cancelled` within 100 ms of an abort; naming the option that is wrong, such as `unknown-name`
   *   at `target`; or what is wrong with the table, at `data` or its line and column
   */
  fit(table: Table, options: FitOptions, control?: FitControl): Promise<Model>;
  /**
   * A model of its file or the text of it, once its privacy statement and its weights are found to follow from the run in
   * it. That the run was made as it says cannot be checked: its noise is secret.
   *
   * @throws EngineError `inconsistent-statement` where the file was edited
   */
  loadModel(model: ModelFile | string): Promise<Model>;
  /** Ends all workers; whatever waits is rejected with `cancelled`. */
  dispose(): void;
  [Symbol.dispose](): void;
}
