import type { LitElement, ReactiveController } from 'lit';

interface Told {
  resized?: (size: DOMRectReadOnly) => void;
  /** The system turned light or dark. */
  recolored?: () => void;
}

/** Tells a component what changes around it, as long as it is on the page: for what no style sheet reaches. */
export class Surroundings implements ReactiveController {
  private readonly host: LitElement;
  private readonly resizing: ResizeObserver | null;
  private readonly scheme = matchMedia('(prefers-color-scheme: dark)');
  private readonly recolored: () => void;

  constructor(host: LitElement, { resized, recolored = () => undefined }: Told) {
    this.host = host;
    this.resizing = resized ? new ResizeObserver(([entry]) => resized(entry.contentRect)) : null;
    this.recolored = recolored;
    host.addController(this);
  }

  get isDark(): boolean {
    return this.scheme.matches;
  }

  hostConnected(): void {
    this.resizing?.observe(this.host);
    this.scheme.addEventListener('change', this.recolored);
  }

  hostDisconnected(): void {
    this.resizing?.disconnect();
    this.scheme.removeEventListener('change', this.recolored);
  }
}
