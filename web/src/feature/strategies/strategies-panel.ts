import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, PageEngine } from '../../engine/types.ts';
import { formatCount } from '../../format/number.ts';
import { ExactSolution, exactSolutionBlock, exactSolutionStyles } from '../paths/exact-solution.ts';
import { barChoice, barTop, barWords, barsOf, mostBars, mostPlayed, type BarChoice, strategyTable } from './bars.ts'; // prettier-ignore
import {
  answerOf,
  hiddenAnswerOf,
  isOpen,
  sharesOf,
  strategiesOf,
  vertexNames,
  type Strategy,
} from './players.ts';
import { playersOf, type Player } from '../paths/players.ts';
import { pointAt, shareWords, ternaryPlace, ternaryTracks, ternaryWords } from './ternary-plot.ts'; // prettier-ignore
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/charts/share-bars.ts';
import '../../components/shared/csv-button.ts';
import { emit } from '../../components/shared/events.ts';
import { lackingPoints } from '../../components/shared/lacking-points.ts';
import { repeatMenu, repeatMenuStyles } from '../../components/shared/repeat-menu.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

const aims = { primal: 'makes F small', dual: 'makes F large' } as const;
/** Few vertices leave room for x and y side by side. */
const fewVertices = 8;
const widths = { whole: 280, half: 136 };

/** How the players of a game mix their strategies: bars, and a triangle for each player with three. */
@customElement('nd-strategies-panel')
export class StrategiesPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    swatchStyles,
    repeatMenuStyles,
    exactSolutionStyles,
    css`
      .players {
        display: grid;
        gap: 12px 8px;
      }
      .players.few {
        grid-template-columns: 1fr 1fr;
      }
      h3 {
        margin: 4px 0;
      }
      .name {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 6px;
        margin-top: 4px;
        font-size: var(--text-small);
        line-height: 1.3;
      }
      .name.exact-name {
        color: var(--caution);
        font-weight: 600;
      }
      .badge {
        color: var(--caution);
        font-weight: 600;
      }
      .walk {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: 8px;
        margin: 4px 0;
        font-size: var(--text-small);
        color: var(--ink-quiet);
      }
      .walk input {
        width: 100%;
        min-height: var(--low);
      }
      .told {
        margin: 0 0 8px;
        padding: 0;
        list-style: none;
        font-size: var(--text-small);
      }
      .order {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: var(--low);
        font-size: var(--text-small);
      }
      .tools {
        display: flex;
        align-items: center;
        gap: 4px;
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
  @state() private isSorted = false;
  /** How far on its way each run is looked at, from 0 to 1. */
  @state() private progress = 1;
  private readonly solution = new ExactSolution(this);

  override willUpdate(): void {
    this.solution.follow(this.engine, this.catalogue, this.picture);
  }

  override render() {
    const { picture } = this;
    if (picture === null) return nothing;
    const repeats = picture.experiment.run?.repeats ?? 1;
    const found = strategiesOf(picture, this.view, Math.min(this.repeat, repeats - 1));
    const players = playersOf(picture.experiment, picture.plan, found.at(0)?.points[0].length ?? 0);
    if (players.length === 0) return nothing;
    const menu = repeatMenu(repeats, this.repeat, (repeat) => (this.repeat = repeat));
    const size = players.reduce((sum, player) => sum + player.size, 0);
    // Where the data are swept, games differ in size: those of another are left out.
    const strategies = found.filter(({ points }) => points[0].length === size);
    const isEmpty = strategies.length === 0;
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header>
        <h2 id="title">Where the strategies are</h2>
        <div class="tools">${menu}${isEmpty ? nothing : this.download(players, strategies)}</div>
      </header>
      ${isEmpty ? lackingPoints(this, picture) : this.content(picture, players, strategies)}
      ${strategies.length < found.length ? html`<p class="small quiet">Games of other sizes are left out: choose one above the chart.</p>` : nothing}
    </section>`;
  }

  private content(
    picture: ExperimentPicture,
    players: readonly Player[],
    strategies: readonly Strategy[],
  ) {
    // prettier-ignore
    const isFew = players.length > 1 && players.every(({ size }) => size <= fewVertices);
    const isReleased = strategies.every((one) => one.isReleased);
    const parts = players.map((player) => this.player(picture, player, strategies, isFew));
    const isWalked = players.some(isTriangle) && strategies.some(({ points }) => points.length > 1);
    return html`<h3>
        ${isReleased ? 'Released strategies: public, with the plan’s guarantee' : 'Not private: without a guarantee, these strategies reveal the data, don’t publish them'}
      </h3>
      <div class="players ${isFew ? 'few' : ''}">${parts}</div>
      ${isWalked ? this.walk(picture, players, strategies) : nothing}
      ${players.some(isTriangle) ? this.triangleNote(strategies) : nothing} ${this.order(players)}
      ${this.hiddenBlock(picture, players, strategies)}
      ${exactSolutionBlock(this.solution, picture, this.engine, { ask: 'Show the solution without privacy', sign: players.some(isTriangle) ? 'Star and bars of that colour' : 'Bars of that colour' })}`; // prettier-ignore
  }

  private player(
    picture: ExperimentPicture,
    player: Player,
    strategies: readonly Strategy[],
    isFew: boolean,
  ) {
    const { experiment, plan } = picture;
    const nameOf = vertexNames(experiment);
    const exact = plan?.saddle ? this.solution.part(player.part, plan.saddle) : null;
    const answers = strategies.map((one) => answerOf(player, one));
    const hidden = strategies.map((one) => hiddenAnswerOf(player, one));
    const choice = barChoice(answers, this.isSorted ? 'share' : 'vertex');
    const drawn = [...answers, ...hidden, exact].filter((one) => one !== null);
    const all = drawn.map((one) => barsOf(one, choice));
    const top = barTop(all.flatMap(({ shares, rest }) => [...shares, rest ?? 0]));
    const look = { choice, top, nameOf, width: isFew ? widths.half : widths.whole };
    return html`<div>
      <h3>
        ${player.letter}:
        ${aims[player.part]}${isFew ? nothing : html`, ${formatCount(player.size)} strategies`}
      </h3>
      ${isTriangle(player) ? this.triangle(player, strategies, nameOf, exact) : nothing}
      ${strategies.map(
        (one, index) =>
          html`<div class="name">
              ${swatch(one.colorIndex, one.dashIndex)}
              ${one.label}${one.isReleased ? '' : ' (not private)'}
              ${hidden[index] === null ? nothing : html`<span class="badge">hollow: not private</span>`}
            </div>
            ${bars({ ...look, letter: player.letter, label: one.label, shares: answers[index], hidden: hidden[index], colorIndex: one.colorIndex })}`,
      )}
      ${
        exact === null
          ? nothing
          : html`<div class="name exact-name">Solution, not private</div>
              ${bars({ ...look, letter: player.letter, label: 'solution, not private', shares: exact, hidden: null, colorIndex: null })}`
      }
    </div>`;
  }

  private triangle(
    player: Player,
    strategies: readonly Strategy[],
    nameOf: (vertex: number) => string,
    exact: readonly number[] | null,
  ) {
    return html`<nd-ternary-plot
      .tracks=${ternaryTracks(player, strategies)}
      .marked=${this.progress < 1 ? strategies.map((one) => pointAt(one, this.progress)) : []}
      .names=${[0, 1, 2].map(nameOf)}
      .solution=${exact === null ? null : ternaryPlace(exact)}
      .words=${ternaryWords(player, strategies, nameOf, exact)}
    ></nd-ternary-plot>`;
  }

  /** Goes along the runs by hand or by keyboard, and says where they are. */
  private walk(
    { experiment }: ExperimentPicture,
    players: readonly Player[],
    strategies: readonly Strategy[],
  ) {
    // prettier-ignore
    const most = Math.max(...strategies.map(({ points }) => points.length - 1));
    const nameOf = vertexNames(experiment);
    const told = strategies.map((one) => {
      const index = pointAt(one, this.progress);
      const places = players.map((player) => `${player.letter}: ${shareWords(sharesOf(player, one.points[index]), nameOf)}`); // prettier-ignore
      return `${one.label}, step ${formatCount(one.iteration[index])}. ${places.join('; ')}`;
    });
    return html`<label class="walk"
        >Along the way
        <input
          type="range"
          min="0"
          max=${most}
          step="1"
          aria-valuetext=${told.join('. ')}
          .value=${String(Math.round(this.progress * most))}
          @input=${(event: Event) => (this.progress = (event.target as HTMLInputElement).valueAsNumber / most)}
        />
      </label>
      <ul class="told">
        ${told.map((text) => html`<li>${text}</li>`)}
      </ul>`;
  }

  private triangleNote(strategies: readonly Strategy[]) {
    const isKept = strategies.some(({ points }) => points.length > 1);
    return html`<p class="small quiet">
        The nearer to a corner, the more often its strategy is played.
        ${isKept ? 'Ring: start. Dot: end. Diamond: along the way.' : ''}
      </p>
      ${isKept ? nothing : lackingPoints(this, this.picture)}`;
  }

  /** Asks whether the points that vertices or queries are drawn from shall be kept and shown; nothing where there are none. */
  private hiddenBlock(
    { experiment }: ExperimentPicture,
    players: readonly Player[],
    strategies: readonly Strategy[],
  ) {
    const { catalogue } = this;
    const hides = ({ id }: { id: string }) => catalogue?.algorithms.some((one) => one.id === id && one.hiddenIterate === true); // prettier-ignore
    if (!experiment.algorithms.some(hides)) return nothing;
    if (!isOpen(experiment)) return html`<p class="small quiet">The internal iterate is shown only for synthetic and built-in data: for a file, it would reveal the records.</p>`; // prettier-ignore
    const isShown = strategies.some(({ hidden }) => hidden.length > 0);
    const sign = players.some(isTriangle) ? 'Hollow bars, dots and squares' : 'Hollow bars';
    return html`<div class="exact">
      <h3>Not private: the internal iterate</h3>
      <label class="order"
        ><input
          type="checkbox"
          .checked=${experiment.run?.trace?.hiddenIterates === true}
          @change=${this.keepHidden}
        />Show the internal iterate</label
      >
      ${isShown ? html`<p class="small quiet">${sign}: the probabilities of the last draws, computed from the data without noise. Only the draws are released.</p>` : nothing}
    </div>`;
  }

  private keepHidden(event: Event): void {
    const value = (event.target as HTMLInputElement).checked || undefined;
    emit(this, 'nd-edit', { path: 'run.trace.hiddenIterates', value });
    emit(this, 'nd-command', { command: 'run' });
  }

  /** Where each vertex has its bar, by number or by share. */
  private order(players: readonly Player[]) {
    const sizes = players.map(({ size }) => size);
    if (sizes.every((size) => size <= 3)) return nothing;
    if (sizes.every((size) => size > mostBars)) {
      return html`<p class="small quiet">The strategies that are played most, by their shares in all curves.</p>`; // prettier-ignore
    }
    return html`<label class="order"
      ><input
        type="checkbox"
        .checked=${this.isSorted}
        @change=${(event: Event) => (this.isSorted = (event.target as HTMLInputElement).checked)}
      />Most played first</label
    >`;
  }

  private download(players: readonly Player[], strategies: readonly Strategy[]) {
    const isReleased = strategies.every((one) => one.isReleased);
    return html`<nd-csv-button
      heading="where the strategies are, ${isReleased ? 'released' : 'not private'}"
      .table=${() => strategyTable(players, strategies)}
    ></nd-csv-button>`;
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Where the strategies are',
      text: 'A mixed strategy says how often each pure strategy is played. The picture shows what runs released: for mirror descent by vertex sampling, the average of the drawn vertices, which the plan’s guarantee covers. The iterate from which they are drawn, and the probabilities of queries, are internal: they are shown only for public data and on request, and are not private. The solution is computed from the data without noise.',
    });
  }
}

interface BarLook {
  letter: string;
  label: string;
  shares: readonly number[];
  hidden: readonly number[] | null;
  colorIndex: number | null;
  choice: BarChoice;
  top: number;
  nameOf: (vertex: number) => string;
  width: number;
}

function bars({ letter, label, shares, hidden, colorIndex, choice, top, nameOf, width }: BarLook) {
  const besides = hidden === null ? '' : ` Internal iterate, not private: ${mostPlayed(hidden, nameOf)}.`; // prettier-ignore
  return html`<nd-share-bars
    .bars=${barsOf(shares, choice)}
    .beside=${hidden === null ? null : barsOf(hidden, choice)}
    .top=${top}
    .colorIndex=${colorIndex}
    .names=${choice.vertices.map(nameOf)}
    .restName=${`and ${formatCount(choice.others)} others`}
    .width=${width}
    .words=${barWords(letter, label, shares, nameOf) + besides}
  ></nd-share-bars>`;
}

function isTriangle({ size }: Player): boolean {
  return size === 3;
}
