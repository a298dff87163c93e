import { whyNoEngine } from './blocked.ts';
import type { ReadDataFile } from './data-files.ts';
import { engineError, isEngineError } from './error.ts';
import { Host, blobSource, closing, isFatal, type ByteSource, type Session } from './host.ts';
import type { CoreModule, EngineFactory, WholeModule } from './module.ts';
import {
  isControl,
  shareOf,
  type Control,
  type DataMessage,
  type Reply,
  type Request,
  type SizeQuestion,
} from './protocol.ts';
import type { StepAnswer } from './solve.ts';
import type { Variant } from './types.ts';
import type { Listener, WholeHost } from './whole-host.ts';

/** What a worker needs from where it runs: a browser's worker or Node's. */
export interface WorkerSurroundings {
  loadCore(variant: Variant): Promise<EngineFactory<CoreModule>>;
  loadWhole(variant: Variant): Promise<EngineFactory<WholeModule>>;
  readDataFile: ReadDataFile;
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
  #answers: StepAnswer[] | null = null;
  #wake: () => void = () => undefined;

  receive(message: Control): void {
    if (message.type === 'pause') this.#paused = message.paused;
    else if (message.type === 'steps') this.#answers = message.answers;
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
    while (this.#paused && !this.#ending) await this.#woken();
  }

  /** The next answers; none when the work ends before. */
  async stepped(): Promise<StepAnswer[]> {
    while (!this.#answers && !this.#ending) await this.#woken();
    const answers = this.#answers ?? [];
    this.#answers = null;
    return answers;
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

type StartRequest = Extract<Request, { type: 'start' }>;
type RunRequest = Extract<Request, { type: 'run' }>;
type PlanRequest = Extract<Request, { type: 'plan' }>;
type SurveyMessage = Extract<Request, { type: 'landscape' | 'solve' }>;
type AssembleRequest = Extract<Request, { type: 'assemble' }>;

/** What names an experiment. */
type ExperimentRequest = RunRequest | PlanRequest | SizeQuestion | SurveyMessage | AssembleRequest;

function openIn(host: Host, request: ExperimentRequest): Session {
  const identity = 'data' in request ? request.data?.identity : undefined;
  return host.open(request.experiment, identity ?? '');
}

const cancelled = () => engineError('cancelled', '', 'The run was cancelled.');

function estimate(host: Host, experiment: string): string {
  const session = host.open(experiment, '');
  const value = session.estimate();
  session.close();
  return value;
}

const notAtHand = () =>
  engineError('cancelled', '', 'The planner for this experiment, or its data, are not loaded yet.');

/**
 * Answers the messages of the page with an instance of the engine's core. Questions that the core
 * does not know go to a second instance, of the whole engine, from the first of them on; so do all
 * experiments from the first one on that names what the core lacks.
 */
export class WorkerServer {
  readonly #surroundings: WorkerSurroundings;
  readonly #runs = new Map<number, RunControl>();
  /** Solvers whose steps are made on the page. */
  readonly #outside = new Set<string>();
  #settings: StartRequest | null = null;
  /** What works on experiments: the core, until one needs more. */
  #host: Promise<Host> | null = null;
  #whole: Promise<WholeHost> | null = null;

  constructor(surroundings: WorkerSurroundings) {
    this.#surroundings = surroundings;
  }

  receive(message: Request | Control): void {
    if (isControl(message)) {
      this.#runs.get(message.id)?.receive(message);
      return;
    }
    message.outside?.forEach((name) => this.#outside.add(name));
    this.#runs.set(message.id, new RunControl());
    void this.#reply(message);
  }

  async #reply(request: Request): Promise<void> {
    const { id } = request;
    try {
      const value = await this.#answer(request);
      this.#surroundings.post({ type: 'value', id, value }, []);
    } catch (error) {
      const known = isEngineError(error) ? error : engineError('internal', '', String(error));
      const fatal = isFatal(error) || request.type === 'start';
      this.#surroundings.post({ type: 'error', id, error: known.body, fatal }, []);
    } finally {
      this.#runs.delete(id);
    }
  }

  async #answer(request: Request): Promise<string> {
    switch (request.type) {
      case 'start':
        this.#surroundings.holdLock(request.lock);
        this.#settings = request;
        this.#host = this.#startCore(request);
        return (await this.#presentHost()).version;
      case 'catalogue':
        return (await this.#presentHost()).catalogue();
      case 'assemble':
        return this.#assemble(request);
      case 'estimate':
        return estimate(await this.#presentHost(), request.experiment);
      case 'plan':
        return this.#withSession(request, await this.#open(request), (session) =>
          this.#plan(session, request),
        );
      case 'run':
        return this.#withSession(request, await this.#open(request), (session) => {
          this.#enter(request, 'planning');
          return this.#run(session, request);
        });
      case 'landscape':
      case 'solve':
        return this.#survey(request);
      case 'account':
        return this.#account(request.query);
      case 'odometer': {
        const { result, data, variables } = request;
        const source = blobSource(data.blob, data.identity);
        return (await this.#wholeHost()).journalEntry(result, source, variables);
      }
      case 'kl-trial':
      case 'recommend':
        return this.#ofSize(request);
      default: {
        // The data of a fit are kept for its run.
        const whole = await (request.type === 'fit' ? this.#takeOver() : this.#wholeHost());
        return whole.answer(request, this.#listener(request));
      }
    }
  }

  /** Of a file, what works on experiments finds out the size: it keeps the data for what comes. */
  async #ofSize(request: SizeQuestion): Promise<string> {
    const size = async () =>
      this.#withSession(request, await this.#open(request), (session) => session.shape());
    const shape = request.data && (await size());
    return (await this.#wholeHost()).ofSize(request, shape);
  }

  async #account(query: string): Promise<string> {
    const answer = (await this.#presentHost()).accountAtOnce(query);
    return answer === '' ? (await this.#wholeHost()).account(query) : answer;
  }

  async #assemble(request: AssembleRequest): Promise<string> {
    (await this.#open(request)).close();
    return (await this.#presentHost()).assemble(request.experiment, request.groups);
  }

  #presentHost(): Promise<Host> {
    return this.#host ?? Promise.reject(engineError('internal', '', 'No start message came.'));
  }

  /** A session of the experiment where all that it names is. */
  async #open(request: ExperimentRequest): Promise<Session> {
    const session = openIn(await this.#presentHost(), request);
    // What tries runs is not in the core.
    const isTried = request.type === 'plan' && request.trialSeconds;
    const isLacking = session.lacks() !== '' || isTried;
    const canWait = request.type === 'plan' && request.onlyAtHand;
    const mustWait = canWait && (isLacking || session.needsBytes());
    if (!isLacking && !mustWait) return session;
    session.close();
    if (mustWait) throw notAtHand();
    return openIn(await this.#takeOver(), request);
  }

  /** From now on the whole engine works on all experiments, so that no data are kept twice. */
  async #takeOver(): Promise<WholeHost> {
    const whole = await this.#wholeHost();
    const before = await this.#presentHost();
    if (before !== whole) {
      this.#host = Promise.resolve(whole);
      before.close();
    }
    return whole;
  }

  #startCore(settings: StartRequest): Promise<Host> {
    return this.#start(async () => {
      const factory = await this.#surroundings.loadCore(settings.variant);
      const { readDataFile } = this.#surroundings;
      // The thread that calls works too.
      const module = await factory({ threads: settings.threads - 1 });
      return new Host(module, { ...settings, readDataFile });
    });
  }

  #wholeHost(): Promise<WholeHost> {
    const settings = this.#settings;
    if (!settings) return Promise.reject(engineError('internal', '', 'No start message came.'));
    return (this.#whole ??= this.#startWhole(settings).catch((error: unknown) => {
      // What hinders it may be over when it is asked for again.
      this.#whole = null;
      throw error;
    }));
  }

  #startWhole(settings: StartRequest): Promise<WholeHost> {
    return this.#start(async () => {
      const [{ WholeHost }, factory] = await Promise.all([
        import('./whole-host.ts'),
        this.#surroundings.loadWhole(settings.variant),
      ]);
      const { readDataFile } = this.#surroundings;
      const module = await factory({ threads: settings.threads - 1 });
      return new WholeHost(module, { ...settings, readDataFile, outside: this.#outside });
    });
  }

  async #start<T extends Host>(create: () => Promise<T>): Promise<T> {
    try {
      return await create();
    } catch (error) {
      if (isEngineError(error)) throw error;
      const { field, text } = await whyNoEngine(error);
      throw engineError('worker-died', field, `The engine could not be started: ${text}.`);
    }
  }

  #withSession<T>(
    request: Exclude<ExperimentRequest, AssembleRequest>,
    session: Session,
    work: (session: Session) => T | Promise<T>,
  ): Promise<T> {
    return closing(session, async () => {
      const { data } = request;
      this.#enter(request, 'loading');
      await session.load(data && (await this.#opened(data)));
      return work(session);
    });
  }

  #enter({ id }: Request, phase: 'loading' | 'planning'): void {
    this.#surroundings.post({ type: 'phase', id, phase }, []);
  }

  async #survey(request: SurveyMessage): Promise<string> {
    const whole = await this.#takeOver();
    return this.#withSession(request, openIn(whole, request), (session) =>
      whole.survey(session, request.request, this.#listener(request)),
    );
  }

  #listener({ id }: Request): Listener {
    const control = this.#runs.get(id)!;
    return {
      breathe: async () => {
        await this.#surroundings.breathe();
        if (control.isEnding()) throw cancelled();
      },
      tell: (told) => {
        this.#surroundings.post({ ...told, id }, []);
      },
      stepped: () => control.stepped(),
    };
  }

  /** The data, unpacked where gzip compressed them. */
  async #opened({ blob, identity }: DataMessage): Promise<ByteSource> {
    const source = blobSource(blob, identity);
    if (new Uint8Array(await blob.slice(0, 1).arrayBuffer())[0] !== 0x1f) return source;
    return (await import('./whole-host.ts')).unpacked(source, this.#settings!.memoryBytes);
  }

  async #plan(session: Session, request: PlanRequest): Promise<string> {
    this.#enter(request, 'planning');
    const listener = this.#listener(request);
    const { trialSeconds } = request;
    while (trialSeconds && !session.rehearse(sliceSeconds, trialSeconds)) await listener.breathe();
    return session.plan();
  }

  async #run(session: Session, request: RunRequest): Promise<string> {
    const { id, share } = request;
    const control = this.#runs.get(id)!;
    const { first, last } = shareOf(share, session.runCount());
    // With less to run than shares, because algorithms are refused, some get nothing.
    if (first === last) return '';
    await this.#listener(request).breathe();
    session.steps?.open();
    session.start(first, last);
    const dealt = { first: session.runNumber(first), last: session.runNumber(last - 1) };
    this.#surroundings.post({ type: 'dealt', id, ...dealt }, []);
    for (let done = false; !done && !control.isEnding();) {
      const progress = session.advance(sliceSeconds);
      const trace = session.drain();
      const arrays = [trace.heads, trace.values, ...(trace.paths ?? []).map((path) => path.values)];
      const buffers = arrays.map((array) => array.buffer as ArrayBuffer);
      const steps = session.steps?.awaited() ?? [];
      this.#surroundings.post({ type: 'slice', id, trace, progress, steps }, buffers);
      if (steps.length > 0) {
        const answers = await control.stepped();
        answers.forEach((answer, i) => session.steps?.answer(steps[i].run, answer));
      }
      done = progress.done;
      if (!done) await this.#surroundings.breathe();
      await control.unpaused();
    }
    if (control.isDropped()) throw cancelled();
    if (control.isEnding()) session.cancel();
    return session.group();
  }
}
