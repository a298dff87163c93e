import { LitElement, css, html } from 'lit';
import { property, query } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { CanvasSurface } from '../../chart/surface.ts';
import { drawGround } from './draw-ground.ts';
import { drawRuns, drawTrails, type Moment } from './draw-runs.ts';
import { inksOf, type LandscapeInks } from './inks.ts';
import type { Sheet } from './sheet.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../../components/shared/events.ts';
import { Surroundings } from '../../components/shared/surroundings.ts';

/**
 * Three sheets above each other: the ground, painted when it changes; the lines of the runs, which grow
 * while they are played; and what moves, drawn every frame.
 */
@customElement('nd-landscape-canvas')
export class LandscapeCanvas extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        position: relative;
        overflow: hidden;
      }
      canvas {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
      }
    `,
  ];

  @property({ attribute: false }) sheet: Sheet | null = null;
  /** Told of the size in pixels, whenever it changes. */
  @property({ attribute: false }) sized: (width: number, height: number) => void = () => undefined;
  @query('.ground') private ground!: HTMLCanvasElement;
  @query('.trails') private trails!: HTMLCanvasElement;
  @query('.runs') private runs!: HTMLCanvasElement;
  private inks: LandscapeInks | null = null;
  private moment: Moment | null = null;
  private size = { width: 0, height: 0 };
  /** What the lines were drawn up to; null: nothing. */
  private drawn: Moment | null = null;

  constructor() {
    super();
    new Surroundings(this, {
      resized: (size) => this.resize(size),
      recolored: () => this.paint(),
    });
  }

  override render() {
    return html`<canvas class="ground" aria-hidden="true"></canvas
      ><canvas class="trails" aria-hidden="true"></canvas
      ><canvas class="runs" aria-hidden="true"></canvas>`;
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has('sheet')) this.paint();
  }

  /** Draws the runs at a moment; nothing else is touched. */
  show(moment: Moment): void {
    this.moment = moment;
    if (this.sheet === null || this.inks === null) return;
    this.extend(this.sheet, moment, this.inks);
    const surface = surfaceOf(this.runs, this.size);
    if (surface !== null) drawRuns(surface, this.sheet, moment, this.inks);
  }

  /** Draws what was added to the lines, or all of them where that is not all that has changed. */
  private extend(sheet: Sheet, moment: Moment, inks: LandscapeInks): void {
    const from = this.drawn && isLater(moment, this.drawn) ? this.drawn.iteration : null;
    const surface = surfaceOf(this.trails, this.size, from !== null);
    if (surface === null) return;
    drawTrails(surface, sheet, { from, to: moment }, inks);
    this.drawn = moment;
  }

  private paint(): void {
    if (this.sheet === null) return;
    this.drawn = null;
    this.inks = inksOf(getComputedStyle(this));
    const surface = surfaceOf(this.ground, this.size);
    if (surface !== null) drawGround(surface, this.sheet, this.inks);
    if (this.moment !== null) this.show(this.moment);
    emit(this, 'nd-drawn', null);
  }

  private resize({ width, height }: DOMRectReadOnly): void {
    this.size = { width, height };
    this.sized(width, height);
  }
}

/** Whether the same runs have only gone on. */
function isLater(moment: Moment, before: Moment): boolean {
  const isSame = moment.chosen === before.chosen && moment.faded === before.faded;
  return isSame && moment.iteration >= before.iteration;
}

/** A canvas as fine as the screen is, wiped clean unless it is to be gone on with. */
function surfaceOf(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  isKept = false,
): CanvasSurface | null {
  const ratio = devicePixelRatio;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context.resetTransform();
  if (!isKept) context.clearRect(0, 0, across, down);
  return new CanvasSurface(context, ratio);
}
