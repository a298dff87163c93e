import type { ReactiveControllerHost } from 'lit';
import { movedCrosshair } from '../../chart/crosshair.ts';
import type { Picture } from '../../chart/picture.ts';
import { readout } from '../../chart/readout.ts';

/** The crosshair of a chart: it follows the mouse and the arrow keys, which say what they find. */
export class Pointer {
  /** On the chart's axis; null where nobody points. */
  place: number | null = null;
  /** For a screen reader. */
  spoken = '';
  private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>;
  private readonly pictureOf: () => Picture;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>, pictureOf: () => Picture) {
    this.host = host;
    this.pictureOf = pictureOf;
  }

  readonly point = (event: CustomEvent<{ x: number | null }>): void => {
    event.stopPropagation();
    this.place = event.detail.x;
    this.host.requestUpdate();
  };

  readonly key = (event: KeyboardEvent): void => {
    const picture = this.pictureOf();
    const next = movedCrosshair(picture, this.place, event);
    if (next === undefined) return;
    event.preventDefault();
    this.place = next;
    this.spoken = next === null ? '' : readout(picture, next);
    this.host.requestUpdate();
  };
}
