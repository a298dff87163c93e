import { EngineError, engineError } from './error.ts';
import { limits } from './limits.ts';
import type {
  AuditHandle,
  AuditProgress,
  AuditRequest,
  EngineModule,
  Outcome,
  PackedTrace,
  SessionHandle,
  SliceProgress,
  WorkspaceHandle,
} from './module.ts';

/** An error after which the instance must not be used: a trap, or memory that ran out. */
export class FatalError extends EngineError {}

/** The value of one call into the engine, or its error thrown. */
export function take<T>(call: () => Outcome<T>): T {
  const outcome = guarded(call);
  if ('value' in outcome) return outcome.value;
  if (outcome.error.code === 'out-of-memory') throw new FatalError(outcome.error);
  throw new EngineError(outcome.error);
}

/** The engine throws nothing across the boundary, so whatever arrives here is a trap. */
function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (trap) {
    const message = `The engine stopped: ${trap instanceof Error ? trap.message : String(trap)}`;
    throw new FatalError({ code: 'worker-died', field: '', message }, { cause: trap });
  }
}

/** Work that a cancelled group may do at once to come to its end. */
const closingSeconds = 0.01;

/** A file's bytes in pieces of any size. */
export interface ByteSource {
  size: number;
  identity: string;
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

async function load(handle: SessionHandle | AuditHandle, bytes: ByteSource | null): Promise<void> {
  if (bytes && guarded(() => handle.needsBytes())) {
    // An empty file is a file too: it was supplied.
    take(() => handle.feed(new Uint8Array(0), bytes.size));
    for await (const piece of bytes.pieces()) {
      take(() => handle.feed(piece, bytes.size));
    }
  }
  take(() => handle.load());
}

/** One audit, being worked on. Call `close` when done, or to cancel. */
export class Audit {
  readonly #handle: AuditHandle;
  readonly #workspace: WorkspaceHandle;
  readonly #threads: number;

  constructor(handle: AuditHandle, workspace: WorkspaceHandle, threads: number) {
    this.#handle = handle;
    this.#workspace = workspace;
    this.#threads = threads;
  }

  needsBytes(): boolean {
    return guarded(() => this.#handle.needsBytes());
  }

  load(bytes: ByteSource | null): Promise<void> {
    return load(this.#handle, bytes);
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

/** One experiment with its data, being worked on. Call `close` when done. */
export class Session {
  readonly #handle: SessionHandle;
  readonly #threads: number;

  constructor(handle: SessionHandle, threads: number) {
    this.#handle = handle;
    this.#threads = threads;
  }

  /** What the experiment will take, from its text alone: a SizeEstimate as text. */
  estimate(): string {
    return take(() => this.#handle.estimate());
  }

  /** Whether the data are a file that the engine has not kept. */
  needsBytes(): boolean {
    return guarded(() => this.#handle.needsBytes());
  }

  /** Feeds the file, when the engine has not kept its data, and makes the data set. */
  load(bytes: ByteSource | null): Promise<void> {
    return load(this.#handle, bytes);
  }

  plan(): string {
    return take(() => this.#handle.plan());
  }

  runCount(): number {
    return take(() => this.#handle.runCount());
  }

  /** Position in the experiment's list of runs, what is refused included. */
  runNumber(run: number): number {
    return guarded(() => this.#handle.runNumber(run));
  }

  start(first: number, last: number): void {
    take(() => this.#handle.start(first, last, this.#threads));
  }

  advance(seconds: number): SliceProgress {
    return take(() => this.#handle.advance(seconds));
  }

  drain(): PackedTrace {
    return take(() => this.#handle.drain());
  }

  /** Ends all runs that still go on; those that had not begun begin cancelled. */
  cancel(): void {
    take(() => this.#handle.cancel());
    while (!this.advance(closingSeconds).done);
  }

  group(): string {
    return take(() => this.#handle.group());
  }

  close(): void {
    guarded(() => {
      this.#handle.delete();
    });
  }
}

/** One instance of the engine, with typed calls that throw EngineError. */
export class Host {
  readonly #module: EngineModule;
  readonly #workspace: WorkspaceHandle;
  readonly #threads: number;
  readonly #memoryBytes: number;

  /** @param memoryBytes most that data and traces may take in this instance */
  constructor(module: EngineModule, threads: number, memoryBytes: number) {
    this.#module = module;
    this.#threads = threads;
    this.#memoryBytes = memoryBytes;
    this.#workspace = take(() => module.openWorkspace(memoryBytes, limits.runs));
  }

  get version(): string {
    return this.#module.version();
  }

  catalogue(): string {
    return take(() => this.#module.catalogue());
  }

  /** A theory query and its answer as text. */
  theory(query: string): string {
    return take(() => this.#module.theory(query));
  }

  /** @param identity names the file's content, so that its data are kept; '' keeps nothing */
  open(experiment: string, identity: string): Session {
    const handle = take(() => this.#workspace.open(experiment, identity));
    return new Session(handle, this.#threads);
  }

  openAudit(experiment: string, request: AuditRequest): Audit {
    const memoryBytes = this.#memoryBytes;
    const handle = take(() => this.#module.openAudit(experiment, { ...request, memoryBytes }));
    return new Audit(handle, this.#workspace, this.#threads);
  }

  assemble(experiment: string, groups: string[]): string {
    return take(() => this.#module.assemble(experiment, groups));
  }

  /** The experiment of a result; `not-reproducible` when it cannot be replayed. */
  replayableExperiment(result: string): string {
    return take(() => this.#module.replayableExperiment(result));
  }

  /** A VerifyReport as text. */
  compareReplay(recorded: string, replay: string): string {
    return take(() => this.#module.compareReplay(recorded, replay));
  }

  redact(result: string): string {
    return take(() => this.#module.redact(result));
  }

  /** The answer to one accountant question, as text. */
  account(query: string): string {
    return take(() => this.#module.account(query));
  }

  /** A StatementReport as text. */
  checkStatement(result: string): string {
    return take(() => this.#module.checkStatement(result));
  }

  /** The engine's JSON with line breaks. */
  readable(json: string): string {
    return take(() => this.#module.readable(json));
  }
}

/** A blob in pieces that fit beside the data in memory. */
export function blobSource(blob: Blob, identity: string): ByteSource {
  return { size: blob.size, identity, pieces: () => blobPieces(blob) };
}

const pieceBytes = 4 * 2 ** 20;

async function* blobPieces(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < blob.size; offset += pieceBytes) {
    try {
      yield new Uint8Array(await blob.slice(offset, offset + pieceBytes).arrayBuffer());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw engineError('io-failed', 'data', `The file cannot be read: ${reason}`);
    }
  }
}
