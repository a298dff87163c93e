import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { paletteSize, seriesDash } from '../../chart/palette.ts';
import type { Point } from '../../chart/surface.ts';
import { star } from '../../landscape/shapes.ts';
import { size, type Scene, type Track } from '../../paths/scene.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { swatchStyles } from '../shared/swatch.ts';

/** A small picture of where x or y of a saddle problem went, run by run. */
@customElement('nd-path-chart')
export class PathChart extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    swatchStyles,
    css`
      .frame,
      .border {
        fill: none;
        stroke: var(--hairline);
      }
      .border {
        stroke: var(--hairline-strong);
      }
      polyline.path {
        fill: none;
        stroke-width: 1.5;
        stroke-linejoin: round;
      }
      .start {
        fill: var(--paper);
        stroke-width: 1.5;
      }
      .end {
        fill: none;
        stroke-width: 3.5;
      }
      .solution {
        fill: var(--caution);
        stroke: var(--paper);
      }
      .label {
        fill: var(--caution);
        stroke: var(--paper);
        stroke-width: 3;
        paint-order: stroke;
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) scene!: Scene;
  /** The same in words. */
  @property() words = '';

  override render() {
    const { view } = this.scene;
    const { left, top, width, height } = view;
    return html`<svg
      class="plot"
      viewBox="0 0 ${size.width} ${size.height}"
      role="img"
      aria-label=${this.words}
    >
      <rect class="frame" x=${left} y=${top} width=${width} height=${height} />
      ${this.axes()}
      <svg
        aria-hidden="true"
        x=${left}
        y=${top}
        width=${width}
        height=${height}
        viewBox="${left} ${top} ${width} ${height}"
      >
        ${this.scene.borders.map((border) => svg`<polyline class="border" points=${textOf(border)} />`)}
        ${this.scene.tracks.map(line)} ${this.scene.tracks.map(ends)}
      </svg>
      ${this.solution()}
    </svg>`;
  }

  private axes() {
    const { ticks, titles, view } = this.scene;
    const { left, top, width, height, x, y } = view;
    const across = (value: number) => left + ((value - x[0]) / (x[1] - x[0])) * width;
    const up = (value: number) => top + (1 - (value - y[0]) / (y[1] - y[0])) * height;
    return svg`${ticks.x.map(({ value, label }) => svg`<text x=${across(value)} y=${top + height + 13} text-anchor="middle">${label}</text>`)}
      ${ticks.y.map(({ value, label }) => svg`<text x=${left - 4} y=${up(value) + 4} text-anchor="end">${label}</text>`)}
      <text class="title" x=${left + width / 2} y=${top + height + 28} text-anchor="middle">${titles.x}</text>
      <text class="title" text-anchor="middle" transform="translate(9 ${top + height / 2}) rotate(-90)">${titles.y}</text>`;
  }

  /** Named on the side where there is room. */
  private solution() {
    const { solution, view } = this.scene;
    if (solution === null) return nothing;
    const [x, y] = solution;
    const isRight = x > view.left + view.width / 2;
    const isLow = y < view.top + 16;
    return svg`<polygon class="solution" points=${textOf(star(solution, 6))} />
      <text class="label" x=${x} y=${isLow ? y + 17 : y - 8} text-anchor=${isRight ? 'end' : 'start'}>not private</text>`;
  }
}

function line({ path, points }: Track) {
  const dash = seriesDash(path.dashIndex).join(' ');
  return svg`<polyline class="path ${series(path)}" points=${textOf(points)} stroke-dasharray=${dash || 'none'} />`;
}

/** A ring where a run began, a dot where it ended. */
function ends({ path, points }: Track) {
  const [[x, y], [lastX, lastY]] = [points[0], points.at(-1)!];
  return svg`<circle class="start ${series(path)}" cx=${x} cy=${y} r="3" />
    <circle class="end ${series(path)}" cx=${lastX} cy=${lastY} r="1.75" />`;
}

function series({ colorIndex }: Track['path']): string {
  return `series-${colorIndex % paletteSize}`;
}

function textOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
