import { LitElement, css, html, nothing, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { paletteSize } from '../../chart/palette.ts';
import type { Picture } from '../../chart/picture.ts';
import { drawPlot, frameAt, horizontal, placeAt, type Frame, type Inks } from '../../chart/plot.ts';
import type { Range } from '../../chart/range.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../shared/events.ts';
import { Surroundings } from '../shared/surroundings.ts';
import type { Point, Stroke, Surface, TextStyle } from '../../chart/surface.ts';

/** Collects what is drawn as elements of the page: no text is ever read as markup. */
class TemplateSurface implements Surface {
  private parts: TemplateResult[] = [];
  private readonly outer: { parts: TemplateResult[]; clip: TemplateResult }[] = [];

  /** What was drawn. */
  get content(): readonly TemplateResult[] {
    return this.parts;
  }

  polyline(points: readonly Point[], { color, width, dash = [] }: Stroke): void {
    this.parts.push(
      svg`<polyline points=${coordinates(points)} fill="none" stroke=${color} stroke-width=${width} stroke-linejoin="round" stroke-dasharray=${dash.join(' ') || 'none'}></polyline>`,
    );
  }

  polygon(points: readonly Point[], fill: string): void {
    this.parts.push(svg`<polygon points=${coordinates(points)} fill=${fill}></polygon>`);
  }

  text([x, y]: Point, content: string, { color, size, align }: TextStyle): void {
    this.parts.push(
      svg`<text x=${x} y=${y} font-size=${size} fill=${color} text-anchor=${align}>${content}</text>`,
    );
  }

  clip(x: number, y: number, width: number, height: number): void {
    const clip = svg`<rect x=${x} y=${y} width=${width} height=${height}></rect>`;
    this.outer.push({ parts: this.parts, clip });
    this.parts = [];
  }

  unclip(): void {
    const { parts, clip } = this.outer.pop()!;
    const id = `clip${parts.length}`;
    parts.push(
      svg`<clipPath id=${id}>${clip}</clipPath><g clip-path="url(#${id})">${this.parts}</g>`,
    );
    this.parts = parts;
  }
}

function coordinates(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

const seriesOf = (index: number) => `var(--series-${index % paletteSize})`;

/** The colours of the element, which follow its theme by themselves. */
const themeInks: Inks = {
  ink: 'var(--ink)',
  quiet: 'var(--ink-quiet)',
  hairline: 'var(--hairline)',
  strong: 'var(--hairline-strong)',
  series: seriesOf,
  band: (index) => `color-mix(in srgb, ${seriesOf(index)} 15%, transparent)`,
};

const margins = { left: 52, right: 20, top: 12, bottom: 28 };

/** Draws a picture as SVG: a chart that needs little code. */
@customElement('nd-svg-chart')
export class SvgChart extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        position: relative;
        min-height: 160px;
        overflow: hidden;
      }
      svg {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        touch-action: pan-y;
      }
    `,
  ];

  @property({ attribute: false }) model!: Picture;
  @property({ attribute: false }) yRange: Range | null = null;
  @property({ attribute: false }) faded: readonly string[] = [];
  /** Where the crosshair stands, on the x axis; null for nowhere. */
  @property({ attribute: false }) crosshair: number | null = null;
  @state() private size = { width: 0, height: 0 };

  constructor() {
    super();
    new Surroundings(this, {
      resized: () => (this.size = { width: this.clientWidth, height: this.clientHeight }),
    });
  }

  override render() {
    const frame = this.frame();
    if (frame === null) return nothing;
    const { faded, model } = this;
    const surface = new TemplateSurface();
    const left = model.series.filter(({ label }) => faded.includes(label));
    const hidden = new Set(left.map(({ key }) => key));
    drawPlot(surface, model, { frame, hidden, inks: themeInks });
    return html`<svg
      aria-hidden="true"
      @pointermove=${this.point}
      @pointerleave=${() => emit(this, 'nd-crosshair', { x: null })}
    >
      ${surface.content} ${this.line(frame)}
    </svg>`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has('model')) emit(this, 'nd-drawn', null);
  }

  private frame(): Frame | null {
    const { width, height } = this.size;
    if (width === 0 || height === 0) return null;
    const { left, right, top, bottom } = margins;
    const place = { left, top, width: width - left - right, height: height - top - bottom };
    return frameAt(this.model, place, this.yRange);
  }

  private line(frame: Frame) {
    if (this.crosshair === null) return nothing;
    const x = horizontal(frame, this.crosshair);
    return svg`<line x1=${x} x2=${x} y1=${frame.top} y2=${frame.top + frame.height} stroke="var(--hairline-strong)"></line>`;
  }

  private point({ clientX }: PointerEvent): void {
    const frame = this.frame();
    if (frame === null) return;
    const [low, high] = frame.xRange;
    const x = placeAt(frame, clientX - this.getBoundingClientRect().left);
    emit(this, 'nd-crosshair', { x: Math.min(Math.max(x, low), high) });
  }
}
