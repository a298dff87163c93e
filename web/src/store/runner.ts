import { PauseController } from '../../../wasm/client/index.ts';
import type { Experiment, PageEngine, PlanReport } from '../engine/types.ts';
import { RunCollection, collectionOf } from '../results/collection.ts';
import { isCancelled, toProblem } from './errors.ts';
import { referenceExperiment } from './reference.ts';
import { Painter } from './painter.ts';
import type { Activity, Phase } from './state.ts';
import type { Store } from './store.ts';

/** Experiments whose plan costs less than this many seconds run without being asked. */
export const cheapSeconds = 0.5;
/** A re-run that is not finished after this long shows what it has. */
const revealMilliseconds = 150;
/** A run older than this is given up when the experiment changes. */
const patienceMilliseconds = 250;

/**
 * Plans and runs the store's experiment whenever it changes: at once when it is cheap, after a
 * click when it is not. The latest experiment wins; a cheap run that is under way is let finish,
 * so that the picture follows a dragged control.
 */
export class Runner {
  private readonly engine: PageEngine;
  private readonly store: Store;
  private controller: AbortController | null = null;
  private referenceController: AbortController | null = null;
  private referenceKey = '';
  private planned: Experiment | null = null;
  private pending: 'none' | 'changed' | 'forced' = 'none';
  private busy = false;
  private startedAt = 0;
  private pause = new PauseController();
  /** Times of the edits whose final picture is about to be drawn, and was drawn last. */
  private drawing: number | null = null;
  private drawnLast: number | null = null;

  constructor(engine: PageEngine, store: Store) {
    this.engine = engine;
    this.store = store;
    store.addEventListener('experiment', () => this.changed('changed'));
  }

  /** Plans the present experiment, and runs it when that is cheap. */
  start(): void {
    this.changed('changed');
  }

  /** Runs the present experiment whatever it costs. */
  run(): void {
    this.changed('forced');
  }

  cancel(): void {
    this.pending = 'none';
    this.controller?.abort();
  }

  togglePause(): void {
    const { phase } = this.store.state.activity;
    if (phase !== 'running' && phase !== 'paused') return;
    if (phase === 'running') this.pause.pause();
    else this.pause.resume();
    this.setPhase(phase === 'running' ? 'paused' : 'running');
  }

  /** To be called when the chart has drawn the present collection: ends the measured re-run. */
  drawn(): void {
    if (this.drawing === null) return;
    performance.measure('noisy-descent:rerun', { start: this.drawing, end: performance.now() });
    this.drawnLast = this.drawing;
    this.drawing = null;
  }

  private changed(kind: 'changed' | 'forced'): void {
    if (!this.busy) {
      void this.work(kind);
      return;
    }
    this.pending = kind === 'forced' || this.pending === 'forced' ? 'forced' : 'changed';
    const age = performance.now() - this.startedAt;
    if (age > patienceMilliseconds || this.pause.signal.paused) this.controller?.abort();
  }

  private async work(first: 'changed' | 'forced'): Promise<void> {
    this.busy = true;
    let kind: 'none' | 'changed' | 'forced' = first;
    while (kind !== 'none') {
      this.pending = 'none';
      await this.cycle(kind === 'forced');
      kind = this.pending;
    }
    this.busy = false;
    void this.runReference();
  }

  private async cycle(forced: boolean): Promise<void> {
    const { experiment } = this.store.state;
    const edit = this.store.lastChange.time;
    this.referenceController?.abort();
    this.controller = new AbortController();
    this.startedAt = performance.now();
    try {
      if (this.isSurelyCheap(experiment)) {
        // The picture first: the plan's words may follow a moment later.
        await this.execute(experiment, edit);
        await this.plan(experiment);
        return;
      }
      this.setPhase('planning');
      const plan = await this.plan(experiment);
      if (!forced && plan.cost.seconds >= cheapSeconds) this.setWaiting();
      else await this.execute(experiment, edit);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Only the budget differs from what was planned last, and that was cheap. */
  private isSurelyCheap(experiment: Experiment): boolean {
    const { plan } = this.store.state;
    if (plan === null || this.planned === null || plan.cost.seconds >= cheapSeconds) return false;
    const shape = (one: Experiment) => JSON.stringify({ ...one, privacy: one.privacy.notion });
    return shape(experiment) === shape(this.planned);
  }

  private async plan(experiment: Experiment): Promise<PlanReport> {
    const plan = await this.engine.plan(experiment, this.options());
    this.planned = experiment;
    this.store.patch({ plan, problem: null });
    return plan;
  }

  private async execute(experiment: Experiment, edit: number): Promise<void> {
    const collection = new RunCollection(experiment);
    const shownAtOnce = this.store.state.collection === null;
    this.pause = new PauseController();
    this.startedAt = performance.now();
    this.setPhase('running');
    const painter = new Painter(() => {
      this.store.patch({ collection, revision: collection.version, stale: false });
    });
    let progress: Partial<Activity> = {};
    const reporter = new Painter(() => {
      this.store.patch({ activity: { ...this.store.state.activity, ...progress } });
    });
    try {
      const result = await this.engine.run(experiment, {
        ...this.options(),
        pause: this.pause.signal,
        onTrace: (event) => {
          collection.append(event);
          const late = performance.now() - this.startedAt > revealMilliseconds;
          if (shownAtOnce || late) painter.request();
        },
        onProgress: ({ done, total, secondsLeft }) => {
          progress = { share: total > 0 ? done / total : 0, secondsLeft };
          reporter.request();
          // All points are here: the picture need not wait until the result is put together.
          if (done < total || this.drawing === edit) return;
          painter.stop();
          this.drawing = edit;
          this.store.patch({ collection, revision: collection.version, stale: false });
        },
      });
      collection.optimum = result.nonPrivate?.references?.[0]?.optimum ?? null;
      if (this.drawnLast !== edit) this.drawing = edit;
      const shown = collection.isEmpty ? collectionOf(result) : collection;
      painter.stop();
      reporter.stop();
      const fresh = { collection: shown, revision: shown.version, result, stale: false };
      this.setPhase('done', { ...fresh, problem: null });
    } catch (error) {
      const stopped = isCancelled(error) && this.pending === 'none';
      painter.stop();
      reporter.stop();
      if (stopped && !collection.isEmpty) {
        this.store.patch({ collection, revision: collection.version, result: null });
      }
      throw error;
    }
  }

  /** One run without noise, to compare with; it does not depend on the budget and is kept. */
  private async runReference(): Promise<void> {
    const { experiment, catalogue, activity } = this.store.state;
    const reference = referenceExperiment(experiment, catalogue);
    if (reference === null || activity.phase !== 'done') return;
    const key = JSON.stringify(reference);
    if (key === this.referenceKey) return;
    this.referenceController = new AbortController();
    const { signal } = this.referenceController;
    try {
      const result = await this.engine.run(reference, { ...this.options(), signal });
      this.referenceKey = key;
      this.store.patch({ reference: collectionOf(result) });
    } catch (error) {
      // A comparison that cannot be made is left out; the private curves stand without it.
      if (!isCancelled(error)) this.store.patch({ reference: null });
    }
  }

  private options(): { data?: Blob; signal: AbortSignal } {
    const { file, experiment } = this.store.state;
    const signal = this.controller!.signal;
    return experiment.data.kind === 'file' && file ? { data: file.blob, signal } : { signal };
  }

  private fail(error: unknown): void {
    if (isCancelled(error)) {
      const superseded = this.pending !== 'none';
      if (!superseded)
        this.setPhase('cancelled', { stale: this.store.state.experiment !== this.planned });
      return;
    }
    // A wrong experiment promises nothing.
    this.setPhase('failed', { problem: toProblem(error), plan: null, stale: true });
  }

  private setWaiting(): void {
    this.setPhase('waiting', { stale: true });
  }

  private setPhase(phase: Phase, more: object = {}): void {
    const { activity } = this.store.state;
    const starts = phase === 'planning' || (phase === 'running' && activity.phase !== 'paused');
    const fresh = starts ? { share: 0, secondsLeft: null, since: this.startedAt } : {};
    this.store.patch({ ...more, activity: { ...activity, ...fresh, phase } });
  }
}
