import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { paletteSize, seriesDash } from '../../chart/palette.ts';
import { pointIn } from '../../chart/plot.ts';
import { linearRange, logRange, type Range } from '../../chart/range.ts';
import { spread } from '../../chart/spread.ts';
import { tenth } from '../../chart/surface.ts';
import { linearTicks, logTicks } from '../../chart/ticks.ts';
import type { Table } from '../../export/csv.ts';
import { formatNumber } from '../../format/number.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import '../shared/csv-button.ts';
import { swatchStyles } from '../shared/swatch.ts';

export interface SmallSeries {
  label: string;
  colorIndex: number;
  /** Lines are not dashed unless it says so. */
  dashIndex?: number;
  x: readonly number[];
  y: readonly number[];
  /** Stands at the end of the line. */
  endLabel?: string;
  /** The line that is looked at first. */
  isStrong?: boolean;
}

const small = { width: 280, height: 112, left: 44, right: 16, top: 8, bottom: 20 };
/** Room for titles of the axes, and for names at the ends of lines. */
const titleRoom = { top: 14, bottom: 14 };
const nameRoom = { letter: 6.6, least: 12, most: 120, height: 48 };
const nameHeight = 12;
type Frame = typeof small;

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
      polyline.strong {
        stroke-width: 3;
      }
      text.strong {
        fill: var(--ink);
        font-weight: 650;
      }
    `,
  ];

  @property() label = '';
  /** What the axes count, as the columns of its numbers are called. */
  @property() xName = 'x';
  @property() yName = 'y';
  /** What stands at the axes; charts whose heading says it have none. */
  @property() xTitle = '';
  @property() yTitle = '';
  @property({ attribute: false }) series: readonly SmallSeries[] = [];
  /** Instead of one that begins at 0 and holds all values: for charts that are compared. */
  @property({ attribute: false }) yRange: Range | null = null;
  @property({ type: Boolean }) log = false;
  @property({ type: Boolean }) logX = false;
  /** Draws a mark at the least value of each line. */
  @property({ type: Boolean }) markLeast = false;

  override render() {
    const values = this.series.flatMap((one) => [...one.y]);
    const needed = this.log ? logRange(values) : linearRange([0, ...values]);
    const yRange = this.yRange ?? needed ?? [0, 1];
    const xRange = this.xRange();
    const frame = this.frame();
    const place = placing(xRange, yRange, { x: this.logX, y: this.log }, frame);
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
          return svg`<text x=${x} y=${place(0, yRange[0])[1] + 16} text-anchor="middle">${tick.label}</text>`;
        })}
        ${this.titles(frame)}
        ${this.inFront().map((one) => {
          const points = one.x.map((x, index) => place(x, one.y[index]).join(',')).join(' ');
          const dash = one.dashIndex === undefined ? [] : seriesDash(one.dashIndex);
          return svg`<polyline class="series-${one.colorIndex % paletteSize} ${one.isStrong ? 'strong' : ''}" stroke-dasharray=${dash.join(' ') || 'none'} points=${points} />`;
        })}
        ${this.endLabels(frame, place)}
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

  /** What is looked at first is drawn over the others. */
  private inFront(): readonly SmallSeries[] {
    return [...this.series].sort((one, other) => Number(one.isStrong ?? false) - Number(other.isStrong ?? false)); // prettier-ignore
  }

  private frame(): Frame {
    const longest = Math.max(0, ...this.series.map(({ endLabel }) => endLabel?.length ?? 0));
    const top = small.top + (this.yTitle ? titleRoom.top : 0);
    const bottom = small.bottom + (this.xTitle ? titleRoom.bottom : 0);
    const height = small.height + (top - small.top) + (bottom - small.bottom);
    if (longest === 0) return { ...small, top, bottom, height };
    const right = Math.min(nameRoom.most, nameRoom.least + nameRoom.letter * longest);
    return { ...small, top, bottom, height: height + nameRoom.height, right };
  }

  private titles({ left, right, width, height }: Frame) {
    const { xTitle, yTitle } = this;
    return svg`${yTitle ? svg`<text x="4" y="12">${yTitle}</text>` : nothing}
      ${xTitle ? svg`<text x=${(left + width - right) / 2} y=${height - 4} text-anchor="middle">${xTitle}</text>` : nothing}`;
  }

  /** Names at the ends of lines, moved apart where these end close to each other. */
  private endLabels(frame: Frame, place: Place) {
    const named = this.series
      .filter(({ endLabel, y }) => endLabel && y.length > 0)
      .map((one) => ({ one, y: place(0, one.y.at(-1)!)[1] }))
      .sort((one, other) => one.y - other.y);
    const low = frame.height - frame.bottom;
    const heights = spread(named.map(({ y }) => y), nameHeight, [frame.top, low]); // prettier-ignore
    const x = frame.width - frame.right;
    return named.map(({ one, y }, index) => {
      const at = heights[index];
      return svg`<line class="series-${one.colorIndex % paletteSize}" x1=${x} y1=${y} x2=${x + 6} y2=${at} />
        <text class=${one.isStrong ? 'strong' : ''} x=${x + 8} y=${at + 4}>${one.endLabel}</text>`;
    });
  }

  private mark(one: SmallSeries, place: Place) {
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

/** Pixels of a point. */
export type Place = (x: number, y: number) => [number, number];

/** Where points lie in a picture with these margins, on axes that are linear or logarithmic. */
export function placing(
  xRange: Range,
  yRange: Range,
  { x: logX, y: log }: { x: boolean; y: boolean },
  { left, right, top, bottom, width, height }: Frame,
): Place {
  const inner = { width: width - left - right, height: height - top - bottom };
  const frame = { left, top, ...inner, xRange, yRange, log, logX };
  return (x, y) => pointIn(frame, x, y).map(tenth) as [number, number];
}
