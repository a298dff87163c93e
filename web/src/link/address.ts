import { EngineError } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';
import { saveHistory } from '../store/persist.ts';
import type { Store } from '../store/store.ts';
import { loadLinks, type Links } from './links.ts';
import { openedLink } from './opened.ts';
import { withPlace, withoutPlace } from './place.ts';
import { linkViewOf } from './view.ts';

const delay = 250;
/** Where it is said of an experiment that it is too large for a link. */
const tooLarge = ['link', 'payload'];

/**
 * Keeps the page's address in step with its state, as a link: a reload loses nothing. What no link
 * may hold is kept with the entry of the browser's history instead.
 */
export class Address {
  /** The opening experiment is left out until something was changed. */
  isNamed: boolean;
  private readonly store: Store;
  private readonly engine: () => string | null;
  private links: Links | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What was written last, and the part of it that is the link. */
  private own = location.hash;
  private link: string;
  private kept: Experiment | null = null;

  /**
   * @param engine version of the engine; null until it is loaded, and until then nothing is written
   * @param isNamed whether the address holds the store's experiment already
   */
  constructor(store: Store, engine: () => string | null, isNamed: boolean) {
    this.store = store;
    this.engine = engine;
    this.isNamed = isNamed;
    this.link = isNamed ? withoutPlace(this.own) : '';
  }

  /** Whether the address is not what was written last: somebody went elsewhere. Then it counts as written. */
  takeOther(): boolean {
    if (location.hash === this.own) return false;
    clearTimeout(this.timer);
    this.own = location.hash;
    return true;
  }

  writeSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), delay);
  }

  write(): void {
    clearTimeout(this.timer);
    if (!this.refresh()) return;
    const before = this.own;
    this.put('replaceState');
    if (this.own !== before || this.kept !== null) saveHistory(this.store.historySnapshot);
  }

  /** Leaves the present entry to the browser's back; the next one holds the state after `change`. */
  step(change: () => void): void {
    this.write();
    change();
    // At once: an entry that names what was left could not be told from it.
    this.refresh();
    this.put('pushState');
  }

  /** The same for a change of experiment: the entry that is left names its own. */
  async stepTo(change: () => void): Promise<void> {
    // Without the links nothing could be written, and nothing is lost but the way back.
    await this.prepare();
    this.isNamed = true;
    this.step(change);
  }

  private put(how: 'replaceState' | 'pushState'): void {
    const hash = withPlace(this.link, this.store.state.place);
    if (how === 'replaceState' && hash === this.own && this.kept === null) return;
    this.own = hash;
    const kept = this.kept && { experiment: this.kept };
    history[how](kept, '', hash || location.pathname + location.search);
  }

  /** Makes the link anew; false where that has to wait for what is still being loaded. */
  private refresh(): boolean {
    if (!this.isNamed) return true;
    const engine = this.engine();
    if (engine === null) return false;
    if (this.links === null) {
      void this.load();
      return false;
    }
    const { experiment, view } = this.store.state;
    const opened = openedLink(this.store.state);
    const { fingerprint = null, sha256 = null } = opened ?? {};
    const content = { experiment, view: linkViewOf(view), fingerprint, sha256 };
    try {
      this.link = this.links.encodePlainLink({ ...content, engine: opened?.engine ?? engine });
      this.kept = null;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      // Records stay in the page. Of a wrong experiment the address keeps what was right last.
      const staysHere = this.links.recordsPlace(experiment) !== null;
      if (!staysHere && !tooLarge.includes(error.field)) return false;
      this.link = '';
      this.kept = experiment;
    }
    return true;
  }

  private async load(): Promise<void> {
    await this.prepare();
    this.writeSoon();
  }

  /** Loads what writes links: with it a step names what it leaves however soon it is taken. */
  async prepare(): Promise<void> {
    this.links ??= await loadLinks().catch(() => null);
  }
}

/** The experiment that an entry of the history keeps, unchecked; null where it keeps none. */
export function keptInHistory(): unknown {
  const entry: unknown = history.state;
  const holds = typeof entry === 'object' && entry !== null && 'experiment' in entry;
  return holds ? entry.experiment : null;
}
