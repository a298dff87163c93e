// Written by `npm run generate` from the engine's tables of records. Change the engine, not this file.

import type { Experiment } from './experiment.ts';
import type { DataBlock } from './schema.ts';
import type { DiagnosticColumn, NumberColumns, PlantedDefect } from './types.ts';
import type { DomainId } from './words.ts';

export interface ExperimentResult<File = Experiment> {
  version: number;
  engine: string;
  experiment: File;
  /** `cancelled` when runs are missing or were cancelled. */
  status: 'completed' | 'cancelled';
  fingerprint: string | null;
  privacy: ResultPrivacy;
  runs: RunResult[];
  /** What did not run, and why; older results lack it. */
  refused?: RefusedAlgorithm[];
  nonPrivate?: NonPrivateResult;
}

export interface ResultPrivacy {
  /** Null where a run leaks, and where none is private: nothing bounds what is given away. */
  total: PrivacyTotal | null;
  randomness: 'reproducible' | 'secure';
  release: 'floating' | 'hardened';
  releasable: boolean;
  reasons: string[];
  statement?: ResultStatement;
}

/** The cost of publishing all runs together; where all are zCDP, epsilon and delta are null. */
export interface PrivacyTotal {
  epsilon: number | null;
  delta: number | null;
  /** What they were converted from, where runs are counted in rho. */
  rho?: number;
  /** The Renyi order of the accountant "renyi". */
  order?: number;
  accountant: string;
  theorem?: string;
}

/** Everything that a reader needs to check the figures without this software. */
export interface ResultStatement {
  version: number;
  unit: MeantWord;
  neighbours: MeantWord;
  randomness: MeantWord;
  release: MeantWord;
  assumptions: string[];
  reasons: string[];
  entries: StatementEntry[];
  /** Null where a run leaks, and where none is private. */
  total: PrivacyTotal | null;
  certified: boolean;
  /** The same in plain words, one sentence each. */
  text: string[];
}

/** A word of the file, and what it means. */
export interface MeantWord {
  id: string;
  text: string;
}

/** One planned algorithm of a privacy statement. */
export interface StatementEntry extends Partial<PromisedEntry> {
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  notion: 'pure' | 'approximate' | 'zcdp' | 'none';
  /** Of the plan; its runs may have been stopped. */
  guarantee: 'proven' | 'stopped' | 'leaks' | 'not-private';
  /** Of a CSV file: whether its first line is a header. */
  header?: boolean;
  certified: boolean;
  reasons: string[];
  runs: number;
}

/** What is stated of a planned algorithm that promises something. */
export interface PromisedEntry extends Partial<ReleaseDetails> {
  requested: Budget;
  neighbours?: 'replace-one' | 'zero-out' | 'add-remove';
  calibration: 'tight' | 'zcdp' | 'advanced' | 'paper' | 'published-figures';
  release: 'floating' | 'hardened';
  released: string;
  /** What was noised, where it is counted in Renyi divergence or is no gradient. */
  form?: string;
  mechanism: 'laplace' | 'gaussian' | 'exponential' | 'none';
  samples: number;
  dimension: number;
  batchSize?: number;
  sampler?: 'all-records' | 'without-replacement' | 'poisson';
  /** The block of records that it reads. */
  records?: RecordRange;
  sensitivity: Sensitivity;
  /** Kinds of release, where a run makes several: then batch, noise and form are theirs. */
  groups?: ReleaseGroup[];
  noise?: StatedNoise;
  stopsAtRandom?: boolean;
  cost: StatedCost;
  score?: PlannedScore;
  /** [runs, releases of each]; with groups [runs, releases of each of the first, the second]. */
  executed: number[][];
  /** The same of what is paid for, where runs were stopped: all their planned releases. */
  charged?: number[][];
  figures: StatedFigure[];
}

/** What a kind of release states beside its noise. */
export interface ReleaseDetails {
  /** Of vertices of a hidden iterate: how they are drawn. */
  vertices?: StatedDetail;
  /** Of as many vertices as a public level says: its law. */
  levels?: StatedDetail;
  /** Of a minimizer: what its divergence follows from. */
  objective?: StatedDetail;
  /** Of a certified solution: its distance to the exact one. */
  solution?: StatedDetail;
  /** Where gradients, or their differences, are bounded. */
  region?: StatedDetail;
  candidates?: StatedDetail;
  queries?: StatedDetail;
  table?: StatedDetail;
  pass?: StatedDetail;
  blocks?: StatedDetail;
  moment?: StatedDetail;
  /** Of a difference of gradients: the radius of a ball that holds those of all records. */
  change?: StatedDetail;
}

/** What the proof of one kind of release rests on, by that kind's own names. */
export interface StatedDetail {
  addedStrength?: number;
  batchDivisor?: number;
  blockSize?: number;
  count?: number;
  countedSteps?: number;
  diameter?: number;
  distance?: number;
  divisor?: number;
  draws?: number;
  dualDifference?: number;
  dualMove?: number;
  dualWeight?: number;
  first?: number;
  growth?: number;
  levelBudget?: number;
  maxLevel?: number;
  move?: number;
  moved?: number;
  numbers?: number;
  perDraw?: number;
  perPoint?: number;
  period?: number;
  phase?: number;
  primalDifference?: number;
  primalMove?: number;
  primalWeight?: number;
  recordCurvature?: number;
  regularizerStrength?: number;
  rootBatch?: number;
  seed?: number;
  size?: number;
  smoothness?: number;
  solutionDeviation?: number;
  solverShift?: number;
  stepSize?: number;
  steps?: number;
  strongConvexity?: number;
  tolerance?: number;
  value?: number;
  valueBound?: number;
  weight?: number;
  curvatureBound?: number | null;
  radius?: number | null;
  rowBound?: number | null;
  output?: number | string;
  estimator?: string;
  frozen?: string;
  passes?: string;
  text?: string;
}

export interface Budget {
  epsilon?: number;
  delta?: number;
  rho?: number;
}

/** Consecutive records; positions are from 0. */
export interface RecordRange {
  first: number;
  count: number;
}

/** How far one record moves what is noised. */
export interface Sensitivity {
  rule: 'uniform' | 'state-dependent';
  norm: 'l1' | 'l2' | 'linf';
  value: number;
  /** Absent where there are groups. */
  mean?: number;
  derivativeBound: number | null;
  featureBound: number | null;
  gradientClip: StatedClip | null;
  text: string;
  formula: string;
  /** Of a choice: the longest vertex in the dual norm. */
  vertices?: LongestVertex;
  /** Of the end of exact steps. */
  descent?: StatedDetail;
}

/** How long a record's gradient may be, and in which norm. */
export interface StatedClip {
  norm: 'l1' | 'l2';
  bound: number;
}

export interface LongestVertex {
  norm: 'l1' | 'l2' | 'linf';
  radius: number;
}

/** One kind of the releases of a planned algorithm. */
export interface ReleaseGroup extends Partial<ReleaseDetails> {
  form: string;
  /** Where it is not that of the first group. */
  mechanism?: 'laplace' | 'gaussian' | 'exponential' | 'none';
  batchSize: number;
  sampler: 'all-records' | 'without-replacement' | 'poisson';
  /** The block of records that it reads. */
  records?: RecordRange;
  rule: 'uniform' | 'state-dependent';
  /** How far one record moves what is noised. */
  mean: number;
  noise: StatedNoise;
  perRelease: string;
}

export interface StatedNoise {
  quantity: 'laplace-scale' | 'standard-deviation' | 'base-epsilon' | 'gumbel-scale';
  planned: number;
  /** [count, value], or [count, first, last] of a progression. */
  values: number[][];
  /** [count, grid] of hardened releases. */
  grids: number[][] | null;
  /** [count, length] of the most that each step may be. */
  steps?: number[][];
  text: string;
}

export interface StatedCost {
  unit: 'epsilon' | 'rho' | 'renyi';
  /** The Renyi order of the unit "renyi". */
  order?: number;
  perRelease: string;
  composition: string;
  /** Part of a variance-reduced release's noise that its proof counts for the difference; none where it counts difference and anchor together. */
  share?: number;
  /** Of a last iterate: the steps before it, and K of them. */
  hiddenSteps?: StatedDetail;
  /** Where releases follow from earlier ones: the most that a run may spend. */
  cap?: number;
  /** What such a run spent. It is stated at the cap, wherever it ended. */
  spent?: number;
  filter?: string;
  blocks?: string;
  perRun: number;
  allRuns: number;
}

/** A private figure of the rows that are held out, which each run publishes. */
export interface PlannedScore {
  measure: 'accuracy' | 'rmse';
  /** Rows that are held out. */
  records: number;
  /** What one row adds to the sum at most. */
  steps: number;
  /** Of its noise, in steps. */
  scale: number;
  /** What it costs these rows, and no others. */
  epsilon: number;
  text: string;
}

export interface StatedFigure {
  accountant: string;
  epsilon?: number;
  delta?: number;
  rho?: number;
  theorem: string;
  /** The Renyi order that gave the figure. */
  order?: number;
}

/** One run. It holds its outcome itself where its guarantee bounds what that gives away; that of any other run lies under `nonPrivate`, with the diagnostics. */
export interface RunResult extends Partial<OutcomeBlock> {
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  repeat: number;
  privacy: PrivacyStatement;
  nonPrivate?: NonPrivateRun;
}

/** What a run came to; `outcomeOf` reads it wherever it stands. */
export interface OutcomeBlock {
  status: 'running' | 'completed' | 'cancelled' | 'budget-exhausted' | 'diverged' | 'failed';
  stop?: RunStop;
  parameters: Record<string, unknown>;
  error?: RecordedError;
  fingerprint: string | null;
  trace: TraceColumns;
  /** What it clamped columns to before it began, where it chose that. */
  ranges?: ColumnRange[];
  /** Where `run.privateScore` asks for it and the run completed. */
  score?: ReleasedScore;
  solution: number[];
  gradientEvaluations: number;
  seconds?: number;
}

/** Why a run ended, where its algorithm says so: an id of the algorithm's own, and a sentence. */
export interface RunStop {
  reason: string;
  text: string;
}

export interface RecordedError {
  code: string;
  field: string;
  message: string;
}

/** Columns of a trace: these, and what the algorithm's steps tell everybody. */
export interface TraceColumns extends NumberColumns {
  iteration: number[];
  gradientEvaluations: number[];
  epsilonSpent?: (number | null)[];
  rhoSpent?: (number | null)[];
  /** Absent from what may be published: drawing noise takes a time that depends on the noise. */
  seconds?: number[];
  /** The iterates themselves, where `run.trace.iterates` asks for them. */
  iterates?: number[][];
}

/** A range that a run chose for a column of the records as they come, or for their target (private-ranges). */
export interface ColumnRange {
  /** Its number, from 0; absent of the target. */
  column?: number;
  isTarget?: true;
  lower: number;
  upper: number;
}

/** A private figure of a run's solution on the rows that are held out. */
export interface ReleasedScore {
  measure: 'accuracy' | 'rmse';
  /** In the unit of the run's targets. */
  value: number;
  lower: number;
  /** An interval for the figure's expectation on a new row. */
  upper: number;
  /** How surely it covers that, over the noise and the draw of the held-out rows. */
  coverage: number;
  records: number;
  /** What was released, in steps: the rest follows. */
  noisySum: number;
}

/** One run's privacy: what was asked for, what holds, and whether it is proven. */
export interface PrivacyStatement {
  notion: string;
  requested: Budget;
  /** Of what leaks or is not private every figure is null. */
  epsilon: number | null;
  delta: number | null;
  rho?: number | null;
  /** What the same noise is worth at a small delta, where that is less epsilon. */
  approximate?: ApproximateFigure;
  neighbours: string;
  /** Absent where nothing is private. */
  release?: 'floating' | 'hardened';
  guarantee: 'proven' | 'stopped' | 'leaks' | 'not-private';
  /** Proven or stopped, and nothing takes away from it. */
  certified: boolean;
  reasons: string[];
  statement: string;
  ledger?: LedgerEntry[];
  /** Of a plan that leaks: what its noise alone would cost, which bounds nothing here. */
  accounted?: Budget;
}

export interface ApproximateFigure {
  epsilon: number;
  delta: number;
}

/** Consecutive releases of one kind that a run made. */
export interface LedgerEntry {
  release: string;
  count: number;
  mechanism: string;
  batchSize: number;
  sensitivity: string;
  cost: number;
  costFirst: number;
  costLast: number;
  noiseScaleFirst: number;
  noiseScaleLast: number;
  unit: 'epsilon' | 'rho' | 'renyi';
  order?: number;
  sampler?: string;
  gridFirst?: number;
  gridLast?: number;
  /** The block of records that was read. */
  records?: RecordRange;
}

/** What follows from the data without noise: of a run that promises nothing all it came to. */
export interface NonPrivateRun extends Partial<Omit<OutcomeBlock, 'trace'>> {
  trace?: HiddenColumns;
  /** Last values of the diagnostics. */
  final?: Partial<Record<DiagnosticColumn, number | null>>;
  ledger?: LedgerEntry[];
  /** Gradients of records that hidden solves took. */
  solverGradients?: number;
  /** Of methods with a solver; in secure mode where diagnostics are asked for. */
  solves?: RunSolves;
}

/** Columns of a trace that show exact numbers of the data: diagnostics, and these. */
export interface HiddenColumns extends Partial<TraceColumns>, NumberColumns {
  /** The points that vertices or queries were drawn from, where `run.trace.hiddenIterates` asks for them and the algorithm has them; null where nothing was drawn yet. */
  hiddenIterates?: (number | null)[][];
  /** The loss of every group, or task, on the records, in the order of y, where `run.trace.groupLosses` asks for them; null where one is not finite, or was not measured. */
  groupLosses?: (number | null)[][];
}

/** What became of the solves of a run, in their order. Exact, so not private. */
export interface RunSolves {
  count: number;
  /** How many a deterministic method had to answer, because the chosen solver did not. */
  fallbacks: number;
  /** The first of them, 100 at most. */
  first: RunSolve[];
}

export interface RunSolve {
  /** How often the solver was asked to start. */
  attempts: number;
  fallback: boolean;
  /** What the solver did wrong in its last attempt; '' for nothing. */
  complaint: string;
  /** Of records, certificates included. */
  gradients: number;
}

/** An algorithm that cannot run as the experiment asks, at one sweep point; the others run. */
export interface RefusedAlgorithm {
  algorithm: string;
  label: string;
  /** Its position in the experiment's list. */
  index: number;
  sweep: Record<string, unknown>;
  error: RecordedError;
}

/** What follows from the data without noise. */
export interface NonPrivateResult {
  summary?: RunSummary[];
  references?: ReferenceOptimum[];
  dataHash?: string;
  /** Of the runs that promise nothing. */
  fingerprint?: string;
}

/** The repeats of one algorithm at one sweep point. */
export interface RunSummary {
  algorithm: string;
  label?: string;
  sweep: Record<string, unknown>;
  repeats: number;
  final: Record<string, Statistics>;
}

export interface Statistics {
  mean: number;
  /** Null of one run. */
  standardError: number | null;
  median: number;
  q10: number;
  q90: number;
}

/** The optimum of one sweep point's objective, found without noise, and numbers that diagnostics are compared with. */
export interface ReferenceOptimum extends Record<string, unknown> {
  sweep: Record<string, unknown>;
  /** Null where no solver found one. */
  optimum: number | null;
  /** Null where no solver found one. */
  certificate: number | null;
  error?: RecordedError;
}

/** What would run, with its privacy and its price; nothing has run. */
export interface PlanReport {
  version: number;
  data: PlannedData;
  constants: PlannedConstants;
  cost: CostEstimate;
  randomness: 'reproducible' | 'secure';
  release: 'floating' | 'hardened';
  plans: AlgorithmPlan[];
  /** What will not run, and why. */
  refused: RefusedAlgorithm[];
  /** Null where a plan leaks, and where none is private. */
  total: PrivacyTotal | null;
  /** Of a saddle problem: where x and y may lie, set by set. */
  saddle?: SaddleSets;
}

export interface PlannedData {
  samples: number;
  features: number;
  bounds: RecordBounds;
  certified: boolean;
  reasons: string[];
  target: string;
  /** Of a CSV file: whether its first line was taken as a header, not as a record. */
  header?: boolean;
}

export interface RecordBounds {
  l1?: number | null;
  l2?: number | null;
  linf?: number | null;
  target?: number | null;
}

export interface PlannedConstants {
  smoothness: number | null;
  strongConvexity: number;
  conditionNumber: number | null;
  l1Sensitivity: number;
  l2Sensitivity: number;
  initialGap: number;
  initialGapSource: 'stated' | 'start' | 'known' | 'assumed';
  /** Null where none is known. */
  kl: KlConstants | null;
  rule: string;
  certified: boolean;
  coordinates?: CoordinateLimits;
}

/** The Kurdyka-Lojasiewicz condition: F - F* <= (constant |grad F|)^exponent. */
export interface KlConstants {
  exponent: number;
  constant: number;
  /** Null where none is known. */
  weakConvexity: number | null;
  /** Where it follows from. */
  source: string;
}

/** Of a saddle problem: the largest first, second and third derivatives of a record's loss by single coordinates, L_0, L_1 and L_2; null where nothing is known. */
export interface CoordinateLimits {
  lipschitz: number | null;
  smoothness: number | null;
  hessianLipschitz: number | null;
}

/** All runs together, diagnostics included. */
export interface CostEstimate {
  runs: number;
  gradientEvaluations: number;
  memoryBytes: number;
  /** The result's text. */
  resultBytes: number;
  /** A guess for one thread of this machine. */
  seconds: number;
}

export interface AlgorithmPlan {
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  parameters: Record<string, unknown>;
  iterations: number;
  gradientEvaluations: number;
  privacy: PrivacyStatement;
  segments: PlanSegment[];
  curves: PlanCurves;
  initialGap: InitialGap;
  /** Whether a theorem stands behind `curves.horizonScore`; null without one. */
  horizonScoreIs: 'bound' | 'guess' | null;
  /** What to take care of, one sentence each. */
  warnings: string[];
  /** What its runs publish of the rows that are held out. */
  score?: PlannedScore;
  /** What the plan rests on and takes for granted, one sentence each. */
  notes?: string[];
  /** What is proven or estimated of the output's error is above the error of every point. */
  errorUnknown?: true;
  /** How many steps have each level, from 0 on: levels were drawn beforehand and are public. */
  levelCounts?: number[];
  /** What one record pays, by its block, where blocks of records are read once each. */
  blockCosts?: BlockColumns;
}

/** Consecutive releases that share their rule. */
export interface PlanSegment {
  first: number;
  count: number;
  stepSize: number;
  momentum: number;
  batchSize: number;
  mechanism: string;
  sensitivity: string;
  /** What a release is charged, in the unit below. */
  costFirst: number;
  costLast: number;
  baseEpsilonFirst: number;
  baseEpsilonLast: number;
  noiseScaleFirst: number;
  noiseScaleLast: number;
  /** `renyi`: a divergence of the order beside it. */
  unit: 'epsilon' | 'rho' | 'renyi';
  order?: number;
  /** `laplace`, `gaussian`, `discrete-laplace` or `discrete-gaussian`; absent without noise. */
  sampler?: string;
  /** Of hardened releases, powers of two that they are multiples of. */
  gridFirst?: number;
  gridLast?: number;
}

export interface PlanCurves {
  noiseScale: Curve;
  cost: Curve;
  bound?: Curve;
  /** Upper bound on the part of the gap that is noise: the noise part of `bound`. */
  noiseFloor?: Curve;
  /** A bound on E |grad F|^2 at a random iterate. */
  gradientBound?: Curve;
  horizonScore?: Curve;
}

/** Values against iterations, for a chart. */
export interface Curve {
  iteration: number[];
  value: number[];
}

/** E_0, the public guess of F(x_0) - F*, and where it comes from. */
export interface InitialGap {
  value: number;
  source: 'stated' | 'start' | 'known' | 'assumed';
}

/** Blocks of records in the order in which they are read, a number each in every column. Of many neighbours the cheapest and the dearest are listed. */
export interface BlockColumns {
  /** Its number, from 1. */
  block: number[];
  /** The position of its first record, from 0. */
  firstRecord: number[];
  records: number[];
  /** Releases that depend on it; of vertices the draws from each simplex. */
  drawsAfter: number[];
  /** What one of its records pays for the whole run, in the unit that is counted. */
  rho?: number[];
  /** What one of its records pays for the whole run, in the unit that is counted. */
  epsilon?: number[];
}

export interface SaddleSets {
  primal: CoordinateSet[];
  dual: CoordinateSet[];
}

/** A set of so many consecutive coordinates. */
export interface CoordinateSet {
  size: number;
  kind: DomainId;
  /** Of a ball; null of other sets. */
  radius: number | null;
}

/** A private model, and the run that made it. Of a redacted result it holds `experiment`, `privacy` and `run`; all else follows, but for `evaluation`. */
export interface ModelFile {
  version: number;
  kind: 'model';
  engine: string;
  task: 'yes-or-no' | 'classes' | 'number';
  target: ModelTarget;
  /** In the order of their features. */
  columns: ModelColumn[];
  /** What the last feature holds; 0 where there is none. */
  intercept: number;
  /** Class by class, in the order of the features. */
  weights: ModelWeight[];
  evaluation?: ModelEvaluation;
  releasable: boolean;
  /** Why it may not be published as it is. */
  reasons: string[];
  experiment: Experiment;
  fingerprint: string | null;
  privacy: ResultPrivacy;
  run: RunResult;
}

/** What is predicted. */
export interface ModelTarget {
  name: string;
  /** No, then yes; or all of several. */
  classes?: string[];
  lower?: number;
  /** Of a number: its range. */
  upper?: number;
  /** The range was found privately, not stated. */
  rangeIsPrivate?: boolean;
}

/** How the cells of a column become features. */
export interface ModelColumn {
  name: string;
  role: 'number' | 'category' | 'ordered';
  lower?: number;
  /** Numbers are clamped to the range and mapped to [-1, 1]. */
  upper?: number;
  /** The range was found privately, not stated. */
  rangeIsPrivate?: boolean;
  words?: string[];
  /** What all further words are called. */
  other?: string;
  /** Between the intervals of a number. */
  edges?: number[];
  /** What a missing cell reads as. */
  missing?: number | string;
  /** One more feature says whether the cell is missing. */
  indicator?: boolean;
}

/** What a feature adds to the score of a row. */
export interface ModelWeight {
  /** Of the column; `(intercept)`. */
  name: string;
  /** The word or interval that it counts for. */
  level?: string;
  /** It counts where the cell is missing. */
  isMissing?: boolean;
  /** Whose score it adds to, where there are several. */
  class?: string;
  value: number;
  /** Standard deviation that the noise alone gives it, estimated from 200 runs on records whose gradients are zero; public. */
  noiseDeviation?: number;
  /** Change of the score, or of a number that is predicted, for 1 more in the column's own unit; of the intercept its value where all columns are 0, or at their first level. */
  inOriginalUnits: number;
}

/** How well it predicts. */
export interface ModelEvaluation {
  nonPrivate?: ModelFigure[];
}

/** A figure of the predictions, computed from the data without noise. */
export interface ModelFigure {
  /** The name of a diagnostic's column. */
  figure: string;
  value: number | null;
  /** The same of the optimum without noise. */
  withoutPrivacy?: number;
  /** The same of who gives every row the same scores. */
  baseline?: number;
}

/** What an audit proved. Its records are made up: nothing in it comes from the user's data. */
export interface AuditReport {
  version: number;
  engine: string;
  algorithm: string;
  label: string;
  /** The planted defect that was looked for, if one was. */
  planted: PlantedDefect | null;
  verdict: 'consistent' | 'refuted';
  sentence: string;
  confidence: number;
  runs: number;
  seed: number;
  /** What the plan claims; null where it claims nothing because it leaks. */
  claimed: AuditedBudget | null;
  /** What was asked for, and judged, where nothing is claimed; else null. */
  requested: AuditedBudget | null;
  lowerBound: AuditBound;
  /** What unlimited runs would find, where a closed form is known. */
  exactEpsilon: number | null;
  attack?: AuditAttack;
  gaussianAttack?: AuditAttack;
  iterations: number;
  mechanism: string;
  neighbours: AuditNeighbours;
  histogram: AuditHistogram;
  notes: string[];
}

/** A budget that an audit judges by. */
export interface AuditedBudget {
  notion: string;
  epsilon: number;
  delta: number;
  rho?: number;
  /** Of Gaussian noise: the mu of Gaussian DP. */
  mu?: number;
  /** What the plan says of itself. */
  statement: string;
}

export interface AuditBound {
  epsilon: number;
  delta: number;
  form: 'attack' | 'gaussian';
  mu?: number;
}

export interface AuditAttack {
  statistic: string;
  threshold: number;
  event: 'above' | 'at-most';
  /** The data set on which the event is a hit. */
  likelier: 'first' | 'second';
  hits: AuditHits;
  falseHits: AuditFalseHits;
}

export interface AuditHits {
  count: number;
  rounds: number;
  lower: number;
}

export interface AuditFalseHits {
  count: number;
  rounds: number;
  upper: number;
}

export interface AuditNeighbours {
  relation: string;
  samples: number;
  batchSize: number;
  usual: AuditRecord;
  odd: AuditRecord;
  start: number[];
  /** Of a choice the largest difference of a vertex's scores. */
  norm: 'l1' | 'l2' | 'vertices';
  attained: number;
  sensitivity: number;
  /** Of variance-reduced releases: the anchor that the attacker chose. */
  anchor?: number[];
}

/** A made-up record. */
export interface AuditRecord {
  features: number[];
  target: number;
}

export interface AuditHistogram {
  statistic: string;
  edges: number[];
  first: number[];
  second: number[];
}

/** How far replacing each record of the experiment's own data moves the exact solutions, by brute force. Exact, so not private. */
export interface NeighbourReport {
  version: number;
  engine: string;
  algorithm: string;
  label: string;
  nonPrivate: true;
  sentence: string;
  releases: NeighbourRelease[];
  notes: string[];
}

/** One release of a method that releases certified solutions, and what records do to it. */
export interface NeighbourRelease {
  /** The kind of release: which part of which solution. */
  kind: string;
  /** The first record of its block. */
  first: number;
  /** How many there are. */
  records: number;
  /** How far one record may move the exact solution; of a saddle point in the norm of its weights. */
  bound: number;
  /** The same with what the certificate allows: what the noise is made for. */
  charged: number;
  /** The farthest that one was found to move it. */
  largest: number;
  /** Which record that was. */
  worst: WorstReplacement;
  /** By record of the block. */
  moved: number[];
}

/** A record of the data, and by what it was replaced. */
export interface WorstReplacement {
  record: number;
  features: number[];
  target: number;
}

/** What a look at all records of a file shows: it reads them, nothing of it is private. */
export interface InspectReport {
  nonPrivate: true;
  notice: string;
  name: string;
  /** Of the text, unpacked. */
  bytes: number;
  isCompressed: boolean;
  /** Why the file cannot be read, or where the reader will stop; null for nothing. */
  problem: string | null;
  proposal: DataProposal | null;
  /** This and the rest is absent where the file is no text of records. */
  format?: 'csv' | 'libsvm';
  encoding?: 'utf-8' | 'utf-16' | 'latin1';
  hasByteOrderMark?: boolean;
  lineEnds?: 'lf' | 'crlf' | 'cr' | 'mixed';
  records?: number;
  delimiter?: string;
  decimal?: '.' | ',';
  header?: boolean;
  columnCount?: number;
  /** The first 1000 of them. */
  columns?: InspectedColumn[];
  firstIndex?: 0 | 1;
  largestIndex?: number;
  labels?: SeenWord[];
  troubleCount?: number;
  /** The first places where the reader will stop. */
  troubles?: InspectedTrouble[];
  /** Where no block is proposed. */
  choices?: InspectedChoice[];
}

export interface DataProposal {
  data: Extract<DataBlock, { kind: 'file' }>;
  /** What is predicted, in words. */
  target: string;
  /** Two classes, or numbers. */
  targets: 'labels' | 'numbers';
  /** Of the catalogue, for such targets. */
  loss: string;
  choices: InspectedChoice[];
}

/** One choice of a proposed data block, and why. */
export interface InspectedChoice {
  /** Of the data block, or `loss`. */
  field: string;
  sentence: string;
}

/** A column as all records show it. */
export interface InspectedColumn {
  position: number;
  /** '' where the file gives none. */
  name: string;
  kind: 'number' | 'integer' | 'category' | 'text' | 'date' | 'id' | 'constant' | 'empty';
  /** Empty cells, and marks such as `NA`. */
  missing: number;
  lower?: number;
  upper?: number;
  /** Of a column of numbers: cells that are none, the missing ones included. */
  notNumbers?: number;
  /** The line of the first. */
  firstNotNumber?: number;
  wordCount?: number;
  hasMoreWords?: boolean;
  words?: SeenWord[];
}

export interface SeenWord {
  word: string;
  count: number;
}

/** A place where the reader will stop. */
export interface InspectedTrouble {
  place: string;
  message: string;
}

/** The exact objective, regularizer included: it reads the data without noise, and nothing of it is private. */
export interface LandscapeReport {
  nonPrivate: true;
  /** Null where nobody knows it. */
  optimum: LandscapeOptimum | null;
  /** On the grid, row by row along u, the first row at `extent.v[0]`; null outside the domain. */
  values?: (number | null)[];
  /** At the points that were given. */
  pointValues?: (number | null)[];
  probe?: ProbeReport;
  weakGap?: WeakGapReport;
}

export interface LandscapeOptimum {
  value: number;
  /** Absent where the request states the value. */
  point?: number[];
}

/** What a probe saw; gaps and lengths are of the points that were given, then of the random ones. */
export interface ProbeReport {
  /** F - F*; null outside the domain. */
  gaps: (number | null)[];
  gradientNorms: (number | null)[];
  /** How many of them were given. */
  given: number;
  /** Of how many the gap is above what rounding may have made: what follows is from them alone. */
  used: number;
  /** Of ln gap against ln |grad F|, by least squares: an estimate of kappa; null where they tell none. */
  slope: number | null;
  /** Of the same line: an estimate of kappa ln gamma. */
  offset: number | null;
  /** kappa that the constant is for: the one that was asked for, or the slope, at least 1. */
  exponent: number | null;
  exponentIs: 'given' | 'fitted';
  /** The largest gap^(1 / kappa) / |grad F|: gamma is no less. Null where it is infinite or unknown. */
  constant: number | null;
  /** Where it is attained. */
  worst: ProbePoint | null;
}

export interface ProbePoint {
  gap: number;
  norm: number;
  point: number[];
}

/** max over y of E F(x, y) - min over x of E F(x, y), over data and noise. Exact, so not private. */
export interface WeakGapReport {
  runs: number;
  /** With the mean over the runs for E: above the weak gap in the mean. */
  plugIn: GapBracket;
  /** Best responses to half of the runs, valued at the other half: below it in the mean. */
  split: number;
  /** Of the bootstrap, about `split`. */
  interval: GapBracket;
  level: number;
  /** Mean of the runs' own gaps. */
  strong: GapBracket;
}

export interface GapBracket {
  lower: number;
  upper: number;
}

/** Whether the figures of a privacy statement follow from one another, and from the experiment. */
export interface StatementReport {
  /** Null where the figures follow, but nobody knows here what was planned. */
  consistent: boolean | null;
  /** What is not known here, a sentence each: `the solver my-own is not known here`. */
  unknown: string[];
  /** What was found, for people. */
  sentence: string;
  /** Whether the result's own experiment was planned again, and what could not be compared with it. */
  experiment: ComparedExperiment;
  total: CheckedTotal | null;
  entries: CheckedEntry[];
  problems: string[];
}

export interface ComparedExperiment {
  compared: boolean;
  notCompared: string[];
  /** Where the file left its meaning open: what it was read as. */
  assumed?: string[];
}

export interface CheckedTotal {
  accountant: string;
  delta: number;
  stated: CheckedSum;
  recomputed: CheckedSum;
}

export interface CheckedSum {
  epsilon: number | null;
  rho?: number;
}

export interface CheckedEntry {
  algorithm: string;
  label: string;
  sweep: Record<string, unknown>;
  unit?: 'epsilon' | 'rho' | 'renyi';
  stated?: StatementCosts;
  recomputed?: StatementCosts;
}

export interface StatementCosts {
  sensitivity: number | null;
  perRun: number | null;
  allRuns: number | null;
  figures: CheckedFigure[];
}

export interface CheckedFigure {
  accountant: string;
  delta: number;
  rho?: number | null;
  epsilon?: number | null;
}

/** A certified minimizer, or saddle point, of the exact objective: it reads the data without noise, nothing of it is private. */
export interface SolveReport {
  nonPrivate: true;
  solver: string;
  /** Of a saddle problem z = (x, y), one after the other. */
  solution: number[];
  /** Of saddle problems only. */
  saddle?: SaddleSolution;
  /** The exact minimizer, or saddle point, is no further from the solution, rounding included. */
  distanceBound: number;
  /** F(solution) - F*, of a saddle problem the duality gap max F(x, .) - min F(., y), is no larger. */
  gapBound: number;
  /** Gradients of records that it took, certificates included. */
  gradients: number;
  /** How many theory expects, up to a constant; null where nobody knows. */
  expectedGradients: number | null;
  /** Smoothness over strong convexity; of a saddle problem that of its operator in the norm of the weights. */
  condition: number;
  /** How often the solver was asked to start; 0 where the start is the solution. */
  attempts: number;
  /** Whether a deterministic method had to find the solution because the solver did not. */
  fallback: boolean;
  /** What the solver did wrong in its last attempt; '' for nothing. */
  complaint: string;
  trace: SolveTrace;
}

/** The solution of a saddle problem, part by part. */
export interface SaddleSolution {
  /** x */
  primal: number[];
  /** y */
  dual: number[];
  /** w_x and w_y: strong convexity in x and concavity in y, the problem's own and what was added. */
  weights: SaddleNumbers;
  /** The exact (x, y) is no further in the norm sqrt(w_x |x|^2 + w_y |y|^2): sqrt(2 gapBound). */
  weightedDistanceBound: number;
  /** The exact x, and the exact y, is no further in the Euclidean norm. */
  distanceBounds: SaddleNumbers;
}

/** A number of x and one of y. */
export interface SaddleNumbers {
  primal: number;
  dual: number;
}

/** What was certified on the way, the start first, and after how many gradients. */
export interface SolveTrace {
  gradients: number[];
  gapBound: (number | null)[];
}

/** How a released histogram and its records differ: it reads these without noise, nothing of it is private. */
export interface MarginalsReport {
  nonPrivate: true;
  records: number;
  /** All of one, two and three columns, in the order of the engine's queries. */
  tables: MarginalTable[];
}

/** One table of some columns, of a released histogram and of the records. */
export interface MarginalTable {
  /** Names of one to three columns. */
  columns: string[];
  cells: number;
  /** Half the l1 distance of the two. */
  totalVariation: number;
  /** The largest difference in one cell. */
  largest: number;
  /** The total variation of the table of equal shares. */
  uniform: number;
}

/** An experiment made one for methods of the KL condition; lists of sentences for the reader. */
export interface KlTrial<File = Experiment> {
  experiment: File;
  /** What was changed, and why. */
  changes: string[];
  /** What privacy and error bounds rest on because the engine enforces it. */
  certified: string[];
  /** What error bounds rest on that nobody has proven; privacy does not. */
  assumed: string[];
  /** How each method will end; or why it is left out, and what would help. */
  methods: string[];
}

/** A choice of method from public facts alone: no record was read. */
export interface RecommendReport {
  /** The best first. */
  ranked: RecommendedChoice[];
  /** What `score` is: the name of a diagnostic's column. */
  measure: string;
  /** Whether the first choice ends closer to the optimum than its start. */
  worthRunning: boolean;
  /** About the least one that is worth running, to a factor of 2; null where none is known. */
  leastEpsilon: number | null;
  largerN: MoreRecords[];
  sentences: string[];
  /** The given one with the first choice written in. */
  experiment: Experiment;
}

/** A method, as it is written into an experiment. */
export interface RecommendedChoice {
  algorithm: string;
  parameters: Record<string, number>;
  /** The bound of `problem.gradientClip`. */
  gradientClip: number;
  /** Of the l2 regularizer. */
  strength: number;
  /** Scale of each release. */
  noise: number;
  /** Fourth-power mean over twins of the gap over the least one that any choice has there. */
  regret: number;
  expected: ExpectedFigures;
}

/** What a choice is expected to reach, on public twins of the data. */
export interface ExpectedFigures {
  /** Mean over the twins of the measure on the records of the run. */
  score: number;
  /** A tenth of the twins is below. */
  low: number;
  /** A tenth of the twins is above. */
  high: number;
  /** The measure of who knows the targets alone. */
  start: number;
  /** Median of F(x_T) - F*. */
  gap: number;
  /** Geometric mean of the gap over that of the start. */
  gapShare: number;
}

/** What the first choice would reach with more records. */
export interface MoreRecords {
  samples: number;
  expected: ExpectedFigures;
}
