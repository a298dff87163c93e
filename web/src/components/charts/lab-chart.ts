import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Picture } from '../../chart/picture.ts';
import './convergence-chart.ts';
import './legend.ts';
import '../shared/csv-button.ts';
import { pictureTable } from '../../export/picture-table.ts';
import { Pointer } from './pointer.ts';
import { shared } from '../../styles/shared.ts';

/** A chart of the lab with its title, crosshair, legend and what its marks mean. */
@customElement('nd-lab-chart')
export class LabChart extends LitElement {
  static override styles = [
    shared,
    css`
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
      }
      h3 {
        color: var(--ink);
      }
      .stage {
        display: flex;
        height: 320px;
        border-radius: var(--radius);
      }
      nd-convergence-chart {
        flex: 1;
      }
      @container (width < 601px) {
        .stage {
          height: 260px;
        }
      }
      .x-title {
        margin-top: -2px;
        text-align: center;
      }
      .notes {
        margin-top: 4px;
      }
    `,
  ];

  @property({ attribute: false }) picture!: Picture;
  @property() heading = '';
  /** What dashes, dots and grey mean here. */
  @property() notes = '';
  @state() private faded: readonly string[] = [];
  private readonly pointer = new Pointer(this, () => this.picture);

  override render() {
    const { picture } = this;
    // A marked place is read off as long as nobody points elsewhere.
    const place = this.pointer.place ?? picture.mark ?? null;
    return html`
      <div class="head">
        <h3>${this.heading}</h3>
        <nd-csv-button .heading=${this.heading} .table=${() => pictureTable(this.picture)}>
        </nd-csv-button>
      </div>
      <div
        class="stage"
        role="application"
        tabindex="0"
        aria-roledescription="chart"
        aria-label="${this.heading}: ${picture.yTitle} against ${picture.xTitle}. Arrow keys move the crosshair."
        @keydown=${this.pointer.key}
        @nd-crosshair=${this.pointer.point}
      >
        <nd-convergence-chart
          .model=${picture}
          .yRange=${picture.yRange}
          .faded=${this.faded}
          .crosshair=${this.pointer.place}
        ></nd-convergence-chart>
      </div>
      <p class="x-title small quiet" aria-hidden="true">${picture.xTitle}</p>
      <nd-legend
        .model=${picture}
        .faded=${this.faded}
        .crosshair=${place}
        @nd-view=${this.fade}
      ></nd-legend>
      ${this.notes ? html`<p class="notes small quiet">${this.notes}</p>` : nothing}
      <div class="hidden-text" role="status" aria-live="polite">${this.pointer.spoken}</div>
    `;
  }

  private fade(event: CustomEvent<{ faded?: string[] }>): void {
    event.stopPropagation();
    this.faded = event.detail.faded ?? this.faded;
  }
}
