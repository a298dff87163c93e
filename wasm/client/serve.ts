import { whyNoEngine } from './blocked.ts';
import { EngineError, engineError } from './error.ts';
import { FatalError, Host, blobSource, type Session } from './host.ts';
import type { EngineFactory } from './module.ts';
import { shareOf, type Control, type Reply, type Request } from './protocol.ts';
import type { Variant } from './types.ts';

/** What a worker needs from where it runs: a browser's worker or Node's. */
export interface WorkerSurroundings {
  loadVariant(variant: Variant): Promise<EngineFactory>;
  post(reply: Reply, transfer: ArrayBuffer[]): void;
  /** Lets waiting messages in, then goes on. */
  breathe(): Promise<void>;
  /** Holds a lock of this name for the worker's life, so that its end is seen. */
  holdLock(name: string): void;
}

/** Work between two looks at the messages: short enough to cancel and draw, long enough to pay. */
const sliceSeconds = 0.01;

/** What the page said about a run that goes on. */
class RunControl {
  #paused = false;
  #ending: 'keep-partial' | 'drop' | null = null;
  #wake: () => void = () => undefined;

  receive(message: Control): void {
    if (message.type === 'pause') this.#paused = message.paused;
    else this.#ending = message.keepPartial ? 'keep-partial' : 'drop';
    this.#wake();
  }

  isEnding(): boolean {
    return this.#ending !== null;
  }

  isDropped(): boolean {
    return this.#ending === 'drop';
  }

  async unpaused(): Promise<void> {
    while (this.#paused && !this.#ending) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

type RunRequest = Extract<Request, { type: 'run' }>;
type PlanRequest = Extract<Request, { type: 'plan' }>;
type AuditMessage = Extract<Request, { type: 'audit' }>;

const cancelled = () => engineError('cancelled', '', 'The run was cancelled.');

function estimate(host: Host, experiment: string): string {
  const session = host.open(experiment, '');
  const value = session.estimate();
  session.close();
  return value;
}

/** Answers the messages of the page with one instance of the engine. */
export class WorkerServer {
  readonly #surroundings: WorkerSurroundings;
  readonly #runs = new Map<number, RunControl>();
  #host: Promise<Host> | null = null;

  constructor(surroundings: WorkerSurroundings) {
    this.#surroundings = surroundings;
  }

  receive(message: Request | Control): void {
    if (message.type === 'pause' || message.type === 'cancel') {
      this.#runs.get(message.id)?.receive(message);
      return;
    }
    if (message.type === 'run' || message.type === 'audit') {
      this.#runs.set(message.id, new RunControl());
    }
    void this.#reply(message);
  }

  async #reply(request: Request): Promise<void> {
    const { id } = request;
    try {
      const value = await this.#answer(request);
      this.#surroundings.post({ type: 'value', id, value }, []);
    } catch (error) {
      const known =
        error instanceof EngineError ? error : engineError('internal', '', String(error));
      const fatal = error instanceof FatalError || request.type === 'start';
      this.#surroundings.post({ type: 'error', id, error: known.body, fatal }, []);
    } finally {
      this.#runs.delete(id);
    }
  }

  async #answer(request: Request): Promise<string> {
    if (request.type === 'start') {
      this.#surroundings.holdLock(request.lock);
      this.#host = this.#start(request.variant, request.threads, request.memoryBytes);
      return (await this.#host).version;
    }
    const host = await this.#started();
    switch (request.type) {
      case 'catalogue':
        return host.catalogue();
      case 'theory':
        return host.theory(request.query);
      case 'assemble':
        return host.assemble(request.experiment, request.groups);
      case 'replayable':
        return host.replayableExperiment(request.result);
      case 'compare':
        return host.compareReplay(request.recorded, request.replay);
      case 'redact':
        return host.redact(request.result);
      case 'account':
        return host.account(request.query);
      case 'check-statement':
        return host.checkStatement(request.result);
      case 'estimate':
        return estimate(host, request.experiment);
      case 'plan':
        return this.#withSession(host, request, (session) => session.plan());
      case 'run':
        return this.#withSession(host, request, (session) => this.#run(session, request));
      case 'audit':
        return this.#audit(host, request);
    }
  }

  #started(): Promise<Host> {
    return this.#host ?? Promise.reject(engineError('internal', '', 'No start message came.'));
  }

  async #start(variant: Variant, threads: number, memoryBytes: number): Promise<Host> {
    try {
      const factory = await this.#surroundings.loadVariant(variant);
      // The thread that calls works too.
      return new Host(await factory({ threads: threads - 1 }), threads, memoryBytes);
    } catch (error) {
      if (error instanceof EngineError) throw error;
      const { field, text } = await whyNoEngine(error);
      throw engineError('worker-died', field, `The engine could not be started: ${text}.`);
    }
  }

  async #withSession(
    host: Host,
    { id, experiment, data }: RunRequest | PlanRequest,
    work: (session: Session) => string | Promise<string>,
  ): Promise<string> {
    const session = host.open(experiment, data?.identity ?? '');
    try {
      this.#surroundings.post({ type: 'phase', id, phase: 'loading' }, []);
      await session.load(data && blobSource(data.blob, data.identity));
      this.#surroundings.post({ type: 'phase', id, phase: 'planning' }, []);
      const value = await work(session);
      session.close();
      return value;
    } catch (error) {
      // After a trap nothing of the instance may be touched.
      if (!(error instanceof FatalError)) session.close();
      throw error;
    }
  }

  async #audit(host: Host, { id, experiment, data, request }: AuditMessage): Promise<string> {
    const control = this.#runs.get(id)!;
    const audit = host.openAudit(experiment, request);
    try {
      await audit.load(data && blobSource(data.blob, data.identity));
      audit.start();
      for (let done = false; !done;) {
        await this.#surroundings.breathe();
        if (control.isEnding()) throw cancelled();
        const progress = audit.advance(sliceSeconds);
        this.#surroundings.post({ type: 'rounds', id, progress }, []);
        done = progress.done;
      }
      const text = audit.result();
      audit.close();
      return text;
    } catch (error) {
      // After a trap nothing of the instance may be touched.
      if (!(error instanceof FatalError)) audit.close();
      throw error;
    }
  }

  async #run(session: Session, { id, share }: RunRequest): Promise<string> {
    const control = this.#runs.get(id)!;
    const { first, last } = shareOf(share, session.runCount());
    // With less to run than shares, because algorithms are refused, some get nothing.
    if (first === last) return '';
    await this.#surroundings.breathe();
    if (control.isEnding()) throw cancelled();
    session.start(first, last);
    const dealt = { first: session.runNumber(first), last: session.runNumber(last - 1) };
    this.#surroundings.post({ type: 'dealt', id, ...dealt }, []);
    for (let done = false; !done && !control.isEnding();) {
      const progress = session.advance(sliceSeconds);
      const trace = session.drain();
      this.#surroundings.post({ type: 'slice', id, trace, progress }, [
        trace.heads.buffer as ArrayBuffer,
        trace.values.buffer as ArrayBuffer,
      ]);
      done = progress.done;
      if (!done) await this.#surroundings.breathe();
      await control.unpaused();
    }
    if (control.isDropped()) throw cancelled();
    if (control.isEnding()) session.cancel();
    return session.group();
  }
}
