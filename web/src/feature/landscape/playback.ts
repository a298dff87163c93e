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
