import type { Catalogue, Experiment } from '../engine/types.ts';
import { valueAt, withValueAt } from '../experiment/paths.ts';
import { home, initialView, type DataFile, type State, type View } from './state.ts';

/** Undo and redo over immutable values; edits of one field in quick succession are one step. */
export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private present: T;
  private readonly limit: number;
  private readonly mergeMilliseconds: number;
  private lastField = '';
  private lastTime = Number.NEGATIVE_INFINITY;

  constructor(present: T, limit = 100, mergeMilliseconds = 800) {
    this.present = present;
    this.limit = limit;
    this.mergeMilliseconds = mergeMilliseconds;
  }

  get value(): T {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Makes `value` the present; `field` names what was edited, so that a drag is undone at once. */
  push(value: T, field: string, now: number): void {
    const merges =
      field !== '' && field === this.lastField && now - this.lastTime < this.mergeMilliseconds;
    if (!merges) this.past = [...this.past, this.present].slice(-this.limit);
    this.present = value;
    this.future = [];
    this.lastField = field;
    this.lastTime = now;
  }

  undo(): T {
    const previous = this.past.at(-1);
    if (previous === undefined) return this.present;
    this.past = this.past.slice(0, -1);
    this.future = [this.present, ...this.future];
    return this.settle(previous);
  }

  redo(): T {
    const next = this.future[0];
    if (next === undefined) return this.present;
    this.future = this.future.slice(1);
    this.past = [...this.past, this.present];
    return this.settle(next);
  }

  /** What a reload needs to go on where it stopped. */
  snapshot(): { past: T[]; future: T[] } {
    return { past: this.past, future: this.future };
  }

  restore(snapshot: { past: T[]; future: T[] }): void {
    this.past = snapshot.past.slice(-this.limit);
    this.future = snapshot.future.slice(0, this.limit);
  }

  private settle(value: T): T {
    this.present = value;
    this.lastField = '';
    return value;
  }
}

export interface ExperimentChange {
  /** The edited field, or '' for a whole new experiment. */
  field: string;
  /** True while a control is held, such as a slider. */
  dragging: boolean;
  /** Whether a control that can be held made it, be it let go by now. */
  isSlid: boolean;
  /** `performance.now()` of the edit. */
  time: number;
}

/**
 * The one state of the page. The experiment is the truth; forms, chart and URL are views of it.
 * Fires `change` after every update, and `experiment` when the experiment or its data changed.
 */
export class Store extends EventTarget {
  private current: State;
  private readonly history: History<Experiment>;
  /** Every file that was opened, by name. */
  private readonly files = new Map<string, DataFile>();
  private latest: ExperimentChange = { field: '', dragging: false, isSlid: false, time: 0 };

  constructor(experiment: Experiment, view: View = initialView) {
    super();
    this.history = new History(experiment);
    this.current = {
      place: home,
      catalogue: null,
      experiment,
      file: null,
      seen: null,
      view,
      opened: null,
      work: { phase: 'loading' },
      picture: null,
      pins: [],
      isFollowing: false,
      notice: null,
      explanation: null,
    };
  }

  get state(): Readonly<State> {
    return this.current;
  }

  /** The edit that made the present experiment. */
  get lastChange(): ExperimentChange {
    return this.latest;
  }

  get historySnapshot(): { past: Experiment[]; future: Experiment[] } {
    return this.history.snapshot();
  }

  restoreHistory(snapshot: { past: Experiment[]; future: Experiment[] }): void {
    this.history.restore(snapshot);
    this.patch({});
  }

  patch(patch: Partial<State>): void {
    this.current = { ...this.current, ...patch };
    this.dispatchEvent(new Event('change'));
    if (patch.experiment !== undefined) this.dispatchEvent(new Event('experiment'));
  }

  setCatalogue(catalogue: Catalogue): void {
    this.patch({ catalogue });
  }

  setView(view: Partial<View>): void {
    this.patch({ view: { ...this.current.view, ...view } });
  }

  /** Puts away what is told above the page: the notice, else the problem. */
  dismiss(): void {
    const { notice, work } = this.current;
    if (notice !== null) this.patch({ notice: null });
    else if ('problem' in work) this.patch({ work: { ...work, problem: null } });
  }

  /** Writes one field of the experiment; undefined removes it, and the engine's default applies. */
  edit(field: string, value: unknown, dragging = false): void {
    if (valueAt(this.current.experiment, field) === value) {
      this.latest = { ...this.latest, dragging };
      this.dispatchEvent(new Event('change'));
      return;
    }
    this.replace(withValueAt(this.current.experiment, field, value), field, dragging);
  }

  /** Makes another experiment the truth, as one step that can be undone. */
  replace(experiment: Experiment, field = '', dragging = false): void {
    const time = performance.now();
    this.history.push(experiment, field, time);
    this.latest = { field, dragging, isSlid: dragging, time };
    this.patch({ experiment });
  }

  /** Hands over a file together with the experiment that describes it. */
  setFile(file: DataFile | null, experiment: Experiment): void {
    if (file !== null) this.files.set(file.name, file);
    this.current = { ...this.current, file };
    this.replace(experiment);
  }

  get canUndo(): boolean {
    return this.history.canUndo;
  }

  get canRedo(): boolean {
    return this.history.canRedo;
  }

  undo(): void {
    this.travel(this.history.undo());
  }

  redo(): void {
    this.travel(this.history.redo());
  }

  private travel(experiment: Experiment): void {
    if (experiment === this.current.experiment) return;
    this.latest = { field: '', dragging: false, isSlid: false, time: performance.now() };
    const { data } = experiment;
    const file = data.kind === 'file' && data.name ? this.files.get(data.name) : undefined;
    // An experiment that comes back reads its own file again, not the one that was opened since.
    this.patch({ experiment, ...(file && { file }) });
  }
}
