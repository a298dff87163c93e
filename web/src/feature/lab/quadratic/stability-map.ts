import { LitElement, html, nothing, svg } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import { linearTicks } from '../../../chart/ticks.ts';
import { emit } from '../../../components/shared/events.ts';
import { Surroundings } from '../../../components/shared/surroundings.ts';
import { formatNumber } from '../../../format/number.ts';
import { shared } from '../../../styles/shared.ts';
import { paintMap } from './map-painting.ts';
import { mapStyles } from './map-styles.ts';
import type { MapAnswer } from '../shared/queries.ts';
import { borderOf, largestMomentum, type MapPlane, type Shade, type Shading } from './stability.ts';

/**
 * Step against momentum: colour says how noisy or how slow, hatching where the iterates diverge. The
 * marker is dragged, or moved with the arrow keys; every place is read to a screen reader.
 */
@customElement('nd-stability-map')
export class StabilityMap extends LitElement {
  static override styles = [shared, mapStyles];

  @property({ attribute: false }) plane!: MapPlane;
  @property({ attribute: false }) answer: MapAnswer | null = null;
  @property({ attribute: false }) shading: Shading | null = null;
  @property() shade: Shade = 'noise';
  @property({ type: Number }) step = 1;
  @property({ type: Number }) momentum = 0;
  /** The momentum with the best rate at this step. */
  @property({ type: Number }) bestMomentum: number | null = null;
  /** The method has no momentum: the marker moves sideways only. */
  @property({ type: Boolean }) flat = false;
  /** What the place of the marker means, in words. */
  @property() words = '';
  @state() private held = false;
  @query('canvas') private canvas!: HTMLCanvasElement;
  @query('.plane') private field!: HTMLElement;
  private readonly around = new Surroundings(this, { recolored: () => this.paint() });

  override updated(changed: Map<string, unknown>): void {
    if (['plane', 'answer', 'shading'].some((name) => changed.has(name))) this.paint();
  }

  override render() {
    return html`
      <div class="frame">
        <span class="y-title" aria-hidden="true">momentum</span>
        <div
          class="plane"
          role="application"
          tabindex="0"
          aria-roledescription="map"
          aria-label="Step against momentum. Arrow keys move the marker."
          aria-describedby="words"
          @keydown=${this.key}
          @pointerdown=${this.grab}
          @pointermove=${this.drag}
          @pointerup=${this.release}
          @pointercancel=${this.release}
        >
          <canvas width="1" height="1" aria-hidden="true"></canvas>
          <svg class="marks" aria-hidden="true">${this.ticks()} ${this.marks()}</svg>
        </div>
        <span class="x-title" aria-hidden="true">step, in units of 1/L</span>
      </div>
      ${this.legend()}
      <p id="words" class="hidden-text" role="status" aria-live="polite">${this.words}</p>
    `;
  }

  private ticks() {
    const { largestStep } = this.plane;
    return [
      linearTicks([0, largestStep], 4).map(
        ({ value, label }) =>
          svg`<text x=${percent(value / largestStep)} y="100%" dy="16" text-anchor="middle">${label}</text>`,
      ),
      linearTicks([0, 1], 4).map(
        ({ value, label }) =>
          svg`<text x="0" y=${percent(1 - value)} dx="-6" dy="4" text-anchor="end">${label}</text>`,
      ),
    ];
  }

  private marks() {
    const x = percent(Math.min(this.step / this.plane.largestStep, 1));
    const best = this.flat ? null : this.bestMomentum;
    return [
      best === null ? nothing : svg`<circle class="best" cx=${x} cy=${percent(1 - best)} r="5" />`,
      svg`<circle class="ring" cx=${x} cy=${percent(1 - (this.flat ? 0 : this.momentum))} r="10" />
        <circle class="marker" cx=${x} cy=${percent(1 - (this.flat ? 0 : this.momentum))} r="8" />`,
    ];
  }

  private legend() {
    const times = formatNumber(Number((this.shading?.ratio ?? 1).toPrecision(2)));
    const [low, high] =
      this.shade === 'noise' ? ['quiet', `${times}× the noise`] : ['fast', `${times}× slower`];
    return html`<p class="key small quiet">
      <span>${low}</span><span class="scale" aria-hidden="true"></span><span>${high}</span>
      <span class="item"><span class="hatch" aria-hidden="true"></span>diverges</span>
      ${this.flat ? nothing : html`<span class="item"><span class="dot" aria-hidden="true"></span>best rate</span>`}
    </p>`;
  }

  private paint(): void {
    if (this.answer === null || this.shading === null) return;
    paintMap(this.canvas, {
      cells: this.shading.cells,
      border: borderOf(this.plane, this.answer),
      largestStep: this.plane.largestStep,
      dark: this.around.isDark,
    });
  }

  private grab(event: PointerEvent): void {
    this.held = true;
    this.field.setPointerCapture(event.pointerId);
    this.follow(event);
  }

  private drag(event: PointerEvent): void {
    if (this.held) this.follow(event);
  }

  private release(event: PointerEvent): void {
    if (!this.held) return;
    this.held = false;
    if (event.type === 'pointerup') this.follow(event);
  }

  private follow(event: PointerEvent): void {
    const box = this.field.getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    const up = (box.bottom - event.clientY) / box.height;
    this.move(across * this.plane.largestStep, up);
  }

  private key(event: KeyboardEvent): void {
    const size = event.shiftKey ? 5 : 1;
    const [across, up] = [(this.plane.largestStep / 80) * size, 0.01 * size];
    const moves: Partial<Record<string, [number, number]>> = {
      ArrowRight: [across, 0],
      ArrowLeft: [-across, 0],
      ArrowUp: [0, up],
      ArrowDown: [0, -up],
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.move(this.step + move[0], this.momentum + move[1]);
  }

  private move(step: number, momentum: number): void {
    const { largestStep } = this.plane;
    const within = (value: number, low: number, high: number) =>
      Number(Math.min(Math.max(value, low), high).toPrecision(3));
    const options = { dragging: this.held };
    emit(this, 'nd-edit', { path: 'step', value: within(step, 0.01, largestStep), ...options });
    if (this.flat) return;
    emit(this, 'nd-edit', {
      path: 'momentum',
      value: within(momentum, 0, largestMomentum),
      ...options,
    });
  }
}

function percent(share: number): string {
  return `${Math.round(1e4 * share) / 100}%`;
}
