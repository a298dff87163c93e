import { describe, expect, it } from 'vitest';

import {
  actionOf,
  advanced,
  begin,
  obeyed,
  refitted,
  type Action,
  type Playback,
  Player,
  type Clock,
} from '../../../../web/src/feature/landscape/playback.ts';

const last = 100;
const at = (place: number, more: Partial<Playback> = {}): Playback => ({ ...begin, at: place, ...more }); // prettier-ignore
const after = (playback: Playback, action: Action) => obeyed(playback, action, last);
const key = (name: string, shiftKey = false) => actionOf({ key: name, shiftKey }, begin, last);

describe('playback', () => {
  it('steps by single frames, from between two to the next one on its way, and stops playing', () => {
    expect(after(at(5), { kind: 'step', frames: 1 }).at).toBe(6);
    expect(after(at(5.5), { kind: 'step', frames: 1 }).at).toBe(6);
    expect(after(at(5.5), { kind: 'step', frames: -1 }).at).toBe(5);
    expect(after(at(0), { kind: 'step', frames: -1 }).at).toBe(0);
    expect(after(at(last), { kind: 'step', frames: 1 }).at).toBe(last);
    expect(after(at(5, { isPlaying: true }), { kind: 'step', frames: 1 }).isPlaying).toBe(false);
  });

  it('plays on from where it stands, and from the start where it had ended', () => {
    expect(after(at(5), { kind: 'toggle' })).toMatchObject({ at: 5, isPlaying: true });
    expect(after(at(last), { kind: 'toggle' })).toMatchObject({ at: 0, isPlaying: true });
    expect(after(at(5, { isPlaying: true }), { kind: 'toggle' })).toMatchObject({ at: 5, isPlaying: false }); // prettier-ignore
    expect(obeyed(begin, { kind: 'toggle' }, 0).isPlaying).toBe(false);
  });

  it('takes twelve seconds at the usual speed, and stops at its end', () => {
    const playing = at(0, { isPlaying: true });
    expect(advanced(playing, 6000, last).at).toBeCloseTo(50, 9);
    expect(advanced({ ...playing, speed: 2 }, 3000, last).at).toBeCloseTo(50, 9);
    expect(advanced(playing, 13_000, last)).toMatchObject({ at: last, isPlaying: false });
    expect(advanced(at(3), 1000, last).at).toBe(3);
    // A handful of frames need not take as long.
    expect(advanced(playing, 600, 4).at).toBeCloseTo(1, 9);
  });

  it('stays at its end when the runs are others', () => {
    expect(refitted(at(last), last, 40).at).toBe(40);
    expect(refitted(at(40), 40, last).at).toBe(last);
    expect(refitted(at(30), last, 40).at).toBe(30);
    expect(refitted(at(60), last, 40).at).toBe(40);
  });

  it('is led by the keyboard', () => {
    expect(key('ArrowRight')).toEqual({ kind: 'step', frames: 1 });
    expect(key('ArrowLeft')).toEqual({ kind: 'step', frames: -1 });
    expect(key('ArrowRight', true)).toEqual({ kind: 'step', frames: 10 });
    expect(key('ArrowUp')).toEqual(key('ArrowRight'));
    expect(key('ArrowDown')).toEqual(key('ArrowLeft'));
    expect(key(' ')).toEqual({ kind: 'toggle' });
    expect(key('Home')).toEqual({ kind: 'start' });
    expect(key('End')).toEqual({ kind: 'end' });
    expect(key('+')).toEqual({ kind: 'speed', speed: 2 });
    expect(actionOf({ key: '-', shiftKey: false }, at(0, { speed: 0.25 }), last)).toEqual({ kind: 'speed', speed: 0.25 }); // prettier-ignore
    expect(key('Tab')).toBeNull();
  });
});

/** A clock that ticks by hand. */
class HandClock implements Clock {
  waiting: ((time: number) => void) | null = null;
  isUnwelcome = false;
  request(frame: (time: number) => void): number {
    this.waiting = frame;
    return 1;
  }
  cancel(): void {
    this.waiting = null;
  }
  isCalm(): boolean {
    return this.isUnwelcome;
  }
  tick(time: number): void {
    const frame = this.waiting;
    this.waiting = null;
    frame?.(time);
  }
}

function player(clock: HandClock): { player: Player; moves: number[]; renders: () => number } {
  const moves: number[] = [];
  let renders = 0;
  const host = { addController() {}, removeController() {}, requestUpdate: () => (renders += 1), updateComplete: Promise.resolve(true) }; // prettier-ignore
  const made: Player = new Player(host, () => moves.push(made.iteration), clock);
  return { player: made, moves, renders: () => renders };
}

const frames = Array.from({ length: 101 }, (_, index) => 10 * index);

describe('a player', () => {
  it('plays what comes first, smoothly, without rendering anything on the way', () => {
    const clock = new HandClock();
    const { player: one, moves, renders } = player(clock);
    one.setFrames(frames);
    expect(one.playback.isPlaying).toBe(true);
    const before = renders();
    clock.tick(1000);
    clock.tick(1060);
    clock.tick(1120);
    expect(moves.slice(-3)).toEqual([0, 5, 10].map((value) => expect.closeTo(value, 9) as number));
    expect(renders()).toBe(before);
    one.act({ kind: 'toggle' });
    expect(clock.waiting).toBeNull();
    expect(renders()).toBe(before + 1);
  });

  it('does not count the time in which it stood still', () => {
    const clock = new HandClock();
    const { player: one } = player(clock);
    one.setFrames(frames);
    clock.tick(1000);
    clock.tick(1120);
    one.act({ kind: 'toggle' });
    one.act({ kind: 'toggle' });
    clock.tick(900_000);
    expect(one.iteration).toBeCloseTo(10, 9);
  });

  it('where motion is unwelcome shows the end at once, and never a place between two points', () => {
    const clock = new HandClock();
    clock.isUnwelcome = true;
    const { player: one } = player(clock);
    one.setFrames(frames);
    expect(one.playback).toMatchObject({ at: 100, isPlaying: false });
    one.act({ kind: 'toggle' });
    clock.tick(0);
    clock.tick(60);
    expect(one.playback.at).toBeCloseTo(0.5, 9);
    expect(one.iteration).toBe(0);
  });

  it('stops when its picture is taken away', () => {
    const clock = new HandClock();
    const { player: one } = player(clock);
    one.setFrames(frames);
    one.hostDisconnected();
    expect(clock.waiting).toBeNull();
    expect(one.playback.isPlaying).toBe(false);
  });
});
