import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { currencySigns, type Currency } from '../../chart/picture.ts';
import { formatMeasured, formatNumber, formatSeconds } from '../../format/number.ts';
import { gapMeasure, measureInfo, type Measure } from '../../results/measures.ts';
import { repeatsText, type Repeats } from '../../results/repeats.ts';
import type { SummaryRow } from './summary.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from '../../components/shared/icons.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** Where the runs stand that the table tells of. */
const places: Record<ExperimentPicture['status'], string> = {
  running: 'so far',
  stopped: 'where the runs were stopped',
  done: 'at the end',
};

/** How every algorithm ended: mean and its standard error, median, rank, time, budget. */
@customElement('nd-summary-table')
export class SummaryTable extends LitElement {
  static override styles = [
    shared,
    swatchStyles,
    css`
      :host {
        padding: 0 16px 16px;
      }
      .scroll {
        overflow-x: auto;
        container-type: inline-size;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      caption {
        padding: 8px 0 4px;
        font-weight: 650;
        text-align: left;
      }
      th,
      td {
        padding: 6px 0 6px 16px;
        border-bottom: 1px solid var(--hairline);
        text-align: right;
        white-space: nowrap;
      }
      th:first-child {
        padding-left: 0;
        text-align: left;
      }
      thead th {
        white-space: normal;
        vertical-align: bottom;
        color: var(--ink-quiet);
        font-size: var(--text-small);
        font-weight: 500;
      }
      tbody th {
        font-weight: 500;
        white-space: normal;
      }
      .name {
        display: inline-flex;
        align-items: center;
        gap: 8px;
      }
      .doubt {
        margin-left: 4px;
        color: var(--caution);
        vertical-align: -3px;
      }
      tr.best td.rank {
        font-weight: 700;
      }
      @media (max-height: 760px) {
        caption {
          padding-top: 0;
        }
        th,
        td {
          padding-top: 3px;
          padding-bottom: 3px;
        }
      }
      @container (max-width: 800px) {
        .range {
          display: none;
        }
      }
      @container (max-width: 560px) {
        .optional {
          display: none;
        }
        th,
        td {
          padding-left: 10px;
        }
      }
    `,
  ];

  @property({ attribute: false }) rows: readonly SummaryRow[] = [];
  @property() measure: Measure = gapMeasure;
  /** Of the column beside it; null where there is none. */
  @property({ attribute: false }) score: Measure | null = null;
  /** One of the two. */
  @property() rankedBy: Measure = gapMeasure;
  @property() currency: Currency = 'epsilon';
  @property({ attribute: false }) repeats!: Repeats;
  @property() status: ExperimentPicture['status'] = 'done';

  override render() {
    if (this.rows.length === 0) return nothing;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Summary">
      <table>
        <caption>
          ${measureInfo(this.measure).title} ${places[this.status]}
          <span class="quiet small">${repeatsText(this.repeats)}${this.ranking()}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Algorithm</th>
            <th scope="col">Median</th>
            <th scope="col" class="optional">Mean</th>
            <th scope="col" class="optional">Std. error</th>
            <th scope="col" class="range">10–90%</th>
            ${this.score === null ? nothing : html`<th scope="col">${measureInfo(this.score).title}</th>`}
            <th scope="col">Rank</th>
            <th scope="col" class="optional">Time per run</th>
            <th scope="col">${currencySigns[this.currency]}</th>
          </tr>
        </thead>
        <tbody>
          ${this.rows.map((row) => this.row(row))}
        </tbody>
      </table>
    </div>`;
  }

  /** By which of the two measures the rows are ranked. */
  private ranking(): string {
    const isRanked = this.score !== null && this.rows.some(({ rank }) => rank !== null);
    return isRanked ? `, ranked by ${measureInfo(this.rankedBy).title.toLowerCase()}` : '';
  }

  /** A number that is not proven says so beside it. */
  private doubt({ certified, epsilon }: SummaryRow) {
    if (certified !== false || epsilon === null) return nothing;
    return html`<span class="doubt" title="Not certified"
      >${icons.warning}<span class="hidden-text">not certified</span></span
    >`;
  }

  private row(row: SummaryRow) {
    const { final } = row;
    return html`<tr class=${row.rank === 1 ? 'best' : ''}>
      <th scope="row">
        <span class="name">${swatch(row.colorIndex, row.dashIndex, row.ghost)} ${row.label}</span>
      </th>
      <td>${formatMeasured(final.median)}</td>
      <td class="optional">${formatMeasured(final.mean)}</td>
      <td class="optional">${formatMeasured(final.standardError)}</td>
      <td class="range">${formatMeasured(final.q10)} – ${formatMeasured(final.q90)}</td>
      ${this.score === null ? nothing : html`<td>${formatMeasured(row.score)}</td>`}
      <td class="rank">${row.rank ?? '–'}</td>
      <td class="optional">${formatSeconds(row.seconds)}</td>
      <td>${row.epsilon === null ? 'none' : formatNumber(row.epsilon)}${this.doubt(row)}</td>
    </tr>`;
  }
}
