import { LitElement, html, nothing, type ReactiveControllerHost } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import '../../components/charts/convergence-chart.ts';
import '../../components/fields/epsilon-control.ts';
import '../risk/risk-panel.ts';
import { emit, type FormContext } from '../../components/shared/events.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';
import { HeldRange } from '../../curves/held-range.ts';
import type { ChartModel } from '../../curves/model.ts';
import { chartLabel } from '../../chart/readout.ts';
import type { Experiment, PageEngine } from '../../engine/types.ts';
import { isPrevious } from '../../store/picture.ts';
import type { State, DataFile } from '../../store/state.ts';
import { planNow } from '../../store/work.ts';
import { shared } from '../../styles/shared.ts';
import { playStyles } from './play-styles.ts';
import { formatMeasured, formatNumber } from '../../format/number.ts';
import { inHundred, measureInfo, sayScore } from '../../results/measures.ts';
import { buildModel } from '../../curves/layouts.ts';
import { collectionOf, type RunCollection } from '../../results/collection.ts';
import { fileFor } from '../../store/file-for.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { withValueAt } from '../../experiment/paths.ts';
import { sizeOf, waitsForPlan, waitsForRun } from '../../store/gate.ts';

// How the drawn measure depends on the budget: the same experiment at eight of them.

const budgets = [0.03, 0.1, 0.3, 0.6, 1, 2, 4, 10];
const mostRepeats = 10;

/** The field that the slider moves; null where there is none, or a sweep sets it. */
export function budgetPath({ privacy, sweep }: Experiment): string | null {
  if (privacy.notion === 'none') return null;
  const path = privacy.notion === 'zcdp' ? 'privacy.rho' : 'privacy.epsilon';
  return sweep?.some((axis) => axis.path === path) ? null : path;
}

/**
 * The same where varying it may start by itself: not where each run is a release that counts on a
 * file, nor where even one budget waits for a click.
 */
export function variedPath(state: Readonly<State>): string | null {
  const plan = planNow(state);
  const isSecure = state.experiment.run?.randomness?.mode === 'secure';
  const isCostly = waitsForPlan(sizeOf(state)) || (plan !== null && waitsForRun(state, plan));
  return isSecure || isCostly ? null : budgetPath(state.experiment);
}

/** Runs the sweep when it is first looked at, and again when anything but the budget has changed. */
export class OverBudget {
  private readonly inquiry: Inquiry<{ about: string; collection: RunCollection }>;
  /** Counts the files that were read: two of them may look alike. */
  private readonly files: DataFile[] = [];
  /** Built anew when something that it is made of has changed. */
  private model: ChartModel | null = null;
  private key: unknown[] = [];

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.inquiry = new Inquiry(host);
  }

  get problem(): string {
    return this.inquiry.problem;
  }

  /** The curves, with a mark at the present budget; null until the first answer is there. */
  look(engine: PageEngine | null, state: Readonly<State>): ChartModel | null {
    const { experiment, view } = state;
    const path = variedPath(state);
    if (engine === null || path === null) return null;
    const repeats = Math.min(experiment.run?.repeats ?? 1, mostRepeats);
    const sweep = [{ path, values: budgets }];
    const swept = { ...experiment, sweep, run: { ...experiment.run, repeats } };
    const budget = experiment.privacy[path === 'privacy.rho' ? 'rho' : 'epsilon'];
    const file = fileFor(experiment, state.file);
    if (file !== null && !this.files.includes(file)) this.files.push(file);
    const at = file === null ? -1 : this.files.indexOf(file);
    const about = JSON.stringify([withValueAt(swept, path, null), at]);
    this.inquiry.ask(about, async () => {
      const result = await engine.run(swept, file ? { data: file.blob } : {});
      return { about, collection: collectionOf(result) };
    });
    const { answer } = this.inquiry;
    // What was asked before is of another experiment.
    if (answer?.about !== about) return null;
    const key = [answer, view, budget];
    if (this.model === null || key.some((part, index) => part !== this.key[index])) {
      const model = buildModel(answer.collection, null, null, {
        ...view,
        layout: 'ends',
        sweep: {},
      });
      this.model = budget === undefined ? model : { ...model, mark: budget };
      this.key = key;
    }
    return this.model;
  }
}

// How well the drawn models predict, in a sentence that is true of what is drawn.

/**
 * "At epsilon 1 the best method is right for 92 of 100 records that it has not seen; without privacy
 * 95, always the majority 63." Of other measures it says where the best curve ends.
 */
export function scoreSentence(model: ChartModel, experiment: Experiment): string {
  const { better, title } = measureInfo(model.measure);
  const ends = model.series.flatMap(({ median }) => median.findLast((one) => one !== null) ?? []);
  if (ends.length === 0 || better === 'neither') return '';
  const best = better === 'higher' ? Math.max(...ends) : Math.min(...ends);
  const budget = budgetWords(experiment);
  const who = ends.length > 1 ? 'the best method' : model.series[0].label;
  const said = sayScore(model.measure, best);
  if (said === '')
    return `${budget} ${who} ends at ${title.toLowerCase()} ${formatMeasured(best)}.`;
  const free = model.levels?.at(0);
  const blind = model.levels?.at(1);
  const without = free === undefined ? '' : `; without privacy ${inHundred(free.y)}`;
  if (blind === undefined) return `${budget} ${who} ${said}${without}.`;
  if (best > blind.y) {
    return `${budget} ${who} ${said}${without}, ${blind.label} ${inHundred(blind.y)}.`;
  }
  return `${budget} ${who} is no better than ${blind.label}: it ${said}, not ${inHundred(blind.y)}${without}.`;
}

function budgetWords({ privacy }: Experiment): string {
  if (privacy.notion === 'none') return 'Without privacy';
  return privacy.notion === 'zcdp'
    ? `At rho ${formatNumber(privacy.rho)}`
    : `At epsilon ${formatNumber(privacy.epsilon)}`;
}

/** The first screen: one slider, and what it does to the model and to one person's risk. */
@customElement('nd-play')
export class PlayView extends LitElement {
  static override styles = [shared, swatchStyles, playStyles];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) state!: Readonly<State>;
  /** What is drawn; null before there is any. */
  @property({ attribute: false }) model: ChartModel | null = null;
  @property({ attribute: false }) form!: FormContext;
  /** Whether the budget is being dragged: the axis may only grow meanwhile. */
  @property({ type: Boolean }) dragging = false;
  /** What stands in place of the chart before there is one. */
  @property({ attribute: false }) waiting: unknown = nothing;
  /** Whether the chart is over budgets instead of steps. */
  @state() private isOver = false;
  private readonly over = new OverBudget(this);
  /** Whether the chart over budgets is asked for and not there yet. */
  private isWaiting = false;
  private drawn: ChartModel | null = null;
  /** What it was made from. */
  private source: ChartModel | null = null;
  private readonly held = new HeldRange();

  override willUpdate(): void {
    const isOver = this.isOver && variedPath(this.state) !== null;
    const over = isOver ? this.over.look(this.engine, this.state) : null;
    this.isWaiting = isOver && over === null;
    const model = over ?? this.model;
    // Made once for each: the chart draws what is new. The level of no privacy says enough.
    if (model !== this.source) this.drawn = model === null ? null : { ...model, reference: null };
    this.source = model;
    if (this.drawn === null) return;
    const isStreaming = over === null && this.state.picture?.status === 'running';
    const mode = isStreaming ? 'locked' : this.dragging ? 'growing' : 'free';
    this.held.take(this.drawn, { about: `play ${over === null}`, mode });
  }

  override render() {
    const { experiment } = this.state;
    return html`<main>
      <h2 class="lead">A smaller epsilon protects people better but predicts worse: drag it.</h2>
      ${this.budget(experiment)}
      <div class="pair">
        <figure class=${isPrevious(this.state) ? 'previous' : ''}>
          <figcaption>${this.caption()}</figcaption>
          <div class="chart">${this.chart()}</div>
        </figure>
        <nd-risk-panel brief .experiment=${experiment} .plan=${planNow(this.state)}></nd-risk-panel>
      </div>
      <p class="sentence" role="status">${this.sentence()}</p>
      <div class="doors">
        <button
          class="primary"
          @click=${() => emit(this, 'nd-place', { view: 'table', isStep: true })}
        >
          Your table
        </button>
        <button
          aria-pressed=${this.isOver ? 'true' : 'false'}
          ?disabled=${variedPath(this.state) === null}
          @click=${() => (this.isOver = !this.isOver)}
        >
          Over ${experiment.privacy.notion === 'zcdp' ? 'rho' : 'epsilon'}
        </button>
        <button @click=${() => emit(this, 'nd-place', { view: 'playground', isStep: true })}>
          Look inside
        </button>
        <button @click=${() => emit(this, 'nd-place', { view: 'gallery', isStep: true })}>
          Gallery
        </button>
      </div>
    </main>`;
  }

  private budget({ privacy, sweep }: Experiment) {
    if (privacy.notion === 'none') {
      return html`<p class="quiet">
        This experiment protects nobody: “Look inside” to change that.
      </p>`;
    }
    const isRho = privacy.notion === 'zcdp';
    const path = isRho ? 'privacy.rho' : 'privacy.epsilon';
    return html`<nd-epsilon-control
      wide
      .path=${path}
      .label=${isRho ? 'Rho' : 'Epsilon'}
      .value=${(isRho ? privacy.rho : privacy.epsilon) ?? 1}
      .sweep=${sweep}
      .error=${this.form.errorAt(path)}
    ></nd-epsilon-control>`;
  }

  /** What is drawn, and which line is which. */
  private caption() {
    const model = this.drawn;
    if (model === null) return nothing;
    return html`<span>${model.yTitle} by ${model.xTitle}</span> ${model.series.map(
        ({ label, colorIndex, dashIndex }) =>
          html`<span class="line">${swatch(colorIndex, dashIndex)} ${label}</span>`,
      )}
      ${this.isWaiting ? this.news() : nothing}`;
  }

  /** What becomes of the chart over budgets; the other one stands until it is there. */
  private news() {
    const { problem } = this.over;
    return problem
      ? html`<span class="error" role="alert">${problem}</span>`
      : html`<span class="line" role="status">Trying eight budgets…</span>`;
  }

  private chart() {
    const model = this.drawn;
    if (model === null) return html`<div class="waiting">${this.waiting}</div>`;
    return html`<nd-convergence-chart
      role="img"
      aria-label=${chartLabel(model)}
      .model=${model}
      .yRange=${this.held.range}
    ></nd-convergence-chart>`;
  }

  private sentence(): string {
    const { picture } = this.state;
    return this.model === null || picture === null
      ? ''
      : scoreSentence(this.model, picture.experiment);
  }
}
