import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { logRange, type Range } from '../../chart/range.ts';
import { logTicks } from '../../chart/ticks.ts';
import type { Table } from '../../export/csv.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import type { LogLine, Sight } from './cloud.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { placing, type Place } from '../../components/charts/small-chart.ts';
import '../../components/shared/csv-button.ts';

/** A line of the picture, and what it is. */
export interface NamedLine {
  name: string;
  line: LogLine;
  kind: 'fitted' | 'least' | 'known';
}

const frame = { width: 280, height: 210, left: 44, right: 10, top: 8, bottom: 34 };

/** The gap against the length of the gradient, both as logarithms: the condition is a line there. */
@customElement('nd-probe-chart')
export class ProbeChart extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    css`
      :host {
        position: relative;
      }
      nd-csv-button {
        position: absolute;
        top: -32px;
        right: 0;
      }
      .grid {
        stroke: var(--hairline);
      }
      circle {
        fill: var(--series-0);
        fill-opacity: 0.45;
      }
      polyline {
        fill: none;
        stroke-width: 1.75;
      }
      .fitted {
        stroke: var(--series-1);
      }
      .least {
        stroke: var(--series-1);
        stroke-dasharray: 5 4;
      }
      .known {
        stroke: var(--ink);
        stroke-dasharray: 2 3;
      }
      ul {
        display: grid;
        gap: 2px;
        margin: 4px 0 8px;
        padding: 0;
        font-size: var(--text-small);
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      li svg {
        flex: none;
        width: 24px;
        height: 8px;
      }
    `,
  ];

  @property({ attribute: false }) cloud: readonly Sight[] = [];
  @property({ attribute: false }) lines: readonly NamedLine[] = [];

  override render() {
    const x = logRange(this.cloud.map(({ norm }) => norm));
    const y = logRange(this.cloud.map(({ gap }) => gap));
    if (x === null || y === null) return nothing;
    const place = placing(x, y, { x: true, y: true }, frame);
    return html`<nd-csv-button
        heading="KL probe exact"
        .table=${() => this.table()}
      ></nd-csv-button>
      <svg
        class="plot"
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label=${this.describe()}
      >
        ${axes(x, y, place)}
        <clipPath id="inside">
          <rect
            x=${frame.left}
            y=${frame.top}
            width=${frame.width - frame.left - frame.right}
            height=${frame.height - frame.top - frame.bottom}
          />
        </clipPath>
        ${this.cloud.map(({ gap, norm }) => {
          const [at, height] = place(norm, gap);
          return svg`<circle cx=${at} cy=${height} r="1.75" />`;
        })}
        ${this.lines.map(({ line, kind }) => {
          const ends = x.map((norm) => place(norm, gapOn(line, norm)).join(','));
          return svg`<polyline class=${kind} points=${ends.join(' ')} clip-path="url(#inside)" />`;
        })}
      </svg>
      <ul aria-label="Lines">
        ${this.lines.map(
          ({ name, kind }) =>
            html`<li>
              <svg viewBox="0 0 24 8" aria-hidden="true">
                <polyline class=${kind} points="0,4 24,4" />
              </svg>
              ${name}
            </li>`,
        )}
      </ul>`;
  }

  private table(): Table {
    return {
      columns: ['nonPrivate.gradientNorm', 'nonPrivate.gap'],
      rows: this.cloud.map(({ gap, norm }) => [norm, gap]),
    };
  }

  private describe(): string {
    const [norms, gaps] = [this.cloud.map(({ norm }) => norm), this.cloud.map(({ gap }) => gap)];
    const span = (values: number[]) =>
      `from ${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))}`;
    return `Gap to the optimum against the length of the gradient at ${formatCounted(this.cloud.length, 'point')}, both logarithmic: gaps ${span(gaps)}, lengths ${span(norms)}.`;
  }
}

function gapOn({ slope, offset }: LogLine, norm: number): number {
  return Math.exp(slope * Math.log(norm) + offset);
}

function axes(x: Range, y: Range, place: Place) {
  const bottom = frame.height - frame.bottom;
  const middle = frame.top + (bottom - frame.top) / 2;
  return svg`${logTicks(y).map(({ value, label }) => {
    const [, at] = place(x[0], value);
    return svg`<line class="grid" x1=${frame.left} x2=${frame.width - frame.right} y1=${at} y2=${at} />
      <text x=${frame.left - 6} y=${at + 4} text-anchor="end">${label}</text>`;
  })}
  ${sparse(logTicks(x)).map(({ value, label }) => {
    const [at] = place(value, y[0]);
    return svg`<line class="grid" x1=${at} x2=${at} y1=${frame.top} y2=${bottom} />
      <text x=${at} y=${bottom + 14} text-anchor="middle">${label}</text>`;
  })}
  <text x=${(frame.left + frame.width - frame.right) / 2} y=${frame.height - 4} text-anchor="middle">length of the gradient</text>
  <text x="10" y=${middle} text-anchor="middle" transform="rotate(-90 10 ${middle})">gap</text>`;
}

/** So few that their labels do not touch. */
function sparse<One>(ticks: readonly One[]): One[] {
  const every = Math.ceil(ticks.length / 6);
  return ticks.filter((_, index) => index % every === 0);
}
