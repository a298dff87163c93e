import { PauseController } from '../../../wasm/client/index.ts';
import type { Experiment, PageEngine, PlanReport } from '../engine/types.ts';
import { RunCollection, collectionOf, exactLevels } from '../results/collection.ts';
import { isCancelled, toProblem } from './errors.ts';
import { countedFile, isLong, sizeOf, waitsForPlan, waitsForRun } from './gate.ts';
import type { Odometer } from './odometer.ts';
import { Painter } from './painter.ts';
import { isOf, type ExperimentPicture } from './picture.ts';
import { References } from './references.ts';
import { fileFor } from './file-for.ts';
import type { DataFile, State } from './state.ts';
import type { Store } from './store.ts';
import { isBusy, plannedOf, problemOf, type Planned, type Progress, type Work } from './work.ts';

/** Takes note of secure runs on the reader's files, before they start. */
export type Counter = Pick<Odometer, 'count'>;
const uncounted: Counter = { count: () => Promise.resolve() };
/** A re-run that is not finished after this long shows what it has. */
const revealMilliseconds = 150;
/** A run older than this is given up when the experiment changes. */
const patienceMilliseconds = 250;
/** So long runs are tried, where that pays, so that the estimate holds on this machine. */
const trialSeconds = 0.25;
/** A slider is followed by so many repeats at first. */
const glancedRepeats = 4;

/**
 * Plans and runs the store's experiment whenever it changes: at once when it is cheap, after a
 * click when it is not. The latest experiment wins. While a control is dragged, a few repeats are
 * run and drawn first, and let finish, so that the picture follows the hand; all of them follow when
 * it rests.
 */
export class Runner {
  private readonly engine: PageEngine;
  private readonly store: Store;
  private controller: AbortController | null = null;
  private readonly references: References;
  private readonly odometer: Counter;
  /** The file whose secure runs the reader has begun: those that follow are counted, too. */
  counted: DataFile | null = null;
  private pending: 'none' | 'changed' | 'forced' = 'none';
  private busy = false;
  /** What the present cycle plans or runs: asked for once more, it is not run a second time. */
  private asked: Readonly<State> | null = null;
  /** Whether the present cycle runs whatever it costs. */
  private isForced = false;
  /** Until the runner is stopped it follows the store. */
  private readonly life = new AbortController();
  /** Whether all repeats run of what was glanced at: they are given up for the next experiment. */
  private isRefining = false;
  private startedAt = 0;
  private pause = new PauseController();
  /** The experiment that was planned last: its estimate can be seen. */
  private seen: Experiment | null = null;
  private following: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  /** The last picture whose runs had all ended: it comes back when the next one fails. */
  private finished: ExperimentPicture | null = null;
  /** Counts experiments that were opened: what was drawn of the ones before is gone. */
  private opened = 0;
  /** Times of the edits whose final picture is about to be drawn, and was drawn last. */
  private drawing: number | null = null;
  private drawnLast: number | null = null;

  constructor(engine: PageEngine, store: Store, odometer: Counter = uncounted) {
    this.engine = engine;
    this.store = store;
    this.odometer = odometer;
    this.references = new References(engine);
    store.addEventListener('experiment', () => this.start(), { signal: this.life.signal });
  }

  /** Runs the present experiment whatever it costs. */
  run(): void {
    this.start('forced');
  }

  /** Another experiment was opened: what runs is given up, and its picture does not come back. */
  forget(): void {
    this.opened += 1;
    this.finished = null;
    this.controller?.abort();
  }

  cancel(): void {
    this.pending = 'none';
    this.controller?.abort();
  }

  /** Gives up what runs, for good: changes of the experiment are not followed any more. */
  stop(): void {
    this.life.abort();
    this.cancel();
    this.references.cancel();
  }

  togglePause(): void {
    const { work } = this.store.state;
    if (work.phase !== 'running' && work.phase !== 'paused') return;
    const pauses = work.phase === 'running';
    if (pauses) this.pause.pause();
    else this.pause.resume();
    this.become({ ...work, phase: pauses ? 'paused' : 'running' });
  }

  /** To be called when the chart has drawn the present collection: ends the measured re-run. */
  drawn(): void {
    if (this.drawing === null) return;
    performance.measure('noisy-descent:rerun', { start: this.drawing, end: performance.now() });
    this.drawnLast = this.drawing;
    this.drawing = null;
  }

  /** Plans the present experiment, and runs it when that is cheap or asked for. */
  start(kind: 'changed' | 'forced' = 'changed'): void {
    this.follow();
    if (!this.busy) {
      void this.serve(kind);
      return;
    }
    if (kind === 'forced' && this.pending === 'none' && this.isAsked()) {
      this.isForced = true;
      return;
    }
    this.pending = kind === 'forced' || this.pending === 'forced' ? 'forced' : 'changed';
    const age = performance.now() - this.startedAt;
    const isOld = this.isRefining || age > patienceMilliseconds;
    if (isOld || this.pause.signal.paused) this.controller?.abort();
    else this.abortLater(patienceMilliseconds - age);
  }

  /** A run that turns out to be long does not keep the next one waiting. */
  private abortLater(milliseconds: number): void {
    const { controller } = this;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => controller?.abort(), milliseconds);
  }

  /** For a moment the picture counts as the one that comes next. */
  private follow(): void {
    clearTimeout(this.following);
    this.following = setTimeout(() => {
      const { work } = this.store.state;
      // What was planned before promises nothing of what is planned now.
      const forgotten = work.phase === 'planning' && { work: { ...work, planned: null } };
      this.store.patch({ isFollowing: false, ...forgotten });
    }, revealMilliseconds);
    if (!this.store.state.isFollowing) this.store.patch({ isFollowing: true });
  }

  private async serve(first: 'changed' | 'forced'): Promise<void> {
    this.busy = true;
    let kind: 'none' | 'changed' | 'forced' = first;
    while (kind !== 'none') {
      this.pending = 'none';
      this.isForced = kind === 'forced';
      await this.cycle();
      this.asked = null;
      clearTimeout(this.patience);
      kind = this.pending;
    }
    this.busy = false;
    if (!this.life.signal.aborted) void this.compare();
  }

  private isAsked(): boolean {
    const { experiment, file } = this.store.state;
    return this.asked?.experiment === experiment && this.asked.file === file;
  }

  private async cycle(): Promise<void> {
    const asked = this.store.state;
    this.asked = asked;
    this.references.cancel();
    this.controller = new AbortController();
    this.pause = new PauseController();
    this.startedAt = performance.now();
    const isUnseen = waitsForPlan(sizeOf(asked)) && asked.experiment !== this.seen;
    if (isUnseen && !this.isForced) {
      this.become({ phase: 'waiting', planned: null });
      return;
    }
    const [planned, problem] = [plannedOf(asked), problemOf(asked)];
    this.become({ phase: 'planning', progress: this.begun('planning'), planned, problem });
    try {
      const counted = await this.plan(asked);
      const isDear = this.waits(asked, counted);
      // What is cheap by its count runs at once; of anything else readers are told what it takes here.
      const plan = isDear ? await this.plan(asked, { trialSeconds }) : counted;
      this.seen = asked.experiment;
      const isAskedFor = this.isForced && !(isUnseen && isLong(plan));
      if (!this.isForced && this.isDrawn(asked)) this.settle('done', asked, plan);
      else if (!isAskedFor && isDear) this.settle('waiting', asked, plan);
      else {
        await this.count(asked, plan);
        this.isRefining = await this.glance(asked, plan);
        // Where the hand has moved on, nobody looks at the rest.
        if (!this.isRefining || this.pending === 'none') await this.execute(asked, plan);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.isRefining = false;
    }
  }

  private plan(asked: Readonly<State>, trial: { trialSeconds?: number } = {}): Promise<PlanReport> {
    return this.engine.plan(asked.experiment, {
      ...this.options(asked),
      ...trial,
      onProgress: ({ phase: stage }) => this.report({ stage }),
    });
  }

  /** Draws a few repeats of what a dragged control has set; false where there is nothing to spare. */
  private async glance(asked: Readonly<State>, plan: PlanReport): Promise<boolean> {
    const { experiment, file } = asked;
    const { isSlid, time } = this.store.lastChange;
    const { run } = experiment;
    const isSpared = (run?.repeats ?? 1) > glancedRepeats && run?.randomness?.mode !== 'secure';
    if (!isSlid || !isSpared || this.isForced) return false;
    const few = { ...experiment, run: { ...run, repeats: glancedRepeats } };
    this.become({ phase: 'running', progress: this.begun('running'), planned: { experiment, plan } }); // prettier-ignore
    const collection = collectionOf(await this.engine.run(few, this.options(asked)));
    const reference = this.references.known(asked, this.store.state.catalogue);
    const drawn = { experiment, file, collection, revision: collection.version, reference, plan };
    this.drawing = time;
    this.store.patch({ picture: { ...drawn, status: 'running', result: null } });
    return true;
  }

  /** What is costly waits for a click, and what is the first to be counted on a file. */
  private waits(asked: Readonly<State>, plan: PlanReport): boolean {
    const file = countedFile(asked);
    return waitsForRun(asked, plan) || (file !== null && file !== this.counted);
  }

  private async count(asked: Readonly<State>, plan: PlanReport): Promise<void> {
    const file = countedFile(asked);
    if (file === null) return;
    this.counted = file;
    await this.odometer.count(file, plan);
  }

  /** Whether the picture shows this already, to its end. */
  private isDrawn(asked: Readonly<State>): boolean {
    const { picture } = this.store.state;
    return picture?.status === 'done' && isOf(picture, asked);
  }

  /** Nothing has to run: a picture of this experiment that has no plan yet gets it. */
  private settle(
    phase: 'done' | 'waiting',
    { experiment }: Readonly<State>,
    plan: PlanReport,
  ): void {
    this.asked = null;
    const { picture } = this.store.state;
    const lacksPlan = phase === 'done' && picture?.status === 'done' && picture.plan === null;
    const more = lacksPlan ? { picture: { ...picture, plan } } : {};
    this.become({ phase, planned: { experiment, plan } }, more);
  }

  private async execute(asked: Readonly<State>, plan: PlanReport): Promise<void> {
    const { experiment, file } = asked;
    const edit = this.store.lastChange.time;
    const collection = new RunCollection(experiment);
    const { picture: before } = this.store.state;
    if (before === null || before.status === 'done') this.finished = before;
    const ran = () => {
      const reference = this.references.known(asked, this.store.state.catalogue);
      return { experiment, file, collection, revision: collection.version, reference };
    };
    const unfinished = (status: 'running' | 'stopped'): ExperimentPicture => ({
      ...ran(),
      status,
      plan,
      result: null,
    });
    const planned: Planned = { experiment, plan };
    this.become({ phase: 'running', progress: this.begun('running'), planned });
    const { opened } = this;
    const show = (picture: ExperimentPicture | null) => {
      if (opened === this.opened) this.store.patch({ picture });
    };
    const painter = new Painter(() => show(unfinished('running')));
    let progress: Partial<Progress> = {};
    const reporter = new Painter(() => this.report(progress));
    try {
      const result = await this.engine.run(experiment, {
        ...this.options(asked),
        pause: this.pause.signal,
        onTrace: (event) => {
          collection.append(event);
          const late = performance.now() - this.startedAt > revealMilliseconds;
          if (before === null || late) painter.request();
        },
        onProgress: ({ phase, done, total, secondsLeft }) => {
          progress = { stage: phase, share: total > 0 ? done / total : 0, secondsLeft };
          reporter.request();
          // All points are here: the picture need not wait until the result is put together.
          if (phase !== 'running' || done < total || this.drawing === edit) return;
          painter.stop();
          this.drawing = edit;
          show(unfinished('running'));
        },
      });
      collection.exact = exactLevels(result);
      if (this.drawnLast !== edit) this.drawing = edit;
      const shown = collection.isEmpty ? collectionOf(result) : collection;
      const whole = { ...ran(), collection: shown, revision: shown.version };
      this.become(
        { phase: 'done', planned },
        opened === this.opened ? { picture: { ...whole, status: 'done', plan, result } } : {},
      );
    } catch (error) {
      const isStopped = isCancelled(error) && !collection.isEmpty;
      const isShown = this.store.state.picture?.collection === collection;
      // What a run for another experiment had drawn stays until the next picture comes.
      if (isStopped && (isShown || this.pending === 'none')) {
        show(unfinished('stopped'));
      } else if (isShown) {
        show(this.finished);
      }
      throw error;
    } finally {
      painter.stop();
      reporter.stop();
    }
  }

  /** Adds the curve without noise to a picture that is whole. */
  private async compare(): Promise<void> {
    const { state } = this.store;
    const { picture } = state;
    if (picture?.status !== 'done' || picture.reference !== null || !isOf(picture, state)) return;
    const reference = await this.references.run(picture, state.catalogue);
    const { picture: present } = this.store.state;
    if (reference === null || present?.collection !== picture.collection) return;
    this.store.patch({ picture: { ...present, reference } });
  }

  private options({ file, experiment }: Readonly<State>): { data?: Blob; signal: AbortSignal } {
    const signal = this.controller!.signal;
    const read = fileFor(experiment, file);
    return read === null ? { signal } : { data: read.blob, signal };
  }

  private fail(error: unknown): void {
    if (!isCancelled(error)) this.become({ phase: 'failed', problem: toProblem(error) });
    else if (this.pending === 'none') {
      this.become({ phase: 'cancelled', planned: plannedOf(this.store.state) });
    }
  }

  private begun(stage: Progress['stage']): Progress {
    return { stage, share: 0, secondsLeft: null, since: this.startedAt };
  }

  /** Work that goes on goes on, and is further than before. */
  private report(progress: Partial<Progress>): void {
    const { work } = this.store.state;
    if (!isBusy(work)) return;
    this.store.patch({ work: { ...work, progress: { ...work.progress, ...progress } } });
  }

  private become(work: Work, more: Partial<State> = {}): void {
    const isOver = !isBusy(work) && this.pending === 'none';
    if (isOver) clearTimeout(this.following);
    this.store.patch({ ...more, ...(isOver && { isFollowing: false }), work });
  }
}
