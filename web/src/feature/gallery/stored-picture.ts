import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { FigurePanel } from '../../chart/figure.ts';
import '../../components/charts/svg-chart.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';
import { shared } from '../../styles/shared.ts';
import { measuredOf } from './measured.ts';

/** A stored picture, and as its legend what each curve came to. */
@customElement('nd-stored-picture')
export class StoredPictureView extends LitElement {
  static override styles = [
    shared,
    swatchStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 4px;
        font-size: var(--text-small);
      }
      nd-svg-chart {
        flex: none;
        height: var(--picture-height, 168px);
      }
      .title {
        font-weight: 600;
      }
      .axis {
        color: var(--ink-quiet);
        text-align: right;
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 2px 8px;
        margin: 4px 0 0;
      }
      dl p {
        grid-column: 1 / -1;
        font-weight: 600;
      }
      dl div {
        display: contents;
      }
      dt {
        display: contents;
      }
      dt svg {
        align-self: center;
      }
      dd {
        margin: 0;
        text-align: right;
      }
    `,
  ];

  @property({ attribute: false }) panel!: FigurePanel;
  /** How many curves are named. */
  @property({ type: Number }) most = Number.POSITIVE_INFINITY;

  override render() {
    const { title, picture } = this.panel;
    const { what, rows } = measuredOf(this.panel);
    // A row that says how many are left out is worth one that says what one of them is.
    const shown = rows.length > this.most ? rows.slice(0, this.most - 1) : rows;
    return html`${title ? html`<p class="title">${title}</p>` : nothing}
      <nd-svg-chart .model=${picture} .yRange=${picture.yRange} @nd-drawn=${hushed}></nd-svg-chart>
      <p class="axis">${picture.xTitle}</p>
      <p class="what">${what}</p>
      <dl>
        ${shown.map(
          ({ series, text }) =>
            html`<div>
              <dt>${swatch(series.colorIndex, series.dashIndex)} <span>${series.label}</span></dt>
              <dd>${text}</dd>
            </div>`,
        )}
      </dl>
      ${shown.length < rows.length ? html`<p class="quiet">and ${rows.length - shown.length} more</p>` : nothing}`;
  }
}

/** The page waits for the chart of its own runs, not for stored ones. */
function hushed(event: Event): void {
  event.stopPropagation();
}
