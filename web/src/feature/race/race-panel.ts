import { LitElement, html, nothing, css } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { experimentAtFirst } from '../../experiment/sweep.ts';
import { addedOf, isRaced } from './entrants.ts';
import type { Entrant } from './line-up.ts';
import type { Racer } from './race.ts';
import { toProblem } from '../../store/errors.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';
import { numbers, panel, question, shared } from '../../styles/shared.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';
import { reveal } from '../../components/shared/reveal.ts';
import { swatchStyles } from '../../components/shared/swatch.ts';
import type * as telling from './race-told.ts';

/** Of the panel where solvers race. */
export const raceStyles = css`
  details {
    margin-top: 8px;
  }
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
    gap: 0 8px;
    margin: 4px 0 0;
    padding: 0;
    border: 0;
  }
  label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: var(--low);
    font-size: var(--text-small);
  }
  label input {
    flex: none;
    margin: 0;
    accent-color: var(--accent);
  }
  .accuracy {
    flex-wrap: wrap;
  }
  .accuracy select {
    width: auto;
  }
  .act {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-top: 8px;
  }
  progress {
    flex: 1;
    min-width: 0;
    accent-color: var(--accent);
  }
  .winner {
    font-size: var(--text);
  }
  .exact {
    padding-left: 8px;
    border-left: 2px solid var(--caution);
  }
  h3 {
    margin: 4px 0;
    padding-right: 36px;
    color: var(--ink);
  }
  .table {
    position: relative;
    margin-top: 12px;
  }
  .table nd-csv-button {
    position: absolute;
    top: -8px;
    right: 0;
  }
  .scroll {
    position: relative;
    overflow-x: auto;
  }
  th,
  td {
    padding: 3px 0 3px 10px;
  }
  th:first-child {
    min-width: 92px;
    padding-left: 0;
    white-space: normal;
  }
  .name {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  td:last-child {
    min-width: 160px;
    text-align: left;
    white-space: normal;
  }
  p {
    margin-top: 4px;
  }
`;

const usualTolerance = 1e-6;

/** Solvers race to the solution of the open problem, without privacy, and only when asked to. */
@customElement('nd-race-panel')
export class RacePanel extends LitElement {
  static override styles = [shared, panel, question, numbers, swatchStyles, raceStyles];

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
  /** Comes with the first race. */
  @state() private telling: typeof telling | null = null;
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
    return html`<section aria-labelledby="title" @focusin=${() => void this.explain()}>
      <header><h2 id="title">Solver race</h2></header>
      <div class="split">
        <div>
          <p class="small quiet">
            Which solver needs the fewest gradients for this problem, if nothing has to be
            private?${added === null ? nothing : html` A regularization of ${formatNumber(added)} is added to x and to y, so that there is one solution.`}
          </p>
          ${this.form()} ${this.controls()}
          ${this.problem ? html`<p class="error" role="alert">${this.problem}</p>` : nothing}
        </div>
        <div class="answer">${this.telling?.raceTold(this.race) ?? nothing}</div>
      </div>
      <div class="hidden-text" role="status">${this.telling?.raceEnd(this.race) ?? nothing}</div>
    </section>`;
  }

  private get race() {
    const { racers, goal, samples, share } = this;
    return { racers, goal, samples, isRacing: share !== null };
  }

  private get wanted(): readonly string[] {
    return this.chosen ?? this.telling?.usualEntrants(this.offered, this.experiment) ?? [];
  }

  private form() {
    return html`<details
      @toggle=${(event: Event) => {
        if ((event.target as HTMLDetailsElement).open) void this.lineUp();
      }}
    >
      <summary>Which solvers, and how near</summary>
      ${
        this.telling?.raceForm(this.offered, this.wanted, {
          tolerance: this.tolerance,
          isRacing: this.share !== null,
          choose: (id, isIn) => this.choose(id, isIn),
          aim: (tolerance) => (this.tolerance = tolerance),
        }) ?? nothing
      }
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
      this.telling ??= await import('./race-told.ts');
      const entrants = await this.telling.askEntrants(engine, first, plan, this.tolerance);
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
    try {
      const { race } = await import('./race.ts');
      await this.lineUp();
      const { wanted } = this;
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
        void reveal(this);
      }
    }
  }

  private async explain(): Promise<void> {
    this.telling ??= await import('./race-told.ts');
    emit(this, 'nd-explain', this.telling.raceExplanation);
  }
}
