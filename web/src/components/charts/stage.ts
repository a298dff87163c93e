import { html } from 'lit';
import type { ChartModel } from '../../curves/model.ts';
import { chartLabel } from '../../chart/readout.ts';
import type { Pointer } from './pointer.ts';

/** The place of a chart, which the keyboard reaches and a screen reader can name. */
export function stage(model: ChartModel, pointer: Pointer, content: unknown, kind = '') {
  return html`<div
    class="stage ${kind}"
    part="chart"
    role="application"
    tabindex="0"
    aria-roledescription="chart"
    aria-label=${chartLabel(model)}
    @keydown=${pointer.key}
    @nd-crosshair=${pointer.point}
  >
    ${content}
  </div>`;
}
