import { LitElement, css, html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatMeasured, formatNumber } from '../../format/number.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import type { MarginalTable } from '../../engine/types.ts';
import type { PairMap } from './errors.ts';

const width = 280;
/** Names stand beside the rows, numbers above the columns. */
const margin = { left: 84, top: 18 };

/** A square for each pair of columns, the darker the further their table is off. */
@customElement('nd-pair-squares')
export class PairSquares extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    css`
      rect {
        stroke: var(--paper);
      }
      rect.empty {
        fill: var(--paper-sunken);
      }
      rect.error {
        fill: var(--series-1);
      }
      .scale {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .ramp {
        flex: none;
        width: 72px;
        height: 8px;
        background: linear-gradient(90deg, transparent, var(--series-1));
        border: 1px solid var(--hairline);
      }
      p {
        min-height: 20px;
      }
    `,
  ];

  @property({ attribute: false }) map!: PairMap;
  @state() private pointed: MarginalTable | null = null;

  override render() {
    const { names, errors, top } = this.map;
    const side = Math.min(32, (width - margin.left) / names.length);
    const height = margin.top + side * names.length;
    const label = `Error of each pair of ${names.length} columns, from 0 to ${formatNumber(top)}; the list below has them in words.`;
    return html`<svg
        class="plot"
        viewBox="0 0 ${width} ${height}"
        role="img"
        aria-label=${label}
        @pointerleave=${() => (this.pointed = null)}
      >
        ${names.map((name, row) => this.heading(name, row, side))}
        ${errors.map((those, row) => those.map((one, column) => this.square(one, row, column, side)))}
      </svg>
      <p class="small quiet">
        ${
          this.pointed
            ? html`${this.pointed.columns.join(' × ')}:
              ${formatMeasured(this.pointed.totalVariation)}`
            : html`<span class="scale">0 <span class="ramp"></span> ${formatMeasured(top)}</span>`
        }
      </p>`;
  }

  private heading(name: string, row: number, side: number) {
    const y = margin.top + (row + 0.5) * side + 4;
    const short = name.length > 10 ? `${name.slice(0, 9)}…` : name;
    return svg`<text x="0" y=${y}>${row + 1} ${short}</text>
      <text x=${margin.left + (row + 0.5) * side} y="12" text-anchor="middle">${row + 1}</text>`;
  }

  private square(one: MarginalTable | null, row: number, column: number, side: number) {
    const share = one === null || this.map.top === 0 ? 0 : one.totalVariation / this.map.top;
    const place = { x: margin.left + column * side, y: margin.top + row * side };
    const words = one ? `${one.columns.join(' × ')}: ${formatMeasured(one.totalVariation)}` : '';
    return svg`<rect class="empty" x=${place.x} y=${place.y} width=${side} height=${side}></rect>
      ${
        one === null
          ? nothing
          : svg`<rect class="error" x=${place.x} y=${place.y} width=${side} height=${side}
              fill-opacity=${share.toFixed(3)} @pointerenter=${() => (this.pointed = one)}><title>${words}</title></rect>`
      }`;
  }
}
