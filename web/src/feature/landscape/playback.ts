import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Where the runs are watched: a place among the frames, which may lie between two while it plays. */
export interface Playback {
  /** From 0 to the last frame. */
  at: number;
  isPlaying: boolean;
  /** Times the usual speed. */
  speed: number;
}

/** What a reader can ask of it. */
export type Action =
  | { kind: 'toggle' }
  | { kind: 'step'; frames: number }
  | { kind: 'seek'; at: number }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'speed'; speed: number };

export const speeds: readonly number[] = [0.25, 0.5, 1, 2, 4];
/** At the usual speed all frames take so long. */
const milliseconds = 12_000;
/** A single frame is seen for no longer than this. */
const longest = 600;
/** Of all frames, what the page keys move by. */
const page = 0.1;

export const begin: Playback = { at: 0, isPlaying: false, speed: 1 };

/** The playback after an action, where `last` is the last frame. */
export function obeyed(playback: Playback, action: Action, last: number): Playback {
  const { at, isPlaying } = playback;
  const stopped = (place: number) => ({ ...playback, at: within(place, last), isPlaying: false });
  switch (action.kind) {
    case 'toggle':
      return {
        ...playback,
        at: !isPlaying && at >= last ? 0 : at,
        isPlaying: !isPlaying && last > 0,
      };
    case 'step':
      return stopped(stepped(at, action.frames));
    case 'seek':
      return stopped(action.at);
    case 'start':
      return stopped(0);
    case 'end':
      return stopped(last);
    case 'speed':
      return { ...playback, speed: action.speed };
  }
}

/** The playback after some time; it stops at the last frame. */
export function advanced(playback: Playback, elapsed: number, last: number): Playback {
  if (!playback.isPlaying) return playback;
  const perFrame = Math.min(milliseconds / Math.max(1, last), longest);
  const at = within(playback.at + (elapsed / perFrame) * playback.speed, last);
  return { ...playback, at, isPlaying: at < last };
}

/** The same playback in another number of frames: at its end if it stood there, else where it stood. */
export function refitted(playback: Playback, before: number, last: number): Playback {
  return { ...playback, at: playback.at >= before ? last : within(playback.at, last) };
}

/** What a key asks for; null where it asks for nothing. */
export function actionOf(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { speed }: Playback,
  last: number,
): Action | null {
  const far = Math.max(1, Math.round(page * last));
  const frames = shiftKey ? far : 1;
  const actions: Partial<Record<string, Action>> = {
    ' ': { kind: 'toggle' },
    k: { kind: 'toggle' },
    ArrowRight: { kind: 'step', frames },
    ArrowLeft: { kind: 'step', frames: -frames },
    ArrowUp: { kind: 'step', frames },
    ArrowDown: { kind: 'step', frames: -frames },
    PageDown: { kind: 'step', frames: far },
    PageUp: { kind: 'step', frames: -far },
    Home: { kind: 'start' },
    End: { kind: 'end' },
    '+': { kind: 'speed', speed: nextSpeed(speed, 1) },
    '-': { kind: 'speed', speed: nextSpeed(speed, -1) },
  };
  return actions[key] ?? null;
}

/** Between two frames a step goes to the nearer one on its way. */
function stepped(at: number, frames: number): number {
  return (frames > 0 ? Math.floor(at) : Math.ceil(at)) + frames;
}

function nextSpeed(speed: number, way: 1 | -1): number {
  return speeds[speeds.indexOf(speed) + way] ?? speed;
}

function within(at: number, last: number): number {
  return Math.min(last, Math.max(0, at));
}

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
