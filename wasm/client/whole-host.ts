import { Host, guarded, load, take } from './host.ts';
import type { ByteSource, HostSettings, Session, StepDesk, Supply } from './host.ts';
import type {
  AuditHandle,
  AuditProgress,
  AuditRequest,
  DataShape,
  SliceProgress,
  SurveyHandle,
  WholeModule,
  WorkspaceHandle,
} from './module.ts';
import type { AskedState, StepAnswer } from './solve.ts';
import type { SynthesizeOptions } from './synthetic.ts';

// What the first screen does not need: the package has it in a file of its own, which workers load
// with the whole engine.

/** One audit, being worked on. Call `close` when done, or to cancel. */
export class Audit {
  readonly #handle: AuditHandle;
  readonly #workspace: WorkspaceHandle;
  readonly #threads: number;
  readonly #supply: Supply;

  constructor(handle: AuditHandle, workspace: WorkspaceHandle, threads: number, supply: Supply) {
    this.#handle = handle;
    this.#workspace = workspace;
    this.#threads = threads;
    this.#supply = supply;
  }

  needsBytes(): boolean {
    return guarded(() => this.#handle.needsBytes());
  }

  load(bytes: ByteSource | null): Promise<void> {
    return load(this.#handle, bytes, this.#supply);
  }

  start(): void {
    take(() => this.#handle.start(this.#workspace, this.#threads));
  }

  advance(seconds: number): AuditProgress {
    return take(() => this.#handle.advance(seconds));
  }

  result(): string {
    return take(() => this.#handle.result());
  }

  close(): void {
    guarded(() => {
      this.#handle.delete();
    });
  }
}

/** A survey of the objective, being worked on. Call `close` when done, or to cancel. */
export class Survey {
  readonly #handle: SurveyHandle;

  constructor(handle: SurveyHandle) {
    this.#handle = handle;
  }

  advance(seconds: number): SliceProgress {
    return take(() => this.#handle.advance(seconds));
  }

  /** What `advance` waits for; null where it can go on. */
  awaitedStep(): AskedState | null {
    return take(() => this.#handle.awaitedStep());
  }

  answerStep({ next, failure }: StepAnswer): void {
    take(() => this.#handle.answerStep(next, failure));
  }

  /** A LandscapeReport, or a SolveReport. */
  result(): string {
    return take(() => this.#handle.result());
  }

  close(): void {
    guarded(() => {
      this.#handle.delete();
    });
  }
}

/** One instance of the whole engine: questions too. Each takes and gives text. */
export class WholeHost extends Host {
  readonly #module: WholeModule;
  readonly #solvers = new Set<string>();

  constructor(module: WholeModule, settings: HostSettings) {
    super(module, settings);
    this.#module = module;
  }

  override open(experiment: string, identity: string): Session {
    this.#registerSolvers();
    const session = super.open(experiment, identity);
    session.steps = this.#stepsOf(session);
    return session;
  }

  /** With what can be asked of the theory. */
  override catalogue(): string {
    return take(() => this.#module.wholeCatalogue());
  }

  theory(query: string): string {
    return take(() => this.#module.theory(query));
  }

  /**
   * A KlTrial.
   *
   * @param shape of a file's data; null where the experiment itself says it
   */
  klTrial(experiment: string, shape: DataShape | null): string {
    const { samples, features } = shape ?? { samples: 0, features: 0 };
    return take(() => this.#module.klTrial(experiment, samples, features));
  }

  openAudit(experiment: string, request: AuditRequest): Audit {
    this.#registerSolvers();
    const { memoryBytes, threads } = this.settings;
    const handle = take(() => this.#module.openAudit(experiment, { ...request, memoryBytes }));
    return new Audit(handle, this.workspace, threads, this.supply);
  }

  /** Lets a solver be chosen whose steps are waited for; again, it stays as it is. */
  registerSolver(name: string): string {
    if (!this.#solvers.has(name)) take(() => this.#module.registerSolver(name));
    this.#solvers.add(name);
    return '';
  }

  #registerSolvers(): void {
    for (const name of this.settings.outside ?? []) this.registerSolver(name);
  }

  #stepsOf({ handle }: Session): StepDesk {
    return {
      open: () => {
        guarded(() => {
          this.#module.answerSteps(handle);
        });
      },
      awaited: () => take(() => this.#module.awaitedSteps(handle)),
      answer: (run, { next, failure }) => {
        take(() => this.#module.answerStep(handle, run, next, failure));
      },
    };
  }

  /** Begins to measure the objective of a session of this host, as a LandscapeRequest asks, or to minimize it. */
  openSurvey(session: Session, request: string): Survey {
    const { threads } = this.settings;
    return new Survey(take(() => this.#module.openSurvey(session.handle, request, threads)));
  }

  /** The experiment of a result; `not-reproducible` when it cannot be replayed. */
  replayableExperiment(result: string): string {
    return take(() => this.#module.replayableExperiment(result));
  }

  /** A VerifyReport. */
  compareReplay(recorded: string, replay: string): string {
    return take(() => this.#module.compareReplay(recorded, replay));
  }

  /** Synthetic records as CSV. */
  synthesize(
    result: string,
    { run = 0, records = 0, seed = 1, codes = false }: SynthesizeOptions,
  ): string {
    return take(() => this.#module.synthesize(result, run, records, seed, codes));
  }

  /** A MarginalsQuestion about one of a result's runs. */
  marginalsQuestion(result: string, run: number): string {
    return take(() => this.#module.marginalsQuestion(result, run));
  }

  redact(result: string): string {
    return take(() => this.#module.redact(result));
  }

  /** One of a result's tables, as CSV. */
  table(result: string, table: string): string {
    return take(() => this.#module.resultTable(result, table));
  }

  /** The answer to one accountant question. */
  account(query: string): string {
    return take(() => this.#module.account(query));
  }

  /** A StatementReport. */
  checkStatement(result: string): string {
    return take(() => this.#module.checkStatement(result));
  }

  /** The engine's JSON with line breaks. */
  readable(json: string): string {
    return take(() => this.#module.readable(json));
  }
}
