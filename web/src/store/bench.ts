import type { PageEngine } from '../engine/types.ts';
import { learnMeasures } from '../results/measures.ts';
import { toProblem } from './errors.ts';
import { Runner, type Counter } from './runner.ts';
import type { DataFile } from './state.ts';
import type { Store } from './store.ts';

/** What secure runs on files cost together is counted for the whole page, and seldom. */
const counter: Counter = {
  count: async (file, plan) => {
    const { odometer } = await import('./odometer.ts');
    await odometer.count(file, plan);
  },
};

/** An experiment and the engine that it is tried on: what every view of it stands on. */
export class Bench {
  readonly store: Store;
  private loaded: PageEngine | null = null;
  private runner: Runner | null = null;
  /** Who waits for the engine. */
  private readonly waiting: ((engine: PageEngine) => void)[] = [];
  /** Counts starts and stops: an engine that comes after a stop is not taken. */
  private turn = 0;
  /** Whether it shall run, whatever it costs, as soon as the engine is there. */
  private isForced = false;

  constructor(store: Store) {
    this.store = store;
  }

  /** Null until it is loaded. */
  get engine(): PageEngine | null {
    return this.loaded;
  }

  whenLoaded(): Promise<PageEngine> {
    const { loaded } = this;
    if (loaded) return Promise.resolve(loaded);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /**
   * Loads the engine and plans the present experiment; what is cheap runs at once.
   *
   * @param isForced whether it runs whatever it costs
   */
  async start(create: () => Promise<PageEngine>, isForced = false): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.isForced = isForced;
    try {
      const engine = await create();
      const catalogue = await engine.catalogue();
      if (turn !== this.turn) return;
      learnMeasures(catalogue);
      this.loaded = engine;
      this.store.setCatalogue(catalogue);
      this.runner = new Runner(engine, this.store, counter);
      this.waiting.splice(0).forEach((resolve) => {
        resolve(engine);
      });
      if (this.isForced) this.runner.run();
      else this.runner.start();
    } catch (error) {
      if (turn !== this.turn) return;
      this.store.patch({ work: { phase: 'failed', problem: toProblem(error) }, notice: null });
    }
  }

  /** Gives up what runs and lets the engine go; what was drawn stays, and `start` goes on. */
  stop(): void {
    this.turn += 1;
    this.runner?.stop();
    this.runner = null;
    this.loaded = null;
  }

  run(): void {
    this.isForced = true;
    this.runner?.run();
  }

  cancel(): void {
    this.runner?.cancel();
  }

  togglePause(): void {
    this.runner?.togglePause();
  }

  /** Another experiment was opened: what runs is given up. */
  forget(): void {
    this.runner?.forget();
  }

  chartDrawn(): void {
    this.runner?.drawn();
  }

  /** Whether every change is run, and counted, on this file. */
  counts(file: DataFile): boolean {
    return this.runner?.counted === file;
  }
}
