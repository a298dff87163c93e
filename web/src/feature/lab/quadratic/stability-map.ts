import { LitElement, html, nothing, svg } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import { linearTicks } from '../../../chart/ticks.ts';
import { emit } from '../../../components/shared/events.ts';
import { Surroundings } from '../../../components/shared/surroundings.ts';
import { formatNumber } from '../../../format/number.ts';
import { shared } from '../../../styles/shared.ts';
import { mapStyles } from './map-styles.ts';
import type { MapAnswer } from '../shared/queries.ts';
import {
  borderOf,
  largestMomentum,
  type MapPlane,
  type Shade,
  type Shading,
  shadeColor,
} from './stability.ts';

interface MapPicture {
  /** By [momentum][step]; null diverges. */
  cells: (number | null)[][];
  border: [step: number, momentum: number][];
  largestStep: number;
  dark: boolean;
}

/** Device pixels of one cell. */
const cell = 8;

/** Paints the cells, hatches what lies beyond the border of the stable region, and draws it. */
function paintMap(canvas: HTMLCanvasElement, picture: MapPicture): void {
  const { cells, border, largestStep, dark } = picture;
  const rows = cells.length;
  canvas.width = (cells[0]?.length ?? 0) * cell;
  canvas.height = rows * cell;
  const context = canvas.getContext('2d');
  if (context === null || canvas.width === 0) return;
  cells.forEach((row, momentum) => paintRow(context, row, (rows - 1 - momentum) * cell));
  const points = border.map(
    ([step, momentum]) =>
      [(step / largestStep) * canvas.width, (1 - momentum) * canvas.height] as const,
  );
  if (points.length < 2) return;
  const line = [
    extended(points[1], points[0], canvas.height),
    ...points,
    extended(points.at(-2)!, points.at(-1)!, 0),
  ];
  hatch(context, line, dark);
  trace(context, line);
  context.strokeStyle = dark ? '#ececf1' : '#1b1b1f';
  context.lineWidth = 3;
  context.stroke();
}

type Point = readonly [x: number, y: number];

/** A cell that the border cuts has the colour of its stable neighbour; hatching hides the rest. */
function paintRow(
  context: CanvasRenderingContext2D,
  row: readonly (number | null)[],
  top: number,
): void {
  let level: number | null = null;
  row.forEach((own, step) => {
    level = own ?? level;
    if (level === null) return;
    const [red, green, blue] = shadeColor(level);
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(step * cell, top, cell, cell);
  });
}

function hatch(context: CanvasRenderingContext2D, border: readonly Point[], dark: boolean): void {
  const { width, height } = context.canvas;
  context.save();
  trace(context, [...border, [width, 0], [width, height]]);
  context.clip();
  context.fillStyle = dark ? '#1d1d24' : '#f6f6f9';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = dark ? '#55555f' : '#b9b9c4';
  context.lineWidth = 2;
  context.beginPath();
  for (let x = -height; x < width; x += 16) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath();
  points.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** The line from one point through another, on to a height. */
function extended([x0, y0]: Point, [x1, y1]: Point, y: number): Point {
  return [x1 + ((y - y1) * (x1 - x0)) / (y1 - y0), y];
}

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
