import { LitElement, css, html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, PageEngine } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { type Pair, sceneOf, type Subject, size, type Scene } from './scene.ts';
import {
  distanceMoved,
  letters,
  pathsOf,
  sizeOf,
  stays,
  type Part,
  type Path,
  type SaddleSets,
  pathTable,
  sceneWords,
} from './parts.ts';
import { ExactSolution, exactSolutionBlock, exactSolutionStyles } from './exact-solution.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import { numbers, panel, shared, smallPicture } from '../../styles/shared.ts';
import '../../components/shared/csv-button.ts';
import { emit } from '../../components/shared/events.ts';
import { plainTable } from '../../components/shared/plain-table.ts';
import { isReplay, lackingPoints } from '../../components/shared/lacking-points.ts';
import { repeatMenu, repeatMenuStyles } from '../../components/shared/repeat-menu.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';
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

const roles: Readonly<Record<Part, string>> = {
  primal: 'x, primal: minimizes',
  dual: 'y, dual: maximizes',
};

/** Where x and y of a saddle problem went, side by side, and by request where they would end without privacy. */
@customElement('nd-paths-panel')
export class PathsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    swatchStyles,
    repeatMenuStyles,
    exactSolutionStyles,
    css`
      .pictures {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 8px;
      }
      .coordinates {
        display: flex;
        align-items: center;
        gap: 4px;
        margin-top: 4px;
      }
      .coordinates input {
        min-width: 0;
        padding: 4px;
      }
      .coordinates span {
        flex: none;
      }
      .told {
        position: relative;
        margin-top: 8px;
      }
      .told nd-csv-button {
        position: absolute;
        top: -8px;
        right: 0;
      }
      h3 {
        margin: 4px 0;
      }
      .told h3 {
        padding-right: 36px;
      }
      th,
      td {
        padding: 3px 0 3px 6px;
      }
      th:first-child {
        padding-left: 0;
        white-space: normal;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: Pick<PageEngine, 'run'> | null = null;
  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) picture: ExperimentPicture | null = null;
  @property({ attribute: false }) view!: Pick<View, 'sweep' | 'faded'>;
  @state() private repeat = 0;
  @state() private pairs: Readonly<Record<Part, Pair>> = { primal: [0, 1], dual: [0, 1] };
  private readonly solution = new ExactSolution(this);

  override willUpdate(): void {
    this.solution.follow(this.engine, this.catalogue, this.picture);
  }

  override render() {
    const sets = this.picture?.plan?.saddle;
    if (this.picture === null || sets === undefined) return nothing;
    const repeats = this.picture.experiment.run?.repeats ?? 1;
    const paths = pathsOf(this.picture, this.view, Math.min(this.repeat, repeats - 1));
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header>
        <h2 id="title">Where x and y went</h2>
        ${repeatMenu(repeats, this.repeat, (repeat) => (this.repeat = repeat))}
      </header>
      ${paths.length === 0 ? lackingPoints(this, this.picture) : this.pictures(paths, sets)}
    </section>`;
  }

  private pictures(paths: readonly Path[], sets: SaddleSets) {
    const subjects = (['primal', 'dual'] as const).map((part) => this.subject(part, paths, sets));
    const scenes = subjects.map(sceneOf);
    return html`<div class="pictures">
        ${subjects.map(
          (subject, index) =>
            html`<div>
              <h3>${roles[subject.part]}</h3>
              <nd-path-chart .scene=${scenes[index]} .words=${sceneWords(subject)}></nd-path-chart>
              ${this.coordinates(subject)}
            </div>`,
        )}
      </div>
      ${this.told(paths)}
      ${paths.some((path) => stays(path, 'dual')) ? html`<p class="small quiet">Where y did not move, only x is released.</p>` : nothing}
      <p class="small quiet">
        Ring: start. Dot: end. Grey: where x and y may lie, which everybody
        knows${scenes.some(({ isInside }) => isInside) ? '; it reaches further than a picture that shows none of it' : ''}.
      </p>
      ${exactSolutionBlock(this.solution, this.picture, this.engine, { ask: 'Mark the solution without privacy', sign: 'Star' })}`; // prettier-ignore
  }

  private subject(part: Part, paths: readonly Path[], sets: SaddleSets): Subject {
    const size = sizeOf(sets[part]);
    const [across, up] = this.pairs[part];
    const pair: Pair = Math.max(across, up) < size ? [across, up] : [0, 1];
    return { part, sets: sets[part], paths, pair, solution: this.solution.part(part, sets) };
  }

  /** Which two of many coordinates are drawn. */
  private coordinates({ part, sets, pair }: Subject) {
    const size = sizeOf(sets);
    if (size < 3) return nothing;
    const field = (place: 0 | 1, name: string) =>
      html`<input
        type="number"
        min="1"
        max=${size}
        aria-label="Coordinate of ${letters[part]} ${name}, from 1 to ${size}"
        .value=${String(pair[place] + 1)}
        @change=${(event: Event) => this.choose(part, pair, place, event.target as HTMLInputElement)}
      />`;
    return html`<div class="coordinates small quiet">
      ${field(0, 'across')}<span>,</span>${field(1, 'up')}<span>of ${size}</span>
    </div>`;
  }

  /** The other one moves where both would be the same. */
  private choose(part: Part, pair: Pair, place: 0 | 1, input: HTMLInputElement): void {
    const index = Math.round(input.valueAsNumber) - 1;
    if (!input.checkValidity() || Number.isNaN(index)) {
      input.value = String(pair[place] + 1);
      return;
    }
    const other = pair[1 - place] === index ? pair[place] : pair[1 - place];
    this.pairs = { ...this.pairs, [part]: place === 0 ? [index, other] : [other, index] };
  }

  private told(paths: readonly Path[]) {
    const isReleased = paths.every((path) => path.isReleased);
    return html`<div class="told">
      <h3>
        ${isReleased ? 'Released points: public, with the plan’s guarantee' : 'Not private: without a guarantee, these points reveal the data, don’t publish them'}
      </h3>
      <nd-csv-button
        heading="where x and y went, ${isReleased ? 'released' : 'not private'}"
        .table=${() => pathTable(paths)}
      ></nd-csv-button>
      ${plainTable(
        ['from start to end', 'x moved', 'y moved'],
        paths.map(({ label, colorIndex, dashIndex, primal, dual, isReleased }) => [
          html`${swatch(colorIndex, dashIndex)} ${label}${isReleased ? '' : ' (not private)'}`,
          formatNumber(distanceMoved(primal)),
          formatNumber(distanceMoved(dual)),
        ]),
      )}
      ${isReleased && isReplay(this.picture) ? html`<p class="small quiet">Anyone who knows the seed knows this noise. To show it to others, publish a run with fresh noise.</p>` : nothing}
    </div>`;
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Where x and y went',
      text: 'In a saddle problem, one player moves x to make F small, and the other moves y to make it large. The points are what one run released on its way: the plan’s guarantee covers all of them together. Their final distance from the solution is the cost of privacy; the solution itself is computed from the data without noise.',
    });
  }
}
