import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether its host has room for three columns; it is drawn anew when that changes. */
export class WideScreen implements ReactiveController {
  isWide = false;
  private readonly host: ReactiveControllerHost & Element;
  private readonly observer = new ResizeObserver(() => {
    if (this.isWide === this.hasRoom()) return;
    this.isWide = !this.isWide;
    this.host.requestUpdate();
  });

  constructor(host: ReactiveControllerHost & Element) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.isWide = this.hasRoom();
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
  }

  /** As style sheets ask for it by `@container (width >= 1100px)`. */
  private hasRoom(): boolean {
    return parseFloat(getComputedStyle(this.host).width) >= 1100;
  }
}
