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
