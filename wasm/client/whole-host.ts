import { engineError, isEngineError } from './error.ts';
import { Host, blobSource, closing, guarded, isFatal, load, take } from './host.ts';
import type { ByteSource, HostSettings, Session, StepDesk, Supply } from './host.ts';
import type {
  AuditHandle,
  AuditProgress,
  AuditRequest,
  DataShape,
  Outcome,
  RecommendRequest,
  SliceProgress,
  SurveyHandle,
  WholeModule,
  FileNames,
  WorkspaceHandle,
} from './module.ts';
import type {
  DataMessage,
  JournalEntry,
  JournalVariables,
  Question,
  Reply,
  SizeQuestion,
} from './protocol.ts';
import type { AskedState, StepAnswer } from './solve.ts';
import type { SynthesizeOptions } from './synthetic.ts';
import { unpacked, type OpenedSource } from './unpack.ts';

export { unpacked };

// What the first screen does not need: the package has it in a file of its own, which workers load
// with the whole engine.

/** The names of the journal of a data file, compressed or not. */
export async function namesOf(
  module: WholeModule,
  source: ByteSource,
  mostBytes: number,
): Promise<FileNames> {
  const identity = new module.FileIdentity();
  try {
    for await (const piece of (await unpacked(source, mostBytes)).pieces())
      guarded(() => identity.update(piece));
    return guarded(() => identity.finish());
  } finally {
    identity.delete();
  }
}

/** Work between two looks at the messages: short enough to cancel, long enough to pay. */
const sliceSeconds = 0.01;

/** What a fit must see of a table to know its columns: more than any first line has. */
const startBytes = 2 ** 20;

type Progress = Extract<Reply, { type: 'rounds' | 'measured' | 'phase' }>;
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/** Who waits for an answer that takes long. */
export interface Listener {
  /** Lets messages in; throws where nobody waits any more. */
  breathe(): Promise<void>;
  tell(told: Unnumbered<Progress>): void;
  /** The answers to the steps that were told. */
  stepped(): Promise<StepAnswer[]>;
}

type AuditQuestion = Extract<Question, { type: 'audit' }>;

function sourceOf({ blob, identity }: DataMessage): ByteSource {
  return blobSource(blob, identity);
}

/** Hands a file on in pieces. */
async function feed(
  handle: { feed(bytes: Uint8Array): Outcome<null> },
  source: ByteSource,
  breathe: Listener['breathe'],
): Promise<void> {
  for await (const piece of source.pieces()) {
    await breathe();
    take(() => handle.feed(piece));
  }
}

async function startOf(source: ByteSource): Promise<Uint8Array> {
  const start = new Uint8Array(startBytes);
  let size = 0;
  for await (const piece of source.pieces()) {
    const part = piece.subarray(0, startBytes - size);
    start.set(part, size);
    size += part.length;
    if (size === startBytes) break;
  }
  return start.subarray(0, size);
}

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

  /** What a result adds to the journal of its data file: a JournalEntry as text, or `null`. */
  async journalEntry(
    result: string,
    source: ByteSource,
    { own, stateHome, home }: JournalVariables,
  ): Promise<string> {
    const entry = take(() => this.#module.odometerEntry(result));
    if (entry === '') return 'null';
    const folder = guarded(() => this.#module.odometerFolder(own, stateHome, home));
    const names = await namesOf(this.#module, source, this.settings.memoryBytes);
    return JSON.stringify({ entry, folder, ...names } satisfies JournalEntry);
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

  /**
   * A RecommendReport.
   *
   * @param shape of a file's data; null where the experiment itself or what is asked says it
   */
  recommend(experiment: string, asked: RecommendRequest, shape: DataShape | null): string {
    const { method, ...stated } = asked;
    const { samples, features } = shape ?? stated;
    const { threads } = this.settings;
    return take(() => this.#module.recommend(experiment, method, samples, features, threads));
  }

  /** What is asked about a problem and the size of its data. */
  ofSize(question: SizeQuestion, shape: DataShape | null): string {
    return question.type === 'recommend'
      ? this.recommend(question.experiment, question.asked, shape)
      : this.klTrial(question.experiment, shape);
  }

  /** What needs nothing else of the worker. */
  answer(question: Question, listener: Listener): string | Promise<string> {
    switch (question.type) {
      case 'audit':
        return this.audit(question, listener);
      case 'inspect':
        return this.inspect(sourceOf(question.data), question.request, listener);
      case 'fit':
        return this.fit(question.request, sourceOf(question.data), listener);
      case 'predict':
        return this.predict(question.model, question.form, sourceOf(question.data), listener);
      case 'solver':
        return this.registerSolver(question.name);
      case 'theoryQueries':
        return this.catalogue();
      case 'theory':
        return this.theory(question.query);
      case 'replayable':
        return this.replayableExperiment(question.result);
      case 'compare':
        return this.compareReplay(question.recorded, question.replay);
      case 'redact':
        return this.redact(question.result);
      case 'synthesize':
        return this.synthesize(question.result, question.synthesis);
      case 'marginals':
        return this.marginalsQuestion(question.result, question.run);
      case 'table':
        return this.table(question.result, question.table);
      case 'check-statement':
        return this.checkStatement(question.result);
      case 'model-of':
        return this.modelOf(question.result);
      case 'model':
        return this.checkModel(question.model);
      case 'redact-model':
        return this.redactModel(question.model);
      case 'model-card':
        return this.modelCard(question.model);
      case 'model-code':
        return this.modelCode(question.model, question.language);
    }
  }

  /** An AuditReport. */
  audit({ experiment, request, data }: AuditQuestion, listener: Listener): Promise<string> {
    const audit = this.openAudit(experiment, request);
    return closing(audit, async () => {
      await audit.load(data && (await this.#opened(sourceOf(data))));
      audit.start();
      for (let done = false; !done;) {
        await listener.breathe();
        const progress = audit.advance(sliceSeconds);
        listener.tell({ type: 'rounds', progress });
        done = progress.done;
      }
      return audit.result();
    });
  }

  /** A LandscapeReport, or a SolveReport, on a session of this host that has its data. */
  survey(session: Session, request: string, listener: Listener): Promise<string> {
    const survey = this.openSurvey(session, request);
    return closing(survey, async () => {
      for (let done = false; !done;) {
        await listener.breathe();
        const progress = survey.advance(sliceSeconds);
        const state = survey.awaitedStep();
        listener.tell({ type: 'measured', progress, steps: state ? [{ run: 0, state }] : [] });
        if (state) for (const answer of await listener.stepped()) survey.answerStep(answer);
        done = progress.done;
      }
      return survey.result();
    });
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

  /**
   * An InspectReport on a file, compressed or not.
   *
   * @param request an InspectStatement
   */
  inspect(
    source: ByteSource,
    request: string,
    { breathe }: Pick<Listener, 'breathe'>,
  ): Promise<string> {
    const handle = take(() => this.#module.openInspection(request));
    const close = () => {
      handle.delete();
    };
    return closing({ close }, async () => {
      const opened = await this.#opened(source);
      await feed(handle, opened, breathe);
      return take(() => handle.report(opened.isCompressed));
    });
  }

  /** An InspectReport for people. */
  inspectionText(report: string): string {
    return take(() => this.#module.inspectionText(report));
  }

  /**
   * The experiment of a fit on a table, compressed or not, whole: the table is read for its size, and its data are kept
   * for the run by the source's name.
   */
  async fit(
    request: string,
    source: ByteSource,
    { tell }: Pick<Listener, 'tell'>,
  ): Promise<string> {
    tell({ type: 'phase', phase: 'loading' });
    const start = await startOf(await this.#opened(source));
    const draft = take(() => this.#module.fitExperiment(request, start));
    const session = await this.#asAsked(draft, () => this.open(draft, source.identity));
    return closing(session, async () => {
      await this.#asAsked(draft, async () => session.load(await this.#opened(source)));
      tell({ type: 'phase', phase: 'planning' });
      const { samples, features } = session.shape();
      const { threads } = this.settings;
      return take(() => this.#module.completeFit(request, draft, samples, features, threads));
    });
  }

  /** Work on a fit's experiment, whose errors name the field of the request that theirs comes from. */
  async #asAsked<T>(experiment: string, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isEngineError(error) || isFatal(error)) throw error;
      const field = guarded(() => this.#module.requestField(error.field, experiment));
      throw engineError(error.code, field, error.message, { cause: error.cause });
    }
  }

  /** What a model predicts for the rows of a table, compressed or not, as CSV. */
  predict(
    model: string,
    form: string,
    source: ByteSource,
    { breathe }: Pick<Listener, 'breathe'>,
  ): Promise<string> {
    const handle = take(() => this.#module.openPrediction(model, form));
    const close = () => {
      handle.delete();
    };
    return closing({ close }, async () => {
      await feed(handle, await this.#opened(source), breathe);
      return take(() => handle.table());
    });
  }

  /** The model of a finished result. */
  modelOf(result: string): string {
    return take(() => this.#module.modelOf(result));
  }

  /** The model, once everything in it is found to follow from its run. */
  checkModel(model: string): string {
    return take(() => this.#module.checkModel(model));
  }

  redactModel(model: string): string {
    return take(() => this.#module.redactModel(model));
  }

  modelCard(model: string): string {
    return take(() => this.#module.modelCard(model));
  }

  modelCode(model: string, language: string): string {
    return take(() => this.#module.modelCode(model, language));
  }

  #opened(source: ByteSource): Promise<OpenedSource> {
    return unpacked(source, this.settings.memoryBytes);
  }

  /** Begins to measure the objective of a session of this host, as a LandscapeRequest asks, or to minimize it. */
  openSurvey(session: Session, request: string): Survey {
    const { threads } = this.settings;
    return new Survey(take(() => this.#module.openSurvey(session.handle, request, threads)));
  }

  /** Private estimates of the constants of a session's problem, of a session of this host that has its data. */
  constants(session: Session, rho: number, failure: number, rank: number): string {
    const { threads } = this.settings;
    return take(() => this.#module.constants(session.handle, rho, failure, rank, threads));
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
    this.#registerSolvers();
    return take(() => this.#module.checkStatement(result));
  }

  /** The engine's JSON with line breaks. */
  readable(json: string): string {
    return take(() => this.#module.readable(json));
  }
}
