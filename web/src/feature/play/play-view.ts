import { LitElement, html, nothing } from 'lit';
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
import type { State } from '../../store/state.ts';
import { planNow } from '../../store/work.ts';
import { shared } from '../../styles/shared.ts';
import { OverBudget, variedPath } from './over-budget.ts';
import { playStyles } from './play-styles.ts';
import { scoreSentence } from './score.ts';

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
      <h2 class="lead">Less epsilon protects people better and predicts worse: drag it.</h2>
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
