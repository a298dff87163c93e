import { callBack, checkOptions, jsonText } from './arguments.ts';
import { auditRequest, followAudit } from './audit.ts';
import { toDataMessage, type DataRules } from './data.ts';
import type { Environment } from './environment.ts';
import type { EngineError } from './error.ts';
import { asEngineError, cancelled, engineError } from './error.ts';
import { followRequest } from './follow.ts';
import { followSurvey, landscapeText } from './landscape.ts';
import { limits } from './limits.ts';
import { WorkerPool } from './pool.ts';
import type { DataMessage } from './protocol.ts';
import { dataBytes, readExperiment, type CheckedExperiment } from './read-experiment.ts';
import { GroupedRun } from './run-groups.ts';
import type { OwnSolvers } from './own-solvers.ts';
import type { SolveOptions, SolveReport, SolverOptions, SolverStep } from './solve.ts';
import type {
  MarginalsOptions,
  MarginalsQuestion,
  MarginalsReport,
  SynthesizeOptions,
} from './synthetic.ts';
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
  LandscapeReport,
  LandscapeRequest,
  PlanReport,
  ResultTable,
  RunOptions,
  SizeEstimate,
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
    outside: [],
  });
  try {
    const version = await pool.at(0).ready;
    const catalogue = await pool.at(0).request({ type: 'catalogue' }).promise;
    return new PooledEngine(pool, {
      variant,
      workers,
      version,
      memoryBytes,
      catalogue,
      sendable: environment.sendable,
    });
  } catch (error) {
    pool.dispose();
    throw error;
  }
}

function checkEngineOptions(options: EngineOptions): void {
  checkOptions(options);
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

interface EngineFacts {
  variant: Variant;
  workers: number;
  version: string;
  memoryBytes: number;
  catalogue: string;
  sendable: Environment['sendable'];
}

class PooledEngine implements Engine {
  readonly variant: Variant;
  readonly workers: number;
  readonly version: string;
  readonly #pool: WorkerPool;
  readonly #memoryBytes: number;
  readonly #dataRules: DataRules;
  readonly #catalogue: string;
  readonly #titles: ReadonlyMap<string, string>;
  #solvers: OwnSolvers | undefined;
  /** Settles when the last run that was asked for has ended. */
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor(pool: WorkerPool, facts: EngineFacts) {
    this.variant = facts.variant;
    this.workers = facts.workers;
    this.version = facts.version;
    this.#pool = pool;
    this.#memoryBytes = facts.memoryBytes;
    this.#dataRules = { sendable: facts.sendable, mostBytes: facts.memoryBytes };
    this.#catalogue = facts.catalogue;
    const { algorithms } = JSON.parse(facts.catalogue) as Catalogue;
    this.#titles = new Map(algorithms.map(({ id, title }) => [id, title]));
  }

  catalogue(): Promise<Catalogue> {
    return Promise.resolve(JSON.parse(this.#catalogue) as Catalogue);
  }

  async theoryQueries(): Promise<TheoryQueryEntry[]> {
    const ask = () => this.#pool.ask({ type: 'theoryQueries' });
    return (await this.#answer<{ theoryQueries: TheoryQueryEntry[] }>(ask)).theoryQueries;
  }

  theory<Name extends TheoryName>(
    query: TheoryQueries[Name] & { query: Name },
  ): Promise<TheoryAnswers[Name]> {
    return this.#answer(() => this.#pool.ask({ type: 'theory', query: jsonText(query, 'query') }));
  }

  plan(experiment: Experiment | string, options: PlanOptions = {}): Promise<PlanReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const checked = readExperiment(experiment);
      const data = await orAborted(this.#data(options.data), options.signal);
      const { onlyAtHand = false } = options;
      const message = { type: 'plan', experiment: checked.text, data, onlyAtHand } as const;
      return followRequest(this.#pool, message, options.signal, (told) => {
        if (told.type !== 'phase') return;
        const event = { phase: told.phase, done: 0, total: 0, secondsLeft: null };
        callBack('onProgress', options.onProgress, event);
      });
    });
  }

  estimate(experiment: Experiment | string): Promise<SizeEstimate> {
    return this.#answer(async () => {
      const { text } = readExperiment(experiment);
      return this.#pool.ask({ type: 'estimate', experiment: text });
    });
  }

  run(experiment: Experiment | string, options: RunOptions = {}): Promise<ExperimentResult> {
    return this.#answer(() => this.#run(experiment, options));
  }

  verify(result: ExperimentResult | string, options: RunOptions = {}): Promise<VerifyReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const recorded = jsonText(result, 'result');
      const experiment = await this.#pool.ask({ type: 'replayable', result: recorded });
      const replay = await this.#run(experiment, options);
      return this.#pool.ask({ type: 'compare', recorded, replay });
    });
  }

  audit(experiment: Experiment | string, options: AuditOptions = {}): Promise<AuditReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const checked = readExperiment(experiment);
      const request = auditRequest(options);
      const data = await orAborted(this.#data(options.data), options.signal);
      const message = { type: 'audit', experiment: checked.text, data, request } as const;
      return followAudit(this.#pool, message, options);
    });
  }

  neighbours(
    experiment: Experiment | string,
    options: NeighbourOptions = {},
  ): Promise<NeighbourReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const checked = readExperiment(experiment);
      const request = { ...auditRequest({ algorithm: options.algorithm }), neighbours: true };
      const data = await orAborted(this.#data(options.data), options.signal);
      const message = { type: 'audit', experiment: checked.text, data, request } as const;
      return followAudit(this.#pool, message, options);
    });
  }

  klTrial(experiment: Experiment | string, options: DataOptions = {}): Promise<KlTrial> {
    return this.#answer(async () => {
      checkOptions(options);
      const checked = readExperiment(experiment);
      const data = await orAborted(this.#data(options.data), options.signal);
      return this.#pool.ask({ type: 'kl-trial', experiment: checked.text, data });
    });
  }

  landscape(
    experiment: Experiment | string,
    request: LandscapeRequest,
    options: LandscapeOptions = {},
  ): Promise<LandscapeReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const checked = readExperiment(experiment);
      const text = landscapeText(request);
      const data = await orAborted(this.#data(options.data), options.signal);
      const message = { type: 'landscape', experiment: checked.text, data, request: text } as const;
      return followSurvey(this.#pool, message, options);
    });
  }

  solve(experiment: Experiment | string, options: SolveOptions = {}): Promise<SolveReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const { text } = readExperiment(experiment);
      const { solver, tolerance, gradients, seed } = options;
      const { primalRegularization, dualRegularization } = options;
      const numbers = { tolerance, gradients, seed, primalRegularization, dualRegularization };
      const request = JSON.stringify({ solve: { solver, ...numbers } });
      const data = await orAborted(this.#data(options.data), options.signal);
      const message = { type: 'solve', experiment: text, data, request } as const;
      return followSurvey(this.#pool, message, options, this.#solvers?.answering());
    });
  }

  async registerSolver(name: string, step: SolverStep, options: SolverOptions = {}): Promise<void> {
    checkOptions({ name, step, ...options });
    const { OwnSolvers, ownSolver } = await import('./own-solvers.ts').catch((error: unknown) => {
      throw asEngineError(error);
    });
    const solver = ownSolver(step, options, engineError);
    await this.#pool.ask({ type: 'solver', name });
    (this.#solvers ??= new OwnSolvers()).set(name, solver);
    this.#pool.addSolver(name);
  }

  redact(result: ExperimentResult | string): Promise<ExperimentResult> {
    return this.#answer(() =>
      this.#pool.ask({ type: 'redact', result: jsonText(result, 'result') }),
    );
  }

  async table(result: ExperimentResult | string, table: ResultTable): Promise<string> {
    try {
      const text = jsonText(result, 'result');
      if (typeof table !== 'string') {
        throw engineError('invalid-type', 'table', 'Give the name of a table as a text.');
      }
      return await this.#pool.ask({ type: 'table', result: text, table });
    } catch (error) {
      throw asEngineError(error);
    }
  }

  async synthesize(
    result: ExperimentResult | string,
    options: SynthesizeOptions = {},
  ): Promise<string> {
    try {
      checkOptions(options);
      const text = jsonText(result, 'result');
      return await this.#pool.ask({ type: 'synthesize', result: text, synthesis: options });
    } catch (error) {
      throw asEngineError(error);
    }
  }

  marginals(
    result: ExperimentResult | string,
    options: MarginalsOptions = {},
  ): Promise<MarginalsReport> {
    return this.#answer(async () => {
      checkOptions(options);
      const text = jsonText(result, 'result');
      const { run = 0 } = options;
      const data = await orAborted(this.#data(options.data), options.signal);
      const question = await this.#pool.ask({ type: 'marginals', result: text, run });
      const { experiment, request } = JSON.parse(question) as MarginalsQuestion;
      return followSurvey(this.#pool, { type: 'landscape', experiment, data, request }, options);
    });
  }

  account<Name extends AccountName>(
    query: (AccountQueries[Name] & { query: Name }) | string,
  ): Promise<AccountAnswer<Name>> {
    return this.#answer(() => this.#pool.ask({ type: 'account', query: jsonText(query, 'query') }));
  }

  checkStatement(result: ExperimentResult | string): Promise<StatementReport> {
    return this.#answer(() =>
      this.#pool.ask({ type: 'check-statement', result: jsonText(result, 'result') }),
    );
  }

  dispose(): void {
    this.#pool.dispose();
  }

  /** The answer that a worker gives as text; whatever fails is an EngineError. */
  async #answer<T>(ask: () => Promise<string>): Promise<T> {
    try {
      return JSON.parse(await ask()) as T;
    } catch (error) {
      throw asEngineError(error);
    }
  }

  /** The result file of a run, as text. */
  async #run(experiment: Experiment | string, options: RunOptions): Promise<string> {
    checkOptions(options);
    const checked = readExperiment(experiment);
    const data = await orAborted(this.#data(options.data), options.signal);
    const earlier = this.#lastRun;
    const mine = orAborted(earlier, options.signal).then(() => this.#start(checked, data, options));
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

  /** As many groups as workers, runs and the memory for a copy of the data in each. */
  #groupsFor(checked: CheckedExperiment, data: DataMessage | null): number {
    // A number in a text file takes at least two bytes, and eight as a double.
    const copy = data ? data.blob.size * 4 : dataBytes(checked.experiment);
    const fitting = Math.floor(this.#memoryBytes / (copy + workerBytes));
    return Math.max(1, Math.min(this.#pool.size, checked.runs, fitting));
  }

  async #data(source: DataSource | undefined): Promise<DataMessage | null> {
    return source ? toDataMessage(source, this.#dataRules) : null;
  }
}

/** The promise, or `cancelled` as soon as the signal aborts. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject: (error: EngineError) => void) => {
    const abort = () => {
      reject(cancelled(signal));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    promise
      .finally(() => {
        signal.removeEventListener('abort', abort);
      })
      .then(resolve, reject);
  });
}
