import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { paletteSize } from '../../chart/palette.ts';
import { tenth } from '../../chart/surface.ts';
import { formatNumber } from '../../format/number.ts';
import { shared, smallPicture } from '../../styles/shared.ts';

const frame = { right: 2, top: 6, height: 40, foot: 15 };
/** About as wide as a letter is. */
const letter = 6.2;
/** Between the vertices and what is left of them. */
const gap = 6;

const seriesFills = Array.from(
  { length: paletteSize },
  (_, index) => css`
    .series-${index} rect {
      fill: var(--series-${index});
    }
  `,
);

/** One strategy as bars, in the order of a choice. */
export interface Bars {
  shares: readonly number[];
  /** Of all others together; null where every vertex has its bar. */
  rest: number | null;
}

/** One mixed strategy: a bar for each vertex, as high as its share; where it has one, that of another beside it. */
@customElement('nd-share-bars')
export class ShareBars extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    seriesFills,
    css`
      .base {
        stroke: var(--hairline-strong);
      }
      .top {
        stroke: var(--hairline);
      }
      .exact rect {
        fill: var(--caution);
      }
      .rest {
        opacity: 0.55;
      }
      .hidden rect,
      .law rect {
        fill: var(--paper);
        stroke: var(--caution);
      }
      .law rect {
        stroke: var(--ink-quiet);
      }
    `,
  ];

  @property({ attribute: false }) bars!: Bars;
  /** What stands hollow beside it; null where nothing does. */
  @property({ attribute: false }) beside: Bars | null = null;
  /** What that is: an iterate that is not private, or the law that the bars were drawn from. */
  @property() besideIs: 'hidden' | 'law' = 'hidden';
  /** The height of the axis, the same for all strategies that stand below each other. */
  @property({ type: Number }) top = 1;
  /** Null of what is not private. */
  @property({ attribute: false }) colorIndex: number | null = null;
  /** Names below the bars; too many would not be read. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** What the last bar stands for. */
  @property() restName = '';
  /** As wide as its place, or half of that. */
  @property({ type: Number }) width = 280;
  /** The same in words. */
  @property() words = '';

  override render() {
    const { width, top } = this;
    const base = frame.top + frame.height;
    const series = this.colorIndex === null ? 'exact' : `series-${this.colorIndex % paletteSize}`;
    return html`<svg
      class="plot"
      viewBox="0 0 ${width} ${base + frame.foot}"
      role="img"
      aria-label=${this.words}
    >
      <line class="top" x1=${this.left} x2=${width - frame.right} y1=${frame.top} y2=${frame.top} />
      <text x=${this.left - 5} y=${frame.top + 5} text-anchor="end">${formatNumber(top)}</text>
      <g class=${series}>${this.boxes(this.bars, 0)}</g>
      ${this.beside === null ? nothing : svg`<g class=${this.besideIs}>${this.boxes(this.beside, 1)}</g>`}
      <line class="base" x1=${this.left} x2=${width - frame.right} y1=${base} y2=${base} />
      ${this.labels()}
    </svg>`;
  }

  /** @param place  of those that stand beside each other: 0 or 1 */
  private boxes({ shares, rest }: Bars, place: 0 | 1) {
    const box = (index: number, share: number, name: string, kind: string) => this.box(this.spanOf(index, place), share, name, kind); // prettier-ignore
    const boxes = shares.map((share, index) => box(index, share, this.names[index] ?? '', ''));
    if (rest === null) return boxes;
    return [...boxes, box(shares.length, rest, this.restName, 'rest')];
  }

  /** A half each where two stand beside each other. */
  private spanOf(index: number, place: 0 | 1): Span {
    const [x, width] = this.span(index);
    if (this.beside === null) return [x, width];
    return [tenth(x + (place * width) / 2), tenth(width / 2)];
  }

  private box([x, width]: Span, share: number, name: string, kind: string) {
    const height = tenth(frame.height * Math.min(1, share / this.top));
    const y = tenth(frame.top + frame.height - height);
    return svg`<rect class=${kind} x=${x} y=${y} width=${width} height=${height}><title>${name}: ${formatNumber(share)}</title></rect>`;
  }

  /** From where, and how wide a bar is. */
  private span(index: number): Span {
    const { shares, rest } = this.bars;
    const count = shares.length + (rest === null ? 0 : 1);
    const room = this.width - this.left - frame.right - (rest === null ? 0 : gap);
    const step = room / count;
    const beyond = index === shares.length ? gap : 0;
    return [tenth(this.left + index * step + beyond + 0.1 * step), tenth(0.8 * step)];
  }

  /** Where the bars begin: right of what their axis says. */
  private get left(): number {
    return 8 + letter * formatNumber(this.top).length;
  }

  /** All names where there is room for them, else those of the first bar and the last. */
  private labels() {
    const { shares, rest } = this.bars;
    const last = shares.length - 1;
    const room = this.width - this.left - frame.right;
    const taken = this.names.reduce((sum, name) => sum + letter * (name.length + 1), 0);
    const widest = Math.max(...this.names.map((name) => letter * (name.length + 1)));
    const isRoomy = last < 3 ? taken < room : widest * (last + 2) < room;
    const named = isRoomy ? [...shares.keys()] : [0, ...(rest === null && last > 0 ? [last] : [])];
    const others = rest === null ? nothing : this.label(last + 1, this.restName, 'end');
    return svg`${named.map((index) => this.label(index, this.names[index] ?? '', last < 3 ? outward(index, last) : 'middle'))}${others}`;
  }

  private label(index: number, name: string, anchor: Anchor) {
    const [x, width] = this.span(index);
    const share = { start: 0, middle: 0.5, end: 1 }[anchor];
    return svg`<text x=${tenth(x + share * width)} y=${frame.top + frame.height + 12} text-anchor=${anchor}>${name}</text>`;
  }
}

type Span = [x: number, width: number];
type Anchor = 'start' | 'middle' | 'end';

/** Long names of few bars keep away from each other. */
function outward(index: number, last: number): Anchor {
  return index === 0 ? 'start' : index === last ? 'end' : 'middle';
}
