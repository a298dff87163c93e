import { auditRequest, followAudit } from './audit.ts';
import { toDataMessage, type DataRules } from './data.ts';
import type { Environment } from './environment.ts';
import { type EngineError, engineError } from './error.ts';
import { limits } from './limits.ts';
import { WorkerPool } from './pool.ts';
import type { DataMessage } from './protocol.ts';
import { dataBytes, readExperiment, type CheckedExperiment } from './read-experiment.ts';
import type { RemoteWorker } from './remote.ts';
import { GroupedRun, cancelled } from './run-groups.ts';
import type { Experiment } from './schema.ts';
import type { TheoryAnswer, TheoryQuery } from './theory.ts';
import { listRuns } from './trace.ts';
import type {
  AccountAnswer,
  AccountQuery,
  AuditOptions,
  AuditReport,
  Catalogue,
  DataOptions,
  DataSource,
  Engine,
  EngineOptions,
  ExperimentResult,
  PlanReport,
  RunOptions,
  StatementReport,
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
  const variant = await chooseVariant(environment, options.variant ?? 'auto');
  const workers = options.workers ?? environment.cores;
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) {
    throw engineError('invalid-value', 'workers', 'Give a whole number from 1 to 64.');
  }
  const memoryBytes = options.memoryBytes ?? environment.memoryBytes;
  const pool = new WorkerPool(environment, variant === 'simd' ? workers : 1, {
    variant,
    threads: variant === 'simd' ? 1 : workers,
    memoryBytes: Math.min(memoryBytes, limits.memoryBytes),
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

  async theory<Query extends TheoryQuery>(query: Query): Promise<TheoryAnswer<Query>> {
    const answer = await this.#ask({ type: 'theory', query: JSON.stringify(query) });
    return JSON.parse(answer) as TheoryAnswer<Query>;
  }

  async plan(experiment: Experiment | string, options: DataOptions = {}): Promise<PlanReport> {
    const checked = readExperiment(experiment);
    const data = await this.#data(options.data);
    const plan = this.#ask({ type: 'plan', experiment: checked.text, data });
    return JSON.parse(await orAborted(plan, options.signal)) as PlanReport;
  }

  async run(experiment: Experiment | string, options: RunOptions = {}): Promise<ExperimentResult> {
    return JSON.parse(await this.#run(experiment, options)) as ExperimentResult;
  }

  async verify(
    result: ExperimentResult | string,
    options: DataOptions = {},
  ): Promise<VerifyReport> {
    const recorded = asText(result);
    const experiment = await this.#ask({ type: 'replayable', result: recorded });
    const replay = await this.#run(experiment, options);
    const report = await this.#ask({ type: 'compare', recorded, replay });
    return JSON.parse(report) as VerifyReport;
  }

  async audit(experiment: Experiment | string, options: AuditOptions = {}): Promise<AuditReport> {
    const checked = readExperiment(experiment);
    const request = auditRequest(options);
    const data = await orAborted(this.#data(options.data), options.signal);
    return JSON.parse(
      await followAudit(
        this.#pool,
        { type: 'audit', experiment: checked.text, data, request },
        options,
      ),
    ) as AuditReport;
  }

  async redact(result: ExperimentResult | string): Promise<ExperimentResult> {
    const text = await this.#ask({ type: 'redact', result: asText(result) });
    return JSON.parse(text) as ExperimentResult;
  }

  async account(query: AccountQuery | string): Promise<AccountAnswer> {
    const text = typeof query === 'string' ? query : JSON.stringify(query);
    return JSON.parse(await this.#ask({ type: 'account', query: text })) as AccountAnswer;
  }

  async checkStatement(result: ExperimentResult | string): Promise<StatementReport> {
    const report = await this.#ask({ type: 'check-statement', result: asText(result) });
    return JSON.parse(report) as StatementReport;
  }

  dispose(): void {
    this.#pool.dispose();
  }

  /** The result file of a run, as text. */
  async #run(experiment: Experiment | string, options: RunOptions): Promise<string> {
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
    return new GroupedRun(this.#pool, { checked, data, runs, groups }, options).finish();
  }

  #ask(request: Parameters<RemoteWorker['request']>[0]): Promise<string> {
    return this.#pool.at(0).request(request).promise;
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

function asText(result: ExperimentResult | string): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
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
