import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { AuditReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { placing, type Place } from '../../components/charts/small-chart.ts';
import { histogramTable, outline } from './audit.ts';
import '../../components/shared/csv-button.ts';
import { shared, smallPicture } from '../../styles/shared.ts';

const frame = { width: 280, height: 120, left: 8, right: 8, top: 8, bottom: 20 };

/** How the attacker's scores fall on the two data sets, and where the guess changes. */
@customElement('nd-audit-histogram')
export class AuditHistogram extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    css`
      svg.plot {
        max-width: 440px;
      }
      .axis {
        stroke: var(--hairline-strong);
      }
      .threshold {
        stroke: var(--ink);
        stroke-dasharray: 4 3;
      }
      .first,
      .second {
        fill-opacity: 0.25;
        stroke-width: 1.5;
      }
      .first {
        fill: var(--series-0);
        stroke: var(--series-0);
      }
      .second {
        fill: var(--series-1);
        stroke: var(--series-1);
        stroke-dasharray: 6 2;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
        font-size: var(--text-small);
      }
      li {
        display: inline-flex;
        align-items: center;
        gap: 6px;
      }
      .key {
        width: 12px;
        height: 12px;
      }
    `,
  ];

  @property({ attribute: false }) report!: AuditReport;

  override render() {
    const { edges, first, second } = this.report.histogram;
    const highest = Math.max(1, ...first, ...second);
    const [low, high] = [edges[0], edges[edges.length - 1]];
    const place = placing([low, high], [0, 1], { x: false, y: false }, frame);
    const shape = (counts: readonly number[]) =>
      outline(edges, counts, highest)
        .map((point) => place(...point).join(','))
        .join(' ');
    const floor = frame.height - frame.bottom;
    return html`<svg
        class="plot"
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label="Scores of the runs on two neighbouring data sets. ${this.describe()}"
      >
        ${svg`<polygon class="first" points=${shape(first)} />
          <polygon class="second" points=${shape(second)} />
          <line class="axis" x1=${frame.left} x2=${frame.width - frame.right} y1=${floor} y2=${floor} />
          <text x=${frame.left} y=${frame.height - 4}>${formatNumber(low)}</text>
          <text x=${frame.width - frame.right} y=${frame.height - 4} text-anchor="end">${formatNumber(high)}</text>
          ${this.threshold(low, high, place)}`}
      </svg>
      <ul>
        <li>${key('first')}usual record</li>
        <li>${key('second')}odd record</li>
        <li>
          <nd-csv-button
            heading="Scores on two neighbouring data sets"
            .table=${() => histogramTable(this.report)}
          ></nd-csv-button>
        </li>
        <li class="quiet">score: ${this.report.histogram.statistic.replace('-', ' ')}</li>
      </ul>`;
  }

  private threshold(low: number, high: number, place: Place) {
    const attack = this.attack();
    if (!attack || attack.threshold < low || attack.threshold > high) return nothing;
    const [x] = place(attack.threshold, 0);
    return svg`<line class="threshold" x1=${x} x2=${x} y1=${frame.top} y2=${frame.height - frame.bottom} />`;
  }

  private attack() {
    const { attack, gaussianAttack, histogram } = this.report;
    return [attack, gaussianAttack].find((one) => one?.statistic === histogram.statistic);
  }

  private describe(): string {
    const attack = this.attack();
    if (!attack) return 'No threshold tells them apart.';
    const share = ({ count, rounds }: { count: number; rounds: number }) =>
      `${formatNumber((100 * count) / rounds)}%`;
    return `The attacker's event happens in ${share(attack.hits)} of the runs on one and ${share(attack.falseHits)} on the other.`;
  }
}

function key(name: 'first' | 'second') {
  return svg`<svg class="key" viewBox="0 0 12 12" aria-hidden="true">
    <rect class=${name} x="1" y="1" width="10" height="10" />
  </svg>`;
}
