import { callBack, checkOptions, engineRules, jsonText, planRules, runRules } from './arguments.ts';
import { toDataMessage, type DataRules } from './data.ts';
import type { Environment, Journals } from './environment.ts';
import { asEngineError, engineError } from './error.ts';
import type * as Fits from './fit.ts';
import type { FitEngine } from './fit.ts';
import { followRequest, orAborted } from './follow.ts';
import type { InspectOptions } from './inspect.ts';
import { limits } from './limits.ts';
import type { FitControl, FitOptions, Model, Table } from './model.ts';
import { WorkerPool } from './pool.ts';
import type { DataMessage } from './protocol.ts';
import { dataBytes, readExperiment, type CheckedExperiment } from './read-experiment.ts';
import { GroupedRun } from './run-groups.ts';
import type { OwnSolvers } from './own-solvers.ts';
import type { ModelFile } from './records.ts';
import type { questions } from './seldom.ts';
import type { SolveOptions, SolverOptions, SolverStep } from './solve.ts';
import type { MarginalsOptions, SynthesizeOptions } from './synthetic.ts';
import type { Experiment } from './experiment.ts';
import type { AccountQueries, TheoryQueries } from './queries.ts';
import type { TheoryAnswers } from './theory.ts';
import { listRuns } from './trace.ts';
import type {
  AccountAnswer,
  AccountName,
  AuditOptions,
  AuditReport,
  NeighbourOptions,
  NeighbourReport,
  Catalogue,
  PlanOptions,
  DataSource,
  Engine,
  EngineOptions,
  ExperimentResult,
  DataOptions,
  KlTrial,
  LandscapeOptions,
  InspectReport,
  LandscapeReport,
  LandscapeRequest,
  MarginalsReport,
  PlanReport,
  RecommendOptions,
  RecommendReport,
  ResultTable,
  RunOptions,
  SizeEstimate,
  SolveReport,
  StatementReport,
  TheoryName,
  TheoryQueryEntry,
  Variant,
  VerifyReport,
} from './types.ts';

/** What a worker takes beside the data. */
const workerBytes = 64 * 2 ** 20;

/** Starts the workers of an environment and waits for the first. */
export async function createEngineIn(
  environment: Environment,
  options: EngineOptions,
): Promise<Engine> {
  checkEngineOptions(options);
  const wanted = options.variant ?? 'auto';
  try {
    const variant = await chooseVariant(environment, wanted);
    return await startEngine(environment, options, variant).catch((error: unknown) => {
      // What keeps threads from starting need not keep the engine from it.
      const others = wanted === 'auto' && variant !== 'simd';
      if (others && asEngineError(error).code === 'worker-died') {
        return startEngine(environment, options, 'simd');
      }
      throw error;
    });
  } catch (error) {
    throw asEngineError(error);
  }
}

async function startEngine(
  environment: Environment,
  options: EngineOptions,
  variant: Variant,
): Promise<Engine> {
  const workers = options.workers ?? environment.cores;
  const memoryBytes = options.memoryBytes ?? environment.memoryBytes;
  const pool = new WorkerPool(environment, variant === 'simd' ? workers : 1, {
    variant,
    threads: variant === 'simd' ? 1 : workers,
    memoryBytes: Math.min(memoryBytes, limits.memoryBytes),
    runs: limits.runs,
    outside: [],
  });
  try {
    const version = await pool.at(0).ready;
    const catalogue = await pool.at(0).request({ type: 'catalogue' }).promise;
    return new PooledEngine(pool, {
      variant,
      workers,
      version,
      mostBytes: memoryBytes,
      catalogue,
      sendable: environment.sendable,
      journals: options.odometer === false ? undefined : environment.journals,
    });
  } catch (error) {
    pool.dispose();
    throw error;
  }
}

function checkEngineOptions(options: EngineOptions): void {
  checkOptions('createEngine', options, engineRules);
  const { workers = 1, memoryBytes = 1, variant = 'auto' } = options;
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) {
    throw engineError('invalid-value', 'workers', 'Give a whole number from 1 to 64.');
  }
  if (!(memoryBytes > 0 && memoryBytes < Infinity)) {
    throw engineError('invalid-value', 'memoryBytes', 'Give a number of bytes greater than 0.');
  }
  if (!['auto', 'simd', 'simd-mt'].includes(variant)) {
    throw engineError('invalid-value', 'variant', 'Give "auto", "simd" or "simd-mt".');
  }
}

async function chooseVariant(environment: Environment, wanted: 'auto' | Variant): Promise<Variant> {
  const variant = wanted === 'auto' ? await environment.bestVariant() : wanted;
  await environment.requireVariant(variant);
  return variant;
}

interface EngineFacts extends DataRules {
  variant: Variant;
  workers: number;
  version: string;
  catalogue: string;
  journals: Journals | undefined;
}

class PooledEngine implements Engine {
  readonly variant: Variant;
  readonly workers: number;
  readonly version: string;
  readonly #pool: WorkerPool;
  readonly #facts: EngineFacts;
  readonly #titles: ReadonlyMap<string, string>;
  #solvers: OwnSolvers | undefined;
  /** Settles when the last run that was asked for has ended. */
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor(pool: WorkerPool, facts: EngineFacts) {
    this.variant = facts.variant;
    this.workers = facts.workers;
    this.version = facts.version;
    this.#pool = pool;
    this.#facts = facts;
    const { algorithms } = JSON.parse(facts.catalogue) as Catalogue;
    this.#titles = new Map(algorithms.map(({ id, title }) => [id, title]));
  }

  catalogue(options: object = {}): Promise<Catalogue> {
    return this.#answer(() => {
      checkOptions('catalogue', options);
      return Promise.resolve(this.#facts.catalogue);
    });
  }

  async theoryQueries(options: object = {}): Promise<TheoryQueryEntry[]> {
    const { theoryQueries } = await this.#ask<{ theoryQueries: TheoryQueryEntry[] }>(
      'theoryQueries',
      options,
      () => ({ type: 'theoryQueries' }),
    );
    return theoryQueries;
  }

  theory<Name extends TheoryName>(
    query: TheoryQueries[Name] & { query: Name },
    options: object = {},
  ): Promise<TheoryAnswers[Name]> {
    return this.#ask('theory', options, () => ({
      type: 'theory',
      query: jsonText(query, 'query'),
    }));
  }

  plan(experiment: Experiment | string, options: PlanOptions = {}): Promise<PlanReport> {
    return this.#answer(async () => {
      checkOptions('plan', options, planRules);
      const checked = readExperiment(experiment);
      const data = await orAborted(this.#data(options.data), options.signal);
      const { onlyAtHand = false, trialSeconds } = options;
      const { text } = checked;
      const message = { type: 'plan', experiment: text, data, onlyAtHand, trialSeconds } as const;
      return followRequest(this.#pool, message, options.signal, (told) => {
        if (told.type !== 'phase') return;
        const event = { phase: told.phase, done: 0, total: 0, secondsLeft: null };
        callBack('onProgress', options.onProgress, event);
      });
    });
  }

  estimate(experiment: Experiment | string, options: object = {}): Promise<SizeEstimate> {
    return this.#ask('estimate', options, () => ({
      type: 'estimate',
      experiment: readExperiment(experiment).text,
    }));
  }

  run(experiment: Experiment | string, options: RunOptions = {}): Promise<ExperimentResult> {
    return this.#answer(() => {
      checkOptions('run', options, runRules);
      return this.#run(experiment, options);
    });
  }

  verify(result: ExperimentResult | string, options: RunOptions = {}): Promise<VerifyReport> {
    return this.#answer(async () => {
      checkOptions('verify', options, runRules);
      const recorded = jsonText(result, 'result');
      const experiment = await this.#pool.ask({ type: 'replayable', result: recorded });
      const replay = await this.#run(experiment, options);
      return this.#pool.ask({ type: 'compare', recorded, replay });
    });
  }

  audit(experiment: Experiment | string, options: AuditOptions = {}): Promise<AuditReport> {
    return this.#survey('audit', experiment, options);
  }

  neighbours(
    experiment: Experiment | string,
    options: NeighbourOptions = {},
  ): Promise<NeighbourReport> {
    return this.#survey('neighbours', experiment, options);
  }

  klTrial(experiment: Experiment | string, options: DataOptions = {}): Promise<KlTrial> {
    return this.#survey('klTrial', experiment, options);
  }

  recommend(
    experiment: Experiment | string,
    options: RecommendOptions = {},
  ): Promise<RecommendReport> {
    return this.#survey('recommend', experiment, options);
  }

  landscape(
    experiment: Experiment | string,
    request: LandscapeRequest,
    options: LandscapeOptions = {},
  ): Promise<LandscapeReport> {
    return this.#survey('landscape', experiment, options, request);
  }

  solve(experiment: Experiment | string, options: SolveOptions = {}): Promise<SolveReport> {
    return this.#survey('solve', experiment, options);
  }

  registerSolver(name: string, step: SolverStep, options: SolverOptions = {}): Promise<void> {
    return settled(async () => {
      const { OwnSolvers, ownSolver } = await import('./own-solvers.ts');
      const solver = ownSolver(name, step, options);
      await this.#pool.ask({ type: 'solver', name });
      (this.#solvers ??= new OwnSolvers()).set(name, solver);
      this.#pool.addSolver(name);
    });
  }

  inspect(data: DataSource, options: InspectOptions = {}): Promise<InspectReport> {
    return this.#answer(async () => {
      const message = () => toDataMessage(data, this.#facts);
      return (await import('./seldom.ts')).inspect(this.#pool, data, options, message);
    });
  }

  redact(result: ExperimentResult | string, options: object = {}): Promise<ExperimentResult> {
    return this.#ask('redact', options, () => ({
      type: 'redact',
      result: jsonText(result, 'result'),
    }));
  }

  table(
    result: ExperimentResult | string,
    table: ResultTable,
    options: object = {},
  ): Promise<string> {
    return settled(() => {
      checkOptions('table', options);
      const text = jsonText(result, 'result');
      if (typeof table !== 'string') {
        throw engineError('invalid-type', 'table', 'Give the name of a table as a text.');
      }
      return this.#pool.ask({ type: 'table', result: text, table });
    });
  }

  synthesize(result: ExperimentResult | string, options: SynthesizeOptions = {}): Promise<string> {
    return settled(async () =>
      (await import('./seldom.ts')).synthesize(this.#pool, result, options),
    );
  }

  marginals(
    result: ExperimentResult | string,
    options: MarginalsOptions = {},
  ): Promise<MarginalsReport> {
    return this.#answer(async () => {
      const data = () => this.#data(options.data);
      return (await import('./seldom.ts')).marginals(this.#pool, result, options, data);
    });
  }

  account<Name extends AccountName>(
    query: (AccountQueries[Name] & { query: Name }) | string,
    options: object = {},
  ): Promise<AccountAnswer<Name>> {
    return this.#ask('account', options, () => ({
      type: 'account',
      query: jsonText(query, 'query'),
    }));
  }

  checkStatement(
    result: ExperimentResult | string,
    options: object = {},
  ): Promise<StatementReport> {
    return this.#ask('checkStatement', options, () => ({
      type: 'check-statement',
      result: jsonText(result, 'result'),
    }));
  }

  fit(table: Table, options: FitOptions, control?: FitControl): Promise<Model> {
    return this.#later((fits, engine) => fits.fit(engine, table, options, control));
  }

  loadModel(model: ModelFile | string, options?: object): Promise<Model> {
    return this.#later((fits, engine) => fits.loadModel(engine, model, options));
  }

  dispose(): void {
    this.#pool.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** What few pages do with tables. */
  #later<T>(use: (fits: typeof Fits, engine: FitEngine) => Promise<T>): Promise<T> {
    return settled(async () =>
      use(await import('./fit.ts'), {
        pool: this.#pool,
        mostBytes: this.#facts.mostBytes,
        data: (blob) => toDataMessage(blob, this.#facts),
        run: (experiment, options) => this.#run(experiment, options),
        settled,
      }),
    );
  }

  /** The answer that a worker gives as text; whatever fails is an EngineError. */
  #answer<T>(ask: () => Promise<string>): Promise<T> {
    return settled(async () => JSON.parse(await ask()) as T);
  }

  /** What a worker answers to a call without options. */
  #ask<T>(
    call: Parameters<typeof checkOptions>[0],
    options: object,
    message: () => Parameters<WorkerPool['ask']>[0],
  ): Promise<T> {
    return this.#answer(() => {
      checkOptions(call, options);
      return this.#pool.ask(message());
    });
  }

  /** A question about an experiment that a worker works on for a while. */
  #survey<T>(
    call: keyof typeof questions,
    experiment: Experiment | string,
    options: LandscapeOptions,
    request?: LandscapeRequest,
  ): Promise<T> {
    return this.#answer(async () => {
      const { asked, listener, questions, rules } = await import('./seldom.ts');
      checkOptions(call, options, rules[call]);
      const text = asked(call, experiment, this.#titles.keys());
      const question = questions[call](options, request!);
      const data = await orAborted(this.#data(options.data), options.signal);
      const message = { ...question, experiment: text, data };
      const hears = listener(options, this.#solvers?.answering());
      return followRequest(this.#pool, message, options.signal, hears);
    });
  }

  /** The result file of a run, as text. */
  async #run(experiment: Experiment | string, options: RunOptions): Promise<string> {
    const checked = readExperiment(experiment);
    const data = await orAborted(this.#data(options.data), options.signal);
    const earlier = this.#lastRun;
    const mine = orAborted(earlier, options.signal)
      .then(() => this.#start(checked, data, options))
      .then((result) => this.#counted(checked, data, result));
    // The next one follows this one even when this one gave up waiting for the one before.
    this.#lastRun = Promise.allSettled([earlier, mine]);
    return mine;
  }

  #start(
    checked: CheckedExperiment,
    data: DataMessage | null,
    options: RunOptions,
  ): Promise<string> {
    const runs = listRuns(checked.experiment, this.#titles);
    const groups = this.#groupsFor(checked, data);
    const job = { checked, data, runs, groups, solvers: this.#solvers };
    return new GroupedRun(this.#pool, job, options).finish();
  }

  /** The result, once it stands in the journal of its data file where it belongs into one. */
  async #counted(
    { experiment }: CheckedExperiment,
    data: DataMessage | null,
    result: string,
  ): Promise<string> {
    const isSecure = experiment.run?.randomness?.mode === 'secure';
    if (data && isSecure && experiment.data.kind === 'file') {
      await this.#facts.journals?.count((variables) =>
        this.#pool.ask({ type: 'odometer', result, data, variables }),
      );
    }
    return result;
  }

  /** As many groups as workers, runs and the memory for a copy of the data in each. */
  #groupsFor(checked: CheckedExperiment, data: DataMessage | null): number {
    // A number in a text file takes at least two bytes, and eight as a double.
    const copy = data ? data.blob.size * 4 : dataBytes(checked.experiment);
    const fitting = Math.floor(this.#facts.mostBytes / (copy + workerBytes));
    return Math.max(1, Math.min(this.#pool.size, checked.runs, fitting));
  }

  async #data(source: DataSource | undefined): Promise<DataMessage | null> {
    return source === undefined ? null : toDataMessage(source, this.#facts);
  }
}

/** What a call comes to; whatever fails is an EngineError. */
async function settled<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asEngineError(error);
  }
}
