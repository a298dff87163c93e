import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  actionOf,
  advanced,
  begin,
  obeyed,
  refitted,
  type Action,
  type Playback,
} from './playback.ts';

/** The page's clock for pictures, and whether it should be used. */
export interface Clock {
  request(frame: (time: number) => void): number;
  cancel(handle: number): void;
  isCalm(): boolean;
}

const pageClock: Clock = {
  request: (frame) => requestAnimationFrame(frame),
  cancel: (handle) => cancelAnimationFrame(handle),
  isCalm: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
};

/** Plays frames one after another; who draws is told of every move, without anything rendered. */
export class Player implements ReactiveController {
  playback: Playback = begin;
  private frames: readonly number[] = [0];
  private handle: number | null = null;
  private before: number | null = null;
  private readonly host: ReactiveControllerHost;
  private readonly moved: () => void;
  private readonly clock: Clock;

  /** @param moved called after every move, up to 60 times a second */
  constructor(host: ReactiveControllerHost, moved: () => void, clock = pageClock) {
    this.host = host;
    this.moved = moved;
    this.clock = clock;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.playback = { ...this.playback, isPlaying: false };
    this.halt();
  }

  get last(): number {
    return this.frames.length - 1;
  }

  /** The iteration that is shown; with reduced motion never one between two frames. */
  get iteration(): number {
    const { at } = this.playback;
    const index = Math.floor(at);
    const here = this.frames[index];
    const next = this.frames.at(index + 1);
    if (next === undefined || this.clock.isCalm()) return here;
    return here + (at - index) * (next - here);
  }

  /** Takes other frames; what was never played begins to play, unless motion is unwelcome. */
  setFrames(frames: readonly number[]): void {
    const isFirst = this.last === 0 && frames.length > 1;
    const before = this.last;
    this.frames = frames;
    if (isFirst && this.clock.isCalm()) this.become({ ...this.playback, at: this.last });
    else if (isFirst) this.become(obeyed(begin, { kind: 'toggle' }, this.last));
    else this.become(refitted(this.playback, before, this.last));
  }

  act(action: Action): void {
    this.become(obeyed(this.playback, action, this.last));
  }

  /** Obeys a key; false where it asks for nothing here. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const action = actionOf(event, this.playback, this.last);
    if (action === null) return false;
    this.act(action);
    return true;
  }

  private become(playback: Playback): void {
    const wasPlaying = this.playback.isPlaying;
    this.playback = playback;
    if (!wasPlaying) this.before = null;
    if (playback.isPlaying) this.handle ??= this.clock.request(this.tick);
    else this.halt();
    this.moved();
    if (!playback.isPlaying || !wasPlaying) this.host.requestUpdate();
  }

  private readonly tick = (time: number): void => {
    this.handle = null;
    const elapsed = this.before === null ? 0 : time - this.before;
    this.before = time;
    this.become(advanced(this.playback, elapsed, this.last));
  };

  private halt(): void {
    if (this.handle !== null) this.clock.cancel(this.handle);
    this.handle = null;
  }
}
