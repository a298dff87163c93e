import type { NoisyDescentEvents } from '../../../wasm/client/element.ts';
import type { State } from '../store/state.ts';
import { isBusy, planNow, problemOf, type Progress } from '../store/work.ts';

type Details = { [Name in keyof NoisyDescentEvents]: NoisyDescentEvents[Name]['detail'] };

/** Tells a page what becomes of the experiment: each plan, step, result and problem once. */
export class Announcer {
  private readonly target: EventTarget;
  private readonly told: { [Name in keyof Details]?: unknown } = {};

  constructor(target: EventTarget) {
    this.target = target;
  }

  tell(state: Readonly<State>): void {
    const { picture, work } = state;
    this.once('plan', planNow(state));
    if (isBusy(work)) this.once('progress', work.progress, detailOf(work.progress));
    this.once('result', picture?.result ?? null);
    this.once('error', work.phase === 'failed' ? problemOf(state) : null);
  }

  /** This result was there before: it is nothing new. */
  leaveOut(result: object | null): void {
    this.told.result = result;
  }

  say<Name extends keyof Details>(name: Name, detail: Details[Name]): void {
    this.target.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private once<Name extends keyof Details>(
    name: Name,
    about: object | null,
    detail = about as Details[Name],
  ): void {
    if (about === this.told[name]) return;
    this.told[name] = about;
    if (about !== null) this.say(name, detail);
  }
}

function detailOf({ stage, share, secondsLeft }: Progress): Details['progress'] {
  return { phase: stage, share, secondsLeft };
}
