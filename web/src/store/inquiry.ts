import type { ReactiveControllerHost } from 'lit';

/**
 * A question that is asked again whenever a setting changes. One is under way at a time and the
 * newest waits for it, so that the picture follows a dragged control; those between are dropped.
 */
export class Inquiry<Answer> {
  answer: Answer | null = null;
  /** What the engine said against the newest question, or ''. */
  problem = '';
  private asked = '';
  private busy = false;
  private waiting: (() => Promise<Answer>) | null = null;
  private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.host = host;
  }

  /** True while an answer to the newest question is awaited. */
  get pending(): boolean {
    return this.busy;
  }

  /** Asks unless the same was asked before; `about` is what the question depends on. */
  ask(about: unknown, question: () => Promise<Answer>): void {
    const key = JSON.stringify(about);
    if (key === this.asked) return;
    this.asked = key;
    this.waiting = question;
    if (!this.busy) void this.work();
  }

  private async work(): Promise<void> {
    this.busy = true;
    for (let question = this.next(); question !== null; question = this.next()) {
      try {
        this.answer = await question();
        this.problem = '';
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
      }
      this.busy = this.waiting !== null;
      this.host.requestUpdate();
    }
  }

  private next(): (() => Promise<Answer>) | null {
    const question = this.waiting;
    this.waiting = null;
    return question;
  }
}
