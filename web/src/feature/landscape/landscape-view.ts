import { LitElement, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Figure, FigureWords } from '../../chart/figure.ts';
import type { ChartModel } from '../../curves/model.ts';
import type { Catalogue } from '../../engine/types.ts';
import { terrainOf, windowOf, type LandscapeEngine } from './terrain.ts';
import type { Table } from '../../export/csv.ts';
import { experimentAt } from '../../experiment/sweep.ts';
import { formatCount } from '../../format/number.ts';
import { spreadAt } from './ball.ts';
import {
  chosenOf,
  neighbour,
  onOneGround,
  hasIterates,
  standing,
  trajectoriesOf,
  type Trajectory,
} from './trajectories.ts';
import type { Moment } from './draw-runs.ts';
import { landscapeFigure } from './figure.ts';
import { mapBox } from './frame.ts';
import { Memo } from './memo.ts';
import { nearest, type Visited, sheetOf, type Sheet } from './sheet.ts';
import { type Action, Player } from './playback.ts';
import { groundOf, stageOf, type Ground, type Stage } from './scene.ts';
import { legendSentences, pointTable, runName, standingText, stepTitles } from './words.ts';
import { planOf } from '../../results/collection.ts';
import type { Measure } from '../../results/measures.ts';
import type { SweepChoice, VisibleCurve } from '../../results/visible.ts';
import { fileFor } from '../../store/file-for.ts';
import { Inquiry } from '../../store/inquiry.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import { numbers, shared } from '../../styles/shared.ts';
import '../../components/charts/legend.ts';
import { measureMenu } from '../../components/charts/measure-menu.ts';
import { sweepMenus } from '../../components/charts/sweep-menus.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';
import './landscape-canvas.ts';
import type { LandscapeCanvas } from './landscape-canvas.ts';
import { landscapeStyles } from './landscape-styles.ts';
import './playback-bar.ts';
import type { PlaybackBar } from './playback-bar.ts';
import { factList, standingDetails, tip } from './standing-parts.ts';

/** The ground in a window, and where the objective is least. */
interface KnownGround {
  ground: Ground;
  minimizer: readonly number[] | null;
}

/** While runs are played, words are written anew so often, in milliseconds. */
const pace = 125;

/** The runs on the ground of the exact objective, played, stepped and scrubbed through. */
@customElement('nd-landscape')
export class LandscapeView extends LitElement {
  static override styles = [shared, numbers, landscapeStyles];

  @property({ attribute: false }) engine: LandscapeEngine | null = null;
  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) picture!: ExperimentPicture;
  /** The curves whose runs are shown, with their colours. */
  @property({ attribute: false }) curves: readonly VisibleCurve[] = [];
  @property({ attribute: false }) model!: ChartModel;
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) measures: readonly Measure[] = [];
  @property({ attribute: false }) sweep: readonly SweepChoice[] = [];
  @state() private size = { width: 0, height: 0 };
  @state() private chosenKey: string | null = null;
  @state() private hovered: Visited | null = null;
  @query('nd-landscape-canvas') private canvas!: LandscapeCanvas | null;
  @query('nd-playback-bar') private bar!: PlaybackBar | null;
  private readonly player = new Player(this, () => this.moved());
  private readonly inquiry = new Inquiry<KnownGround>(this);
  private runs: readonly Trajectory[] = [];
  private stage: Stage | null = null;
  private sheet: Sheet | null = null;
  private readonly stageMemo = new Memo();
  private readonly askMemo = new Memo();
  private readonly sheetMemo = new Memo();
  private written = 0;

  override willUpdate(): void {
    this.takeRuns();
    this.askGround();
    const { stage, size } = this;
    const ground = this.inquiry.answer?.ground ?? null;
    if (!this.sheetMemo.isNew(stage, ground)) return;
    this.hovered = null;
    this.sheet = stage && sheetOf(stage, ground, { left: 0, top: 0, ...size });
  }

  /** The runs of a result that has just come; until it comes, those of the one before stay. */
  private takeRuns(): void {
    const { result } = this.picture;
    const { size, curves } = this;
    if (result === null || size.width === 0) return;
    const minimizer = this.inquiry.answer?.minimizer ?? null;
    const names = curves.map(({ label, colorIndex }) => `${label} ${colorIndex}`).join('\n');
    if (!this.stageMemo.isNew(result, names, size, minimizer?.join())) return;
    this.runs = onOneGround(trajectoriesOf(result, curves));
    const { width, height } = mapBox({ left: 0, top: 0, ...size });
    this.stage = stageOf(this.runs, minimizer, width / height);
    if (this.stage !== null) this.player.setFrames(this.stage.frames);
  }

  private askGround(): void {
    const { engine, stage, picture } = this;
    if (engine === null || stage === null) return;
    if (!this.askMemo.isNew(engine, stage, picture.experiment, picture.file)) return;
    const experiment = experimentAt(picture.experiment, this.runs[0].sweep);
    const file = fileFor(experiment, picture.file);
    const window = windowOf(stage);
    const about = [experiment.data, experiment.problem, file?.name, window];
    this.inquiry.ask(about, async () => {
      const answer = await engine.landscape(experiment, window, file ? { data: file.blob } : {});
      const minimizer = answer.optimum?.point ?? null;
      return { ground: groundOf(terrainOf(window, answer)), minimizer };
    });
  }

  override updated(): void {
    this.canvas?.show(this.moment);
  }

  /** The picture at this moment, for print. */
  figure(words: FigureWords): Figure | null {
    const { stage, moment } = this;
    if (stage === null) return null;
    const ground = this.inquiry.answer?.ground ?? null;
    const sentences = legendSentences(stage, ground, { hasBall: moment.spread !== null });
    const drawn = `runs up to iteration ${formatCount(Math.floor(moment.iteration))}`;
    return landscapeFigure(stage, ground, moment, words(drawn, sentences.join(' ')));
  }

  /** Every point of the runs, as numbers. */
  table(): Table | null {
    return this.stage && pointTable(this.stage);
  }

  private get chosen(): Trajectory | null {
    return chosenOf(this.runs, this.chosenKey, this.view.faded);
  }

  private get moment(): Moment {
    const { chosen, player } = this;
    const { faded } = this.view;
    const spread = chosen && spreadAt(chosen, standing(chosen, player.iteration).index, this.plan);
    return { iteration: player.iteration, chosen: chosen?.key ?? null, faded, spread };
  }

  /** The plan that the chosen run executed. */
  private get plan() {
    const curve = this.curves.find(({ curve: { group } }) => group === this.chosen?.group)?.curve;
    return curve && planOf(curve, this.picture.plan);
  }

  /** Every frame: the runs and the slider alone; words follow now and then. */
  private moved(): void {
    this.canvas?.show(this.moment);
    this.bar?.show(this.player.playback.at);
    if (performance.now() - this.written < pace) return;
    this.written = performance.now();
    this.requestUpdate();
  }

  override render() {
    const { view } = this;
    return html`<div class="toolbar">
        ${measureMenu(this, this.measures, view)}<span class="space"></span>${this.runMenu()}
      </div>
      ${this.sweep.length > 0 ? html`<div class="sweep">${sweepMenus(this, this.sweep, view.sweep)}</div>` : nothing}
      ${this.body()}`;
  }

  private body() {
    const { result } = this.picture;
    if (result !== null && !hasIterates(result)) return this.lacking();
    if (result === null && this.stage === null) {
      return html`<p class="empty quiet">The landscape is drawn when the runs have ended.</p>`;
    }
    return html`${this.scene()} ${this.controls()} ${this.told()}`;
  }

  /** These runs forgot where they went: one click runs them again. */
  private lacking() {
    const isReplay = this.picture.experiment.run?.randomness?.mode !== 'secure';
    return html`<div class="empty">
      <p>These runs did not keep the points on their paths.</p>
      <button class="primary" @click=${this.keep}>${icons.play} Keep them and run again</button>
      <p class="small quiet">
        ${isReplay ? 'The same seed gives the same runs.' : 'Secure noise is drawn again: this will be another run, and it costs its budget again.'}
        Every traced point is kept with all its coordinates.
      </p>
    </div>`;
  }

  private keep(): void {
    emit(this, 'nd-edit', { path: 'run.trace.iterates', value: true });
    emit(this, 'nd-command', { command: 'run' });
  }

  private scene() {
    const { hovered, inquiry, sheet, size } = this;
    const isAwaited = inquiry.pending && inquiry.answer === null;
    return html`<div
        class="stage"
        role="application"
        tabindex="0"
        aria-roledescription="landscape"
        aria-label="The runs on the objective. Space plays, left and right step, Home and End go to the ends, up and down choose a run."
        @keydown=${this.key}
        @pointermove=${this.point}
        @pointerleave=${() => (this.hovered = null)}
        @click=${this.choose}
      >
        <nd-landscape-canvas .sheet=${sheet} .sized=${this.sized}></nd-landscape-canvas>
        ${isAwaited ? html`<span class="pending small quiet">Computing the objective…</span>` : nothing}
        ${hovered === null ? nothing : tip(hovered, this.titlesOf(hovered.track.path.trajectory), size.width)}
      </div>
      ${inquiry.problem === '' ? nothing : html`<p class="error" role="alert">The background could not be computed: ${inquiry.problem}</p>`}`;
  }

  private controls() {
    const { chosen, player, stage } = this;
    const rounds = stage?.paths.find(({ trajectory }) => trajectory === chosen)?.rounds ?? [];
    const words =
      chosen === null ? '' : standingText(chosen, player.iteration, this.titlesOf(chosen));
    return html`<nd-playback-bar
        .playback=${player.playback}
        .last=${player.last}
        .words=${words}
        .marks=${chosen === null ? [] : rounds.map((index) => stage!.frames.indexOf(chosen.iteration[index]))}
        .act=${(action: Action) => player.act(action)}
        .press=${(event: KeyboardEvent) => player.key(event)}
      ></nd-playback-bar>
      <div class="hidden-text" role="status" aria-live="polite">
        ${player.playback.isPlaying ? 'Playing' : words}
      </div>`;
  }

  private told() {
    const { chosen, player, stage, view } = this;
    if (stage === null || chosen === null) return nothing;
    const ground = this.inquiry.answer?.ground ?? null;
    const hasBall = spreadAt(chosen, 1, this.plan) !== null;
    return html`${factList(chosen, player.iteration, this.titlesOf(chosen))}
      <nd-legend bare .model=${this.model} .faded=${view.faded}></nd-legend>
      <p class="notes small quiet">${legendSentences(stage, ground, { hasBall }).join(' ')}</p>
      ${standingDetails(stage, player.iteration, this.titlesOf(...this.runs))}`;
  }

  private runMenu() {
    const { chosen, runs, view } = this;
    if (chosen === null) return nothing;
    const shown = runs.filter(({ label }) => !view.faded.includes(label));
    const take = (event: Event) => (this.chosenKey = (event.target as HTMLSelectElement).value);
    return html`<label
      >run
      <select id="run" @change=${take}>
        ${shown.map((run) => html`<option value=${run.key} .selected=${run.key === chosen.key}>${runName(run)}</option>`)}
      </select></label
    >`;
  }

  private titlesOf(...runs: readonly Trajectory[]) {
    return stepTitles(
      this.catalogue,
      runs.map(({ algorithm }) => algorithm),
    );
  }

  private readonly sized = (width: number, height: number): void => {
    this.size = { width, height };
  };

  private key(event: KeyboardEvent): void {
    const places = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (places !== undefined) {
      const next = neighbour(this.runs, this.chosen?.key ?? null, this.view.faded, places);
      this.chosenKey = next?.key ?? null;
    } else if (!this.player.key(event)) {
      return;
    }
    event.preventDefault();
  }

  private point({ clientX, clientY }: PointerEvent): void {
    if (this.sheet === null || this.canvas === null) return;
    const { left, top } = this.canvas.getBoundingClientRect();
    const found = nearest(this.sheet, this.moment, [clientX - left, clientY - top]);
    const isSame = found?.track === this.hovered?.track && found?.index === this.hovered?.index;
    if (!isSame) this.hovered = found;
  }

  private choose(): void {
    if (this.hovered !== null) this.chosenKey = this.hovered.track.path.trajectory.key;
  }
}
