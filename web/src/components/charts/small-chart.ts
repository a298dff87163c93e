import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { paletteSize } from '../../chart/palette.ts';
import { linearRange, logRange, type Range } from '../../chart/range.ts';
import { linearTicks, logTicks } from '../../chart/ticks.ts';
import type { Table } from '../../export/csv.ts';
import { formatNumber } from '../../format/number.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import '../shared/csv-button.ts';
import { swatchStyles } from '../shared/swatch.ts';

export interface SmallSeries {
  label: string;
  colorIndex: number;
  x: readonly number[];
  y: readonly number[];
}

const frame = { width: 280, height: 112, left: 44, right: 16, top: 8, bottom: 20 };

/** A chart of a few lines in a rail: what the plan fixes before anything runs. */
@customElement('nd-small-chart')
export class SmallChart extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    swatchStyles,
    css`
      :host {
        position: relative;
      }
      nd-csv-button {
        position: absolute;
        top: -28px;
        right: 0;
      }
      .grid {
        stroke: var(--hairline);
      }
      polyline {
        fill: none;
        stroke-width: 1.5;
        vector-effect: non-scaling-stroke;
      }
    `,
  ];

  @property() label = '';
  /** What the axes count, as the columns of its numbers are called. */
  @property() xName = 'x';
  @property() yName = 'y';
  @property({ attribute: false }) series: readonly SmallSeries[] = [];
  @property({ type: Boolean }) log = false;
  @property({ type: Boolean }) logX = false;
  /** Draws a mark at the least value of each line. */
  @property({ type: Boolean }) markLeast = false;

  override render() {
    const values = this.series.flatMap((one) => [...one.y]);
    const yRange = (this.log ? logRange(values) : linearRange([0, ...values])) ?? [0, 1];
    const xRange = this.xRange();
    const place = placing(xRange, yRange, { x: this.logX, y: this.log });
    return html`<nd-csv-button .heading=${this.label} .table=${() => this.table()}></nd-csv-button>
      <svg
        class="plot"
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label=${this.describe()}
      >
        ${(this.log ? logTicks(yRange) : linearTicks(yRange, 3)).map((tick) => {
          const y = place(0, tick.value)[1];
          return svg`<line class="grid" x1=${frame.left} x2=${frame.width - frame.right} y1=${y} y2=${y} />
          <text x=${frame.left - 6} y=${y + 4} text-anchor="end">${tick.label}</text>`;
        })}
        ${(this.logX ? logTicks(xRange) : linearTicks(xRange, 4)).map((tick) => {
          const [x] = place(tick.value, yRange[0]);
          return svg`<text x=${x} y=${frame.height - 4} text-anchor="middle">${tick.label}</text>`;
        })}
        ${this.series.map((one) => {
          const points = one.x.map((x, index) => place(x, one.y[index]).join(',')).join(' ');
          return svg`<polyline class="series-${one.colorIndex % paletteSize}" points=${points} />`;
        })}
        ${this.markLeast ? this.series.map((one) => this.mark(one, place)) : nothing}
      </svg>`;
  }

  private table(): Table {
    return {
      columns: ['label', this.xName, this.yName],
      rows: this.series.flatMap(({ label, x, y }) => x.map((at, index) => [label, at, y[index]])),
    };
  }

  private xRange(): Range {
    const ends = this.series.map((one) => one.x.at(-1) ?? 0);
    if (!this.logX) return [0, Math.max(1, ...ends)];
    return [Math.min(...this.series.map((one) => one.x[0])), Math.max(...ends)];
  }

  private mark(one: SmallSeries, place: (x: number, y: number) => [number, number]) {
    const least = one.y.indexOf(Math.min(...one.y));
    if (least < 0) return nothing;
    const [x, y] = place(one.x[least], one.y[least]);
    return svg`<circle class="series-${one.colorIndex % paletteSize}" cx=${x} cy=${y} r="3" fill="none" />`;
  }

  private describe(): string {
    const ends = this.series.map((one) => {
      const [first, last] = [one.y.at(0), one.y.at(-1)];
      return `${one.label} from ${formatNumber(first)} to ${formatNumber(last)}`;
    });
    return `${this.label}. ${ends.join(', ')}.`;
  }
}

function placing([xLow, xHigh]: Range, [yLow, yHigh]: Range, log: { x: boolean; y: boolean }) {
  const [mapX, mapY] = [log.x, log.y].map((isLog) =>
    isLog ? Math.log10 : (value: number) => value,
  );
  const width = frame.width - frame.left - frame.right;
  const height = frame.height - frame.top - frame.bottom;
  return (x: number, y: number): [number, number] => [
    Math.round(10 * (frame.left + ((mapX(x) - mapX(xLow)) / (mapX(xHigh) - mapX(xLow))) * width)) /
      10,
    Math.round(
      10 * (frame.top + (1 - (mapY(y) - mapY(yLow)) / (mapY(yHigh) - mapY(yLow))) * height),
    ) / 10,
  ];
}
