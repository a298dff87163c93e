import type { SliceProgress } from './module.ts';
import type { ProgressEvent } from './types.ts';

/** Sums the progress of groups and says how much time is left. Times are in milliseconds. */
export class ProgressMeter {
  readonly #groups: (SliceProgress | null)[];
  #phase: ProgressEvent['phase'] | null = null;
  #started: number;
  #pausedAt: number | null = null;

  constructor(groups: number, now: number) {
    this.#groups = new Array<SliceProgress | null>(groups).fill(null);
    this.#started = now;
  }

  /** Time that passes while paused does not count. */
  setPaused(paused: boolean, now: number): void {
    if (paused) {
      this.#pausedAt ??= now;
    } else if (this.#pausedAt !== null) {
      this.#started += now - this.#pausedAt;
      this.#pausedAt = null;
    }
  }

  /** What the groups begin with; null when it was said, or one of them runs already. */
  begin(phase: 'loading' | 'planning'): ProgressEvent | null {
    if (this.#phase === phase || this.#groups.some((part) => part !== null)) return null;
    this.#phase = phase;
    return { phase, done: 0, total: 0, secondsLeft: null };
  }

  /** A group that turned out to have nothing to do. */
  leaveOut(group: number): void {
    this.#groups[group] = { done: true, gradientEvaluations: 0, totalEvaluations: 0 };
  }

  update(group: number, progress: SliceProgress, now: number): ProgressEvent {
    this.#groups[group] = progress;
    let done = 0;
    let total = 0;
    for (const part of this.#groups) {
      done += part?.gradientEvaluations ?? 0;
      total += part?.totalEvaluations ?? 0;
    }
    const elapsed = ((this.#pausedAt ?? now) - this.#started) / 1000;
    const isKnown = done > 0 && this.#groups.every((part) => part !== null);
    const secondsLeft = isKnown ? (elapsed * Math.max(0, total - done)) / done : null;
    return { phase: 'running', done, total, secondsLeft };
  }
}
