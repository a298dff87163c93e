import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isCancelled, toProblem } from './errors.ts';

/** Work that the reader starts and may give up. What an earlier start brings comes to nothing. */
export class Attempt implements ReactiveController {
  /** What went wrong with the last one, or ''. */
  problem = '';
  /** How far it is, from 0 to 1; null where nothing is under way. */
  share: number | null = null;
  private readonly host: ReactiveControllerHost;
  private controller = new AbortController();

  /** @param outlives whether it goes on when its panel is closed */
  constructor(host: ReactiveControllerHost, { outlives = false } = {}) {
    this.host = host;
    if (!outlives) host.addController(this);
  }

  get isBusy(): boolean {
    return this.share !== null;
  }

  /** @param wording what is said of an error */
  async make(
    work: (signal: AbortSignal) => Promise<void>,
    wording = (error: unknown) => toProblem(error).message,
  ): Promise<void> {
    this.forget();
    const { signal } = this.controller;
    this.advance(0);
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) this.problem = wording(error);
    }
    if (!signal.aborted) this.advance(null);
  }

  advance(share: number | null): void {
    this.share = share;
    this.host.requestUpdate();
  }

  /** Gives up what is under way. */
  readonly stop = (): void => {
    this.controller.abort();
    this.controller = new AbortController();
    this.advance(null);
  };

  /** The same, and what the last one said is of something else. */
  forget(): void {
    this.stop();
    this.problem = '';
  }

  hostDisconnected(): void {
    this.controller.abort();
  }
}
