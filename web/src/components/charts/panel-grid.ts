import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { medianAt, type Picture } from '../../chart/picture.ts';
import type { Range } from '../../chart/range.ts';
import { formatMeasured } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import './convergence-chart.ts';
import './legend.ts';

export interface Panel {
  key: string;
  title: string;
  picture: Picture;
  /** Shows this panel alone, where that means something. */
  open?: () => void;
}

/** Small pictures beside each other, with one legend for all. */
@customElement('nd-panel-grid')
export class PanelGrid extends LitElement {
  static override styles = [
    shared,
    css`
      .panels {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
        gap: 16px;
        margin: 0 0 8px;
        padding: 0;
        list-style: none;
      }
      h3 {
        overflow: hidden;
        min-height: 24px;
        color: var(--ink);
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      h3 button {
        overflow: hidden;
        max-width: 100%;
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        font-weight: 600;
        text-overflow: ellipsis;
      }
      h3 button:hover {
        color: var(--accent);
        text-decoration: underline;
      }
      nd-convergence-chart {
        height: 180px;
        min-height: 0;
      }
    `,
  ];

  @property({ attribute: false }) panels: readonly Panel[] = [];
  /** One range for all, so that panels can be compared; null lets each have its own. */
  @property({ attribute: false }) yRange: Range | null = null;
  @property({ attribute: false }) faded: readonly string[] = [];

  override render() {
    const fullest = this.panels.reduce<Panel | null>(
      (best, one) =>
        best !== null && best.picture.series.length >= one.picture.series.length ? best : one,
      null,
    );
    return html`<ul class="panels">
        ${this.panels.map((panel) => this.one(panel))}
      </ul>
      ${fullest ? html`<nd-legend bare .model=${fullest.picture} .faded=${this.faded}></nd-legend>` : nothing}`;
  }

  private one({ title, picture, open }: Panel) {
    return html`<li>
      <h3>
        ${open ? html`<button title="Show ${title} alone" @click=${open}>${title}</button>` : title}
      </h3>
      <div role="img" aria-label=${describe(title, picture)}>
        <nd-convergence-chart
          .model=${picture}
          .yRange=${this.yRange ?? picture.yRange}
          .faded=${this.faded}
        ></nd-convergence-chart>
      </div>
    </li>`;
  }
}

function describe(title: string, { series, yTitle }: Picture): string {
  const ends = series.map((one) => `${one.label} ${formatMeasured(medianAt(one, -1))}`);
  return `${title}: ${yTitle} at the end. ${ends.join(', ')}.`;
}
