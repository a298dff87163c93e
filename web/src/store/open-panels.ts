import { keptPanels, keepPanels } from './persist.ts';

/** Which folded panels this reader has opened; the next visit finds them as they were left. */
export class OpenPanels extends EventTarget {
  /** Whether the browser may keep it. */
  private readonly isKept: boolean;
  private readonly open: Set<string>;
  /** Opened at some time: what was found there stays while the panel is folded. */
  private readonly seen: Set<string>;

  constructor(isKept: boolean) {
    super();
    this.isKept = isKept;
    this.open = new Set(isKept ? keptPanels() : []);
    this.seen = new Set(this.open);
  }

  isOpen(title: string): boolean {
    return this.open.has(title);
  }

  wasOpen(title: string): boolean {
    return this.seen.has(title);
  }

  toggle(title: string): void {
    if (!this.open.delete(title)) this.open.add(title);
    this.seen.add(title);
    if (this.isKept) keepPanels([...this.open]);
    this.dispatchEvent(new Event('change'));
  }
}
