import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { size, type Scene } from './scene.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { swatchStyles } from '../../components/shared/swatch.ts';
import { pointsText, solutionStar, trackEnds, trackLine, trackStyles } from './tracks.ts';

/** A small picture of where x or y of a saddle problem went, run by run. */
@customElement('nd-path-chart')
export class PathChart extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    swatchStyles,
    trackStyles,
    css`
      .frame,
      .border {
        fill: none;
        stroke: var(--hairline);
      }
      .border {
        stroke: var(--hairline-strong);
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
        ${this.scene.borders.map((border) => svg`<polyline class="border" points=${pointsText(border)} />`)}
        ${this.scene.tracks.map(trackLine)} ${this.scene.tracks.map(trackEnds)}
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

  private solution() {
    const { solution, view } = this.scene;
    if (solution === null) return nothing;
    const [x, y] = solution;
    return solutionStar(solution, { isRight: x > view.left + view.width / 2, isLow: y < view.top + 16 }); // prettier-ignore
  }
}
