import type { PauseSignal } from './types.ts';

/** Pauses and resumes a run: hand `signal` to `engine.run`. */
export class PauseController {
  readonly #state = { paused: false, onchange: null as (() => void) | null };

  get signal(): PauseSignal {
    return this.#state;
  }

  pause(): void {
    this.#set(true);
  }

  resume(): void {
    this.#set(false);
  }

  #set(paused: boolean): void {
    if (this.#state.paused === paused) return;
    this.#state.paused = paused;
    this.#state.onchange?.();
  }
}
