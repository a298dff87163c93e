import type { ReadDataFile } from './data-files.ts';
import { EngineError, engineError, type ErrorBody } from './error.ts';
import type {
  AuditHandle,
  AwaitedStep,
  CoreModule,
  DataShape,
  Outcome,
  PackedTrace,
  SessionHandle,
  SliceProgress,
  WorkspaceHandle,
} from './module.ts';
import type { StepAnswer } from './solve.ts';

/** An error after which the instance must not be used: a trap, or memory that ran out. */
export class FatalError extends EngineError {
  readonly isFatal = true;
}

/** The value of one call into the engine, or its error thrown. */
export function take<T>(call: () => Outcome<T>): T {
  const outcome = guarded(call);
  if ('value' in outcome) return outcome.value;
  const error = outcome.error as ErrorBody;
  if (error.code === 'out-of-memory') throw new FatalError(error);
  throw new EngineError(error);
}

/** The engine throws nothing across the boundary, so whatever arrives here is a trap. */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (trap) {
    const message = `The engine stopped: ${trap instanceof Error ? trap.message : String(trap)}`;
    throw new FatalError({ code: 'worker-died', field: '', message }, { cause: trap });
  }
}

/** What is made of something open, which is closed at the end. */
export async function closing<T>(opened: { close(): void }, use: () => Promise<T>): Promise<T> {
  try {
    const made = await use();
    opened.close();
    return made;
  } catch (error) {
    // After a trap nothing of the instance may be touched.
    if (!isFatal(error)) opened.close();
    throw error;
  }
}

export function isFatal(error: unknown): boolean {
  return (error as FatalError | null)?.isFatal === true;
}

/** Work that a cancelled group may do at once to come to its end. */
const closingSeconds = 0.01;

/** A file's bytes in pieces of any size. */
export interface ByteSource {
  size: number;
  identity: string;
  pieces(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Gives the engine a built-in data set's file. */
export type Supply = (file: string) => Promise<void>;

export async function load(
  handle: SessionHandle | AuditHandle,
  bytes: ByteSource | null,
  supply: Supply,
): Promise<void> {
  if (bytes && guarded(() => handle.needsBytes())) {
    // An empty file is a file too: it was supplied.
    take(() => handle.feed(new Uint8Array(0), bytes.size));
    for await (const piece of bytes.pieces()) {
      take(() => handle.feed(piece, bytes.size));
    }
  }
  const missing = () => guarded(() => handle.missingFile());
  for (let file = missing(); file !== ''; file = missing()) await supply(file);
  take(() => handle.load());
}

/** Where runs of a session wait for steps of solvers that the page has. */
export interface StepDesk {
  /** Before the start: somebody is there to answer. */
  open(): void;
  /** What runs wait for. */
  awaited(): AwaitedStep[];
  answer(run: number, answer: StepAnswer): void;
}

/** One experiment with its data, being worked on. Call `close` when done. */
export class Session {
  readonly handle: SessionHandle;
  /** None in the core, which has no methods with solvers. */
  steps: StepDesk | null = null;
  readonly #threads: number;
  readonly #supply: Supply;

  constructor(handle: SessionHandle, threads: number, supply: Supply) {
    this.handle = handle;
    this.#threads = threads;
    this.#supply = supply;
  }

  /** What the experiment will take, from its text alone: a SizeEstimate as text. */
  estimate(): string {
    return take(() => this.handle.estimate());
  }

  /** What the experiment names and the module lacks, so that it must go to the whole; else ''. */
  lacks(): string {
    return guarded(() => this.handle.lacks());
  }

  /** Whether the data are a file that the engine has not kept. */
  needsBytes(): boolean {
    return guarded(() => this.handle.needsBytes());
  }

  /** Feeds the file, when the engine has not kept its data, and makes the data set. */
  load(bytes: ByteSource | null): Promise<void> {
    return load(this.handle, bytes, this.#supply);
  }

  /** n and d of the data, once they are loaded. */
  shape(): DataShape {
    return take(() => this.handle.shape());
  }

  /** Tries the runs for so long, some seconds in all, for the estimate in the plan; whether that is over. */
  rehearse(slice: number, seconds: number): boolean {
    return take(() => this.handle.rehearse(slice, seconds, this.#threads)) !== 0;
  }

  plan(): string {
    return take(() => this.handle.plan());
  }

  runCount(): number {
    return take(() => this.handle.runCount());
  }

  /** Position in the experiment's list of runs, what is refused included. */
  runNumber(run: number): number {
    return guarded(() => this.handle.runNumber(run));
  }

  start(first: number, last: number): void {
    take(() => this.handle.start(first, last, this.#threads));
  }

  advance(seconds: number): SliceProgress {
    return take(() => this.handle.advance(seconds));
  }

  drain(): PackedTrace {
    return take(() => this.handle.drain());
  }

  /** Ends all runs that still go on; those that had not begun begin cancelled. */
  cancel(): void {
    take(() => this.handle.cancel());
    while (!this.advance(closingSeconds).done);
  }

  group(): string {
    return take(() => this.handle.group());
  }

  close(): void {
    guarded(() => {
      this.handle.delete();
    });
  }
}

/** What an instance is given beside its module. */
export interface HostSettings {
  threads: number;
  /** Most that data and traces may take in this instance. */
  memoryBytes: number;
  /** Most that one experiment may have. */
  runs: number;
  readDataFile: ReadDataFile;
  /** Names of solvers whose steps somebody else makes. */
  outside?: Iterable<string>;
}

/** One instance of the engine's core, with typed calls that throw EngineError. */
export class Host {
  protected readonly workspace: WorkspaceHandle;
  protected readonly settings: HostSettings;
  readonly #module: CoreModule;
  readonly #supplied = new Map<string, Promise<void>>();

  constructor(module: CoreModule, settings: HostSettings) {
    this.#module = module;
    this.settings = settings;
    this.workspace = take(() => module.openWorkspace(settings.memoryBytes, settings.runs));
  }

  get version(): string {
    return this.#module.version();
  }

  catalogue(): string {
    return take(() => this.#module.catalogue());
  }

  /** @param identity names the file's content, so that its data are kept; '' keeps nothing */
  open(experiment: string, identity: string): Session {
    const handle = take(() => this.workspace.open(experiment, identity));
    return new Session(handle, this.settings.threads, this.supply);
  }

  assemble(experiment: string, groups: string[]): string {
    return take(() => this.#module.assemble(experiment, groups));
  }

  /** Lets go of the data that it keeps; sessions that are open go on. */
  close(): void {
    guarded(() => {
      this.workspace.delete();
    });
  }

  /** The answer to an accountant question that the core knows, else ''. */
  accountAtOnce(query: string): string {
    return take(() => this.#module.accountAtOnce(query));
  }

  /** Reads a file once, whoever asks; after a failure it is read again. */
  protected readonly supply: Supply = (file) => {
    let supplied = this.#supplied.get(file);
    if (!supplied) {
      supplied = this.#read(file).finally(() => this.#supplied.delete(file));
      this.#supplied.set(file, supplied);
    }
    return supplied;
  };

  async #read(file: string): Promise<void> {
    const bytes = await this.settings.readDataFile(file);
    take(() => this.#module.supplyFile(file, bytes));
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
