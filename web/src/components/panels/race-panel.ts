import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { formatNumber, superscript } from '../../format/number.ts';
import { experimentAtFirst } from '../../landscape/ask.ts';
import { addedOf, askEntrants, isRaced, usualEntrants, type Entrant } from '../../race/entrants.ts';
import { racePicture } from '../../race/picture.ts';
import { race, type Racer } from '../../race/race.ts';
import { raceColumns, raceRows, raceTable, winnerText } from '../../race/table.ts';
import { toProblem } from '../../store/errors.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import '../shared/csv-button.ts';
import { emit } from '../shared/events.ts';
import { icons } from '../shared/icons.ts';
import { swatch, swatchStyles } from '../shared/swatch.ts';
import { raceStyles } from './race-styles.ts';

const accuracies = [2, 3, 4, 5, 6, 7, 8, 9, 10].map((k) => ({ tolerance: Number(`1e-${k}`), k }));
const usualTolerance = 1e-6;

/** Solvers race to the solution of the open problem, without privacy, and only when asked to. */
@customElement('nd-race-panel')
export class RacePanel extends LitElement {
  static override styles = [shared, panel, numbers, swatchStyles, raceStyles];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: Pick<PageEngine, 'solve' | 'theory'> | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) file: DataFile | null = null;
  @state() private tolerance = usualTolerance;
  /** Who may take part; none before the reader asks. */
  @state() private offered: readonly Entrant[] = [];
  /** Null: the usual ones. */
  @state() private chosen: readonly string[] | null = null;
  @state() private racers: readonly Racer[] = [];
  /** Of the race that is under way; null where there is none. */
  @state() private share: number | null = null;
  @state() private problem = '';
  /** To which part of the start's distance the racers run. */
  private goal = usualTolerance;
  private samples = 1;
  private controller: AbortController | null = null;
  private raced = '';

  /** A race is about the objective that it began with. */
  override willUpdate(): void {
    const first = experimentAtFirst(this.experiment);
    const about = JSON.stringify([first.data, first.problem, fileFor(first, this.file)?.name]);
    if (about === this.raced) return;
    this.raced = about;
    this.controller?.abort();
    this.controller = null;
    this.share = null;
    this.offered = [];
    this.racers = [];
    this.problem = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.controller?.abort();
  }

  override render() {
    const first = experimentAtFirst(this.experiment);
    if (this.plan === null || !isRaced(first)) return nothing;
    const added = addedOf(first, this.plan);
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header><h2 id="title">Solver race</h2></header>
      <p class="small quiet">
        Who solves this problem with the fewest gradients, if nothing has to be
        private?${added === null ? nothing : html` A regularization of ${formatNumber(added)} is added to x and to y, so that there is one solution.`}
      </p>
      ${this.form()} ${this.controls()}
      ${this.problem ? html`<p class="error" role="alert">${this.problem}</p>` : nothing}
      <div class="hidden-text" role="status">
        ${this.racers.length > 0 && this.share === null ? winnerText(this.racers, this.goal) : nothing}
      </div>
      ${this.racers.some(({ rungs, problem }) => rungs.length > 0 || problem !== '') ? this.told() : nothing}
    </section>`;
  }

  private get wanted(): readonly string[] {
    return this.chosen ?? usualEntrants(this.offered, this.experiment);
  }

  private form() {
    const { wanted } = this;
    return html`<details
      @toggle=${(event: Event) => {
        if ((event.target as HTMLDetailsElement).open) void this.lineUp();
      }}
    >
      <summary>Which solvers, and how near</summary>
      <fieldset ?disabled=${this.share !== null}>
        <legend class="hidden-text">Solvers that race</legend>
        ${this.offered.map(
          ({ id, title }) =>
            html`<label>
              <input
                type="checkbox"
                .checked=${wanted.includes(id)}
                @change=${(event: Event) => this.choose(id, (event.target as HTMLInputElement).checked)}
              />
              ${title}
            </label>`,
        )}
      </fieldset>
      <label class="accuracy"
        >as near as
        <select
          ?disabled=${this.share !== null}
          @change=${(event: Event) => (this.tolerance = Number((event.target as HTMLSelectElement).value))}
        >
          ${accuracies.map(
            ({ tolerance, k }) =>
              html`<option value=${tolerance} .selected=${tolerance === this.tolerance}>
                10${superscript(-k)}
              </option>`,
          )}
        </select>
        of the start’s distance</label
      >
    </details>`;
  }

  private choose(id: string, isIn: boolean): void {
    const { wanted } = this;
    const all = this.offered.map((one) => one.id);
    this.chosen = all.filter((one) => (one === id ? isIn : wanted.includes(one)));
  }

  private controls() {
    const isRacing = this.share !== null;
    const isEmpty = this.offered.length > 0 && this.wanted.length === 0;
    const isReady = this.engine !== null && !isEmpty;
    return html`<div class="act">
      <button
        ?disabled=${!isRacing && !isReady}
        @click=${() => (isRacing ? this.controller?.abort() : void this.start())}
      >
        ${isRacing ? 'Cancel' : html`${icons.play} Race them`}
      </button>
      ${isRacing ? html`<progress max="1" .value=${this.share ?? 0} aria-label="The race"></progress>` : nothing}
    </div>`;
  }

  /** Asks who may take part, once for each problem. */
  private async lineUp(): Promise<void> {
    const { engine, plan, raced } = this;
    if (engine === null || plan === null || this.offered.length > 0) return;
    const first = experimentAtFirst(this.experiment);
    try {
      const entrants = await askEntrants(engine, first, plan, this.tolerance);
      if (raced === this.raced) this.offered = entrants;
    } catch (error) {
      if (raced === this.raced) this.problem = toProblem(error).message;
    }
  }

  private async start(): Promise<void> {
    const { engine, plan, tolerance } = this;
    if (engine === null || plan === null) return;
    const experiment = experimentAtFirst(this.experiment);
    const file = fileFor(experiment, this.file);
    const controller = new AbortController();
    const isLatest = () => this.controller === controller;
    this.controller = controller;
    this.goal = tolerance;
    this.samples = plan.data.samples;
    this.problem = '';
    this.share = 0;
    // Its chart comes with the first race.
    void import('../../lab/shared/lab-chart.ts');
    await this.lineUp();
    const { wanted } = this;
    try {
      await race(engine, experiment, {
        entrants: this.offered.filter(({ id }) => wanted.includes(id)),
        tolerance,
        added: addedOf(experiment, plan),
        signal: controller.signal,
        ...(file && { data: file.blob }),
        told: (racers, share) => {
          if (!isLatest() || controller.signal.aborted) return;
          this.racers = racers;
          this.share = share;
        },
      });
    } catch (error) {
      if (isLatest()) this.problem = toProblem(error).message;
    } finally {
      if (isLatest()) {
        this.controller = null;
        this.share = null;
      }
    }
  }

  private told() {
    const { goal, racers, samples } = this;
    const rows = raceRows(racers, samples, goal);
    const picture = racePicture(racers, goal);
    return html`<div class="exact" @nd-drawn=${(event: Event) => event.stopPropagation()}>
      <h3>Not private: read off the data exactly, don’t publish it</h3>
      ${
        picture.series.length === 0
          ? nothing
          : html`<nd-lab-chart
              heading="Certified distance"
              .picture=${picture}
              notes="Dot: a solve of its own from the start, certificates counted. Thin dashes, up to the ring: what theory expects, up to a constant factor of each method; what it expects far beyond the picture is in the table alone."
            ></nd-lab-chart>`
      }
      <div class="table">
        <nd-csv-button
          heading="solver race"
          .table=${() => raceTable(racers, samples)}
        ></nd-csv-button>
        <h3>${this.share === null ? winnerText(racers, goal) : 'Where they stand'}</h3>
        <div class="scroll" role="region" aria-label="Solver race, in numbers" tabindex="0">
          <table>
            <thead>
              <tr>
                ${raceColumns.map((title) => html`<th scope="col">${title}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ([name, ...cells], index) =>
                  html`<tr>
                    <th scope="row">
                      <span class="name">${swatch(index)} ${name}</span>
                    </th>
                    ${cells.map((text) => html`<td>${text}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <p class="small quiet">
          Gradients, time and answer are those of the last solve. Ratio: gradients counted over
          predicted. A pass is as many gradients as there are records.
        </p>
      </div>
    </div>`;
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Solver race',
      text: 'Every solver looks for the exact minimizer, and only a certificate, which costs gradients, too, says how near it came. Where a solver does not get there in as many gradients as a deterministic method would need, that one answers. Nothing of it is private: the private methods hide which solver ran and how long it took.',
    });
  }
}
