import { LitElement, css, html, unsafeCSS } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import uPlot from 'uplot';
import uPlotCss from 'uplot/dist/uPlot.min.css?inline';
import { align, shapeOf } from '../../chart/alignment.ts';
import { plotOptions } from '../../chart/options.ts';
import type { Picture } from '../../chart/picture.ts';
import type { Range } from '../../chart/range.ts';
import { shared } from '../../styles/shared.ts';
import { schemeOf } from '../../styles/theme.ts';
import { emit } from '../shared/events.ts';
import { Surroundings } from '../shared/surroundings.ts';

/** Draws a picture with uPlot. New data of the same shape only move the lines. */
@customElement('nd-convergence-chart')
export class ConvergenceChart extends LitElement {
  static override styles = [
    shared,
    unsafeCSS(uPlotCss),
    css`
      :host {
        position: relative;
        min-height: 240px;
        overflow: hidden;
      }
      #plot {
        position: absolute;
        inset: 0;
      }
      .u-cursor-x {
        border-right: 1px solid var(--hairline-strong) !important;
      }
      .u-cursor-y {
        display: none;
      }
    `,
  ];

  @property({ attribute: false }) model!: Picture;
  @property({ attribute: false }) yRange: Range | null = null;
  @property({ attribute: false }) faded: readonly string[] = [];
  /** Where the crosshair stands, on the x axis; null for nowhere. */
  @property({ type: Number }) crosshair: number | null = null;
  private plot: uPlot | null = null;
  private shape = '';

  constructor() {
    super();
    new Surroundings(this, { resized: () => this.resize(), recolored: () => this.rebuild() });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.plot?.destroy();
    this.plot = null;
    this.shape = '';
  }

  override render() {
    return html`<div id="plot" aria-hidden="true"></div>`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.size === 1 && changed.has('crosshair')) this.moveCrosshair();
    else this.draw();
  }

  private rebuild(): void {
    this.shape = '';
    this.requestUpdate('model');
  }

  private draw(): void {
    const { columns, data } = align(this.model);
    const style = getComputedStyle(this);
    const shape = `${shapeOf(this.model)} | ${this.faded.join(',')} | ${schemeOf(style)}`;
    if (this.plot === null || shape !== this.shape) {
      this.shape = shape;
      this.plot?.destroy();
      const options = plotOptions({
        columns,
        model: this.model,
        faded: new Set(this.faded),
        scheme: schemeOf(style),
        style,
        size: this.size(),
        ranges: () => ({ x: this.model.xRange, y: this.yRange }),
        mark: () => this.model.mark,
        levels: () => this.model.levels ?? [],
        pointed: (x) => emit(this, 'nd-crosshair', { x }),
        drawn: () => emit(this, 'nd-drawn', null),
      });
      this.plot = new uPlot(options, data, this.renderRoot.querySelector<HTMLElement>('#plot')!);
    } else {
      this.plot.setData(data);
    }
    this.moveCrosshair();
  }

  /** The keyboard moves the crosshair from outside; the mouse has moved it already. */
  private moveCrosshair(): void {
    if (this.plot === null || this.matches(':hover')) return;
    const left = this.crosshair === null ? -10 : this.plot.valToPos(this.crosshair, 'x');
    this.plot.setCursor({ left, top: this.crosshair === null ? -10 : 1 }, false);
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(120, this.clientWidth), height: Math.max(120, this.clientHeight) };
  }

  private resize(): void {
    const size = this.size();
    if (this.plot && (this.plot.width !== size.width || this.plot.height !== size.height)) {
      this.plot.setSize(size);
    }
  }
}

/** The smaller chart beside the first one. */
@customElement('nd-companion-chart')
export class CompanionChart extends ConvergenceChart {}
