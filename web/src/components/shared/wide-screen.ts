import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether there is room for three columns; its host is drawn anew when that changes. */
export class WideScreen implements ReactiveController {
  private readonly query = matchMedia('(min-width: 1100px)');
  private readonly follow: () => void;

  constructor(host: ReactiveControllerHost) {
    this.follow = () => host.requestUpdate();
    host.addController(this);
  }

  get isWide(): boolean {
    return this.query.matches;
  }

  hostConnected(): void {
    this.query.addEventListener('change', this.follow);
  }

  hostDisconnected(): void {
    this.query.removeEventListener('change', this.follow);
  }
}
