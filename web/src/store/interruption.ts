import { countedFile, waitsForRun } from './gate.ts';
import { fileFor } from './file-for.ts';
import { canonical } from './picture.ts';
import { forgetBegun, loadBegun, saveBegun, type Begun } from './persist.ts';
import type { Notice, State } from './state.ts';
import type { Store } from './store.ts';
import { problemOf } from './work.ts';

/**
 * Remembers, in this tab, that a run is going which does not start by itself. Where the page is left
 * meanwhile, its next load asks whether to run it again: the engine cannot go on from where it was.
 */
export class Interruption {
  private readonly store: Store;
  /** What was going when the page was left, until that is told. */
  private left: Begun | null = loadBegun();
  private isGoing = false;

  constructor(store: Store) {
    this.store = store;
    store.addEventListener('change', () => this.follow());
    store.addEventListener('experiment', () => this.withdraw());
    this.follow();
  }

  private follow(): void {
    const { state } = this.store;
    const isGoing = isLongRun(state);
    if (isGoing !== this.isGoing) {
      this.isGoing = isGoing;
      if (isGoing) {
        this.left = null;
        saveBegun(begunOf(state));
        this.withdraw();
      } else forgetBegun();
    }
    if (this.left !== null) this.tell(this.left);
  }

  /** Once it is known that nothing starts by itself. */
  private tell(left: Begun): void {
    const { state } = this.store;
    const awaitsFile = left.file !== null && problemOf(state)?.code === 'missing-data';
    const isSame = left.of === fingerprint(state);
    if (isSame && !awaitsFile && ['loading', 'planning'].includes(state.work.phase)) return;
    this.left = null;
    if (isSame && awaitsFile) this.store.patch({ notice: noticeOf(left, 'file') });
    else if (isSame && state.work.phase === 'waiting') {
      this.store.patch({ notice: noticeOf(left, 'run') });
    } else forgetBegun();
  }

  /** What is asked about a run that is going again, or of another experiment, is no question any more. */
  private withdraw(): void {
    if (this.store.state.notice?.interrupted !== undefined) this.store.patch({ notice: null });
  }
}

/** Whether a run is going that waited for a click, and would wait for one again. */
function isLongRun(state: Readonly<State>): boolean {
  const { work } = state;
  if (work.phase !== 'running' && work.phase !== 'paused') return false;
  return waitsForRun(state, work.planned.plan) || countedFile(state) !== null;
}

function begunOf(state: Readonly<State>): Begun {
  const { experiment, file } = state;
  const read = fileFor(experiment, file)?.name ?? null;
  return { of: fingerprint(state), file: read, isCounted: countedFile(state) !== null };
}

function noticeOf({ file, isCounted }: Begun, interrupted: 'run' | 'file'): Notice {
  const on = file === null ? '' : ` on ${file}`;
  const parts = [
    `A run${on} was in progress when you left this page.`,
    interrupted === 'run'
      ? 'Its progress is lost: it starts again.'
      : 'The page does not keep files: open it again, and start the run again.',
    isCounted ? 'Its cost counts as spent, and another run counts again.' : '',
  ];
  return { tone: 'info', text: parts.filter(Boolean).join(' '), interrupted };
}

/** Short, and another for another experiment: FNV-1a in 32 bits, with the length. */
function fingerprint({ experiment }: Pick<State, 'experiment'>): string {
  const text = canonical(experiment);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${text.length} ${hash >>> 0}`;
}
