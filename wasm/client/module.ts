import type { ErrorBody } from './error.ts';
import type { AskedState } from './solve.ts';
import type { ResultTable, RunStop } from './types.ts';

// The wasm module as the client uses it. The compiler checks the declarations that Emscripten
// generates against these where the worker imports the glue.

/** Emscripten declares the code of an error as any text. */
export type Outcome<T> = { value: T } | { error: Record<keyof ErrorBody, string> };

/** Trace chunks of one slice, packed as wasm/bindings/trace.h says. */
export interface PackedTrace {
  heads: Float64Array;
  values: Float64Array;
  names: string[];
  paths?: { chunk: number; coordinates: number; values: Float64Array }[];
  stops?: { chunk: number; stop: RunStop }[];
}

export interface SliceProgress {
  done: boolean;
  gradientEvaluations: number;
  totalEvaluations: number;
}

/** Size of a data set after its preprocessing. */
export interface DataShape {
  samples: number;
  features: number;
}

export interface SessionHandle {
  estimate(): Outcome<string>;
  needsBytes(): boolean;
  feed(bytes: Uint8Array, totalBytes: number): Outcome<null>;
  /** What the experiment names and the module was linked without; '' when there is nothing. */
  lacks(): string;
  /** A built-in data set's file that must be supplied before `load`; '' when there is none. */
  missingFile(): string;
  load(): Outcome<null>;
  shape(): Outcome<DataShape>;
  /** 0 while there is more to try. */
  rehearse(slice: number, seconds: number, threads: number): Outcome<number>;
  plan(): Outcome<string>;
  runCount(): Outcome<number>;
  runNumber(run: number): number;
  start(first: number, last: number, threads: number): Outcome<null>;
  advance(seconds: number): Outcome<SliceProgress>;
  drain(): Outcome<PackedTrace>;
  cancel(): Outcome<null>;
  group(): Outcome<string>;
  delete(): void;
}

/** What a run waits for: a step of a solver that somebody else has. */
export interface AwaitedStep {
  /** Position in the experiment's list of runs; of a survey 0. */
  run: number;
  state: AskedState;
}

export interface SurveyHandle {
  advance(seconds: number): Outcome<SliceProgress>;
  /** What `advance` waits for; null where it can go on. */
  awaitedStep(): Outcome<AskedState | null>;
  answerStep(next: Float64Array | null, failure: string): Outcome<null>;
  result(): Outcome<string>;
  delete(): void;
}

export interface WorkspaceHandle {
  open(experiment: string, dataIdentity: string): Outcome<SessionHandle>;
  delete(): void;
}

/** What is audited, and how; '' stands for the default algorithm and for no planted defect. */
/** Of a recommendation; 0 where nobody knows the size of the data. */
export interface RecommendRequest extends DataShape {
  /** An algorithm's id; '' to choose one. */
  method: string;
}

export interface AuditRequest {
  algorithm: string;
  runs: number;
  confidence: number;
  seed: number;
  planted: string;
  neighbours: boolean;
}

export interface AuditProgress {
  done: boolean;
  rounds: number;
  total: number;
}

export interface AuditHandle {
  needsBytes(): boolean;
  feed(bytes: Uint8Array, totalBytes: number): Outcome<null>;
  missingFile(): string;
  load(): Outcome<null>;
  start(workspace: WorkspaceHandle, threads: number): Outcome<null>;
  advance(seconds: number): Outcome<AuditProgress>;
  result(): Outcome<string>;
  delete(): void;
}

export interface InspectionHandle {
  feed(bytes: Uint8Array): Outcome<null>;
  /** An InspectReport. */
  report(isCompressed: boolean): Outcome<string>;
  delete(): void;
}

export interface PredictionHandle {
  feed(bytes: Uint8Array): Outcome<null>;
  /** The predictions as CSV. */
  table(): Outcome<string>;
  delete(): void;
}

/** A command line, as the native binary reads it. */
export interface CommandLine {
  command: string;
  /** A path, or `-` for standard input. */
  input: string;
  /** Of a model: the table, likewise. */
  tableFile: string;
  /** The further files of a command that takes many. */
  parts: string[];
  /** Of the experiment's runs: part 3 of 10; 0 and 0 where all are meant. */
  partNumber: number;
  partOf: number;
  /** The file to which finished runs go, and that of runs to go on with. */
  checkpoint: string | null;
  resume: string | null;
  /** Of an experiment; 0: the usual limit. */
  mostRuns: number;
  /** The file that says what its columns are. */
  columns: string | null;
  /** What is asked of a fit or a prediction, as JSON. */
  fit: string;
  /** What is asked of a recommendation: '' and 0 for nothing. */
  method: string;
  samples: number;
  features: number;
  /** The language in which a model is written, or ''. */
  code: string;
  data: string | null;
  out: string | null;
  /** Of a report, in the place of a text for people. */
  wantsJson: boolean;
  /** Written in the place of the result. */
  table: ResultTable | null;
  /** The playground's address, for links. */
  site: string | null;
  /** What a landscape computes: a JSON object, or its file. */
  request: string;
  /** 0: as many as the machine has. */
  threads: number;
  /** 0: the default. */
  memoryBytes: number;
  audit: AuditRequest;
  isQuiet: boolean;
  /** A secure run is not counted. */
  isUncounted: boolean;
  /** The odometer forgets what it has shown. */
  wantsReset: boolean;
  /** A link is read, not made. */
  wantsDecoded: boolean;
  /** Of synthetic records. */
  run: number;
  /** 0: as many as the data have. */
  records: number;
  seed: number;
  /** Cells hold codes, and not what they are called. */
  wantsCodes: boolean;
  /** Of a trial, the experiment alone. */
  wantsExperiment: boolean;
  /** What estimates of constants may cost, and how likely one of them may be wrong. */
  rho: number;
  failure: number;
  /** Of the records, as it is known of how they are made; 0 where nothing is. */
  rank: number;
  /** The text of a command that is about the program alone. */
  says: string | null;
}

/** What the first screen needs: experiments planned and run, and the catalogue without the theory. */
export interface CoreModule {
  openWorkspace(memoryBytes: number, maximumRuns: number): Outcome<WorkspaceHandle>;
  assemble(experiment: string, groups: string[]): Outcome<string>;
  catalogue(): Outcome<string>;
  /** The answer to an accountant question about zCDP; '' for any other. */
  accountAtOnce(query: string): Outcome<string>;
  /** Takes a built-in data set's file. */
  supplyFile(file: string, bytes: Uint8Array): Outcome<null>;
  /** All memory that the instance has taken, in bytes. */
  memoryBytes(): number;
  version(): string;
}

/** What the journal of a data file is called: by its records, and by its bytes as earlier versions did. */
export interface FileNames {
  records: string;
  bytes: string;
}

/** A part of an experiment's runs, and what of it is finished. */
export interface PartHandle {
  experiment(): string;
  number(): number;
  of(): number;
  /** Bytes of its file that hold; what follows is a line that was cut. */
  soundBytes(): number;
  check(session: SessionHandle): Outcome<null>;
  /** Groups of missing runs, three numbers each: first, last, and about how long they take. */
  batches(session: SessionHandle, seconds: number, threads: number): Outcome<number[]>;
  /** The text to append to its file. */
  append(first: number, last: number, group: string): Outcome<string>;
  result(): Outcome<string>;
}

/** Finds out the names of a file whose bytes go by. Call `delete` when done. */
export interface FileIdentityHandle {
  update(bytes: Uint8Array): void;
  finish(): FileNames;
  delete(): void;
}

/** Lines for standard error, as the words of a command line ask for them. */
export interface MessagesHandle {
  error(code: string, field: string, message: string): string;
  warning(message: string): string;
  /** One for each reason why a plan report or a result refuses an algorithm. */
  refusals(report: string): Outcome<string[]>;
}

/** The core and everything else that can be asked. */
export interface WholeModule extends CoreModule {
  openAudit(
    experiment: string,
    request: AuditRequest & { memoryBytes: number },
  ): Outcome<AuditHandle>;
  /** Looks at a file of which its owner states what the request says. */
  openInspection(request: string): Outcome<InspectionHandle>;
  /** An InspectReport for people. */
  inspectionText(report: string): Outcome<string>;
  /** Measures the objective of a session that has its data. */
  openSurvey(session: SessionHandle, request: string, threads: number): Outcome<SurveyHandle>;
  /** From the session's next start on, its awaited steps are answered; else such solvers are given up. */
  answerSteps(session: SessionHandle): void;
  /** What runs wait for. */
  awaitedSteps(session: SessionHandle): Outcome<AwaitedStep[]>;
  answerStep(
    session: SessionHandle,
    run: number,
    next: Float64Array | null,
    failure: string,
  ): Outcome<null>;
  /** Lets a solver be chosen of which each step is waited for. */
  registerSolver(name: string): Outcome<null>;
  /** The catalogue with what can be asked of the theory. */
  wholeCatalogue(): Outcome<string>;
  theory(query: string): Outcome<string>;
  /** Of a file, its size; 0 and 0 where nobody knows. */
  klTrial(experiment: string, samples: number, features: number): Outcome<string>;
  recommend(
    experiment: string,
    method: string,
    samples: number,
    features: number,
    threads: number,
  ): Outcome<string>;
  /** An experiment that may name no algorithm, with one. */
  withAnyAlgorithm(experiment: string): Outcome<string>;
  replayableExperiment(result: string): Outcome<string>;
  compareReplay(recorded: string, replay: string): Outcome<string>;
  redact(result: string): Outcome<string>;
  /** CSV; `records` of 0 stands for as many as the data have. */
  synthesize(
    result: string,
    run: number,
    records: number,
    seed: number,
    codes: boolean,
  ): Outcome<string>;
  /** A MarginalsQuestion. */
  marginalsQuestion(result: string, run: number): Outcome<string>;
  resultTable(result: string, table: string): Outcome<string>;
  account(query: string): Outcome<string>;
  checkStatement(result: string): Outcome<string>;
  /** @param start of the table, unpacked: its first line at least */
  fitExperiment(request: string, start: Uint8Array): Outcome<string>;
  completeFit(
    request: string,
    experiment: string,
    samples: number,
    features: number,
    threads: number,
  ): Outcome<string>;
  /** The field of a fit's request that a field of its experiment comes from. */
  requestField(field: string, experiment: string): string;
  modelOf(result: string): Outcome<string>;
  checkModel(model: string): Outcome<string>;
  redactModel(model: string): Outcome<string>;
  modelCode(model: string, language: string): Outcome<string>;
  modelCard(model: string): Outcome<string>;
  /** @param form a TableForm, or '' for the model's own */
  openPrediction(model: string, form: string): Outcome<PredictionHandle>;
  readable(json: string): Outcome<string>;
  commandLine(words: string[]): Outcome<CommandLine>;
  /** Refused where a result would be lost that cannot be made again, or its table cannot be made. */
  mayLeaveTableAlone(experiment: string, table: string): Outcome<null>;
  Messages: new (words: string[], hasColour: boolean) => MessagesHandle;
  /** Lets the solvers be chosen that an experiment names and nobody has; what they are called. */
  declareSolvers(experiment: string): Outcome<string[]>;
  /** What a result adds to its data file's journal; '' when it is no secure run on a file. */
  odometerEntry(result: string): Outcome<string>;
  /** Whether a result of this experiment may add something there. */
  isCounted(experiment: string): boolean;
  /** What estimates of constants add likewise. */
  estimatesEntry(experiment: string, estimates: string): Outcome<string>;
  /** Private estimates of the constants of a session's problem. */
  constants(
    session: SessionHandle,
    rho: number,
    failure: number,
    rank: number,
    threads: number,
  ): Outcome<string>;
  /** A part of an experiment whose data a session has loaded. */
  beginPart(
    experiment: string,
    session: SessionHandle,
    number: number,
    of: number,
  ): Outcome<PartHandle>;
  readPart(text: string, path: string): Outcome<PartHandle>;
  assembleParts(texts: string[], paths: string[]): Outcome<string>;
  odometerLine(journal: string): string;
  odometerReport(names: string[], journals: string[]): Outcome<string>;
  odometerFolder(own: string, stateHome: string, home: string): string;
  FileIdentity: new () => FileIdentityHandle;
  exitStatus(code: string): number;
}

/** A thread's worker as the glue uses it. */
export interface ThreadPort {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((error: unknown) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export interface FactoryOptions {
  /** How many helpers to start before C++ runs. */
  threads: number;
  /** Starts the worker of one of them. */
  startThread?: () => ThreadPort | Worker;
  /** Makes the instance of the module, where the glue shall not fetch it. */
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => void;
}

/** The default export of the glue. */
export type EngineFactory<Module> = (options: FactoryOptions) => Promise<Module>;
