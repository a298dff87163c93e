import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatNumber, formatSlope } from '../../format/number.ts';
import { slopeTable, type Slopes } from './slopes.ts';
import { numbers, shared } from '../../styles/shared.ts';
import '../../components/shared/csv-button.ts';
import { plainTable } from '../../components/shared/plain-table.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** How fast ends move with what is swept: measured, and as the theorems' bounds do. */
@customElement('nd-slopes-table')
export class SlopesTable extends LitElement {
  static override styles = [
    shared,
    numbers,
    swatchStyles,
    css`
      :host {
        padding: 0 16px 16px;
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
      }
      h3 {
        color: var(--ink);
      }
      .scroll {
        position: relative;
        overflow-x: auto;
      }
      th,
      td {
        padding: 6px 0 6px 16px;
      }
      th:first-child {
        padding-left: 0;
        white-space: normal;
      }
      .name {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  /** Null where nothing is swept that has slopes. */
  @property({ attribute: false }) slopes: Slopes | null = null;
  /** What ends, in words. */
  @property() measure = '';

  override render() {
    const { slopes } = this;
    if (slopes === null) return nothing;
    const isPromised = slopes.rows.some(({ promised }) => promised !== null);
    const heading = `Slopes over ${slopes.along}`;
    return html`<div class="head">
        <h3>${heading}</h3>
        <nd-csv-button .heading=${heading} .table=${() => slopeTable(slopes)}></nd-csv-button>
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label=${heading}>
        ${plainTable(
          [
            'Algorithm',
            'Measured',
            'Std. error',
            ...(isPromised ? ['Theorem’s bound'] : []),
            'Settings',
          ],
          slopes.rows.map(({ label, colorIndex, dashIndex, fit, promised }) => [
            html`<span class="name">${swatch(colorIndex, dashIndex)} ${label}</span>`,
            formatSlope(fit?.slope),
            formatNumber(fit?.standardError),
            ...(isPromised ? [formatSlope(promised)] : []),
            fit?.points ?? '–',
          ]),
        )}
      </div>
      <p class="small quiet">
        ${this.measure} at the end grows like this power of ${slopes.along}: a line by least squares
        through the means on two logarithmic axes. The error is what the repeats leave; if the
        points do not lie on a line, it says little.
      </p>`;
  }
}
