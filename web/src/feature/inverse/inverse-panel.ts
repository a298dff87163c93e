import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { currencySigns } from '../../chart/picture.ts';
import type { Catalogue, Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import {
  askBound,
  askPractice,
  budgetName,
  practiceBudgets,
  publicTwin,
  reachedAt,
  type Found,
  type Goal,
  type Practice,
} from './inverse.ts';
import { boundSentence, goalErrors, practiceSentence } from './inverse-words.ts';
import { isCancelled, toProblem } from '../../store/errors.ts';
import { panel, question, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import { reveal } from '../../components/shared/reveal.ts';
import { emit, ownValue } from '../../components/shared/events.ts';
import '../../components/fields/number-field.ts';
import '../../components/charts/small-chart.ts';

/** An answer, and what it was the answer to. */
interface Answer {
  key: string;
  goal: Goal;
  label: string;
  found: Found;
  practice: Practice | null;
}

/** The other way around: which budget brings the gap below a wish? */
@customElement('nd-inverse-panel')
export class InversePanel extends LitElement {
  static override styles = [
    shared,
    panel,
    question,
    css`
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 8px;
      }
      .told {
        display: grid;
        justify-items: start;
        gap: 8px;
      }
      nd-small-chart {
        width: 100%;
      }
    `,
  ];

  @property({ attribute: false }) engine: Pick<PageEngine, 'plan' | 'run'> | null = null;
  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @state() private target = 0.1;
  /** Null for as many as the data have. */
  @state() private samples: number | null = null;
  @state() private entry = 0;
  @state() private answer: Answer | null = null;
  @state() private busy: 'search' | 'practice' | null = null;
  @state() private problem = '';
  private controller: AbortController | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.controller?.abort();
  }

  override render() {
    const { plan, experiment } = this;
    if (plan === null || experiment.privacy.notion === 'none') return nothing;
    const answer = this.answer?.key === this.key() ? this.answer : null;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Which ${budgetName(experiment)} do I need?</h2></header>
      <div class="split">
        <div>
          ${this.form(plan)}
          ${this.problem ? html`<p class="error" role="alert">${this.problem}</p>` : nothing}
        </div>
        <div class="answer" role="status">
          ${answer === null ? nothing : this.told(answer)}
          ${this.busy ? html`<p class="small quiet">${this.busy === 'search' ? 'Searching…' : 'Running…'}</p>` : nothing}
        </div>
      </div>
    </section>`;
  }

  private form(plan: PlanReport) {
    const errors = goalErrors(this.goal(plan));
    const { algorithms } = this.experiment;
    return html`<div class="fields">
        <div class="pair">
          <nd-number-field
            label="Gap at most"
            description="How far the objective may end above its optimum: the excess risk on the data."
            required
            .value=${this.target}
            .error=${errors.target}
            @nd-edit=${(event: CustomEvent) => (this.target = Number(ownValue(event)))}
          ></nd-number-field>
          <nd-number-field
            label="Rows"
            description="How many records there will be."
            integer
            .fallback=${String(plan.data.samples)}
            .value=${this.samples ?? undefined}
            .error=${errors.samples}
            @nd-edit=${this.setSamples}
          ></nd-number-field>
        </div>
        ${
          algorithms.length > 1
            ? html`<nd-choice-field
                label="Algorithm"
                .value=${String(this.chosen())}
                .choices=${algorithms.map((_, index) => ({ value: String(index), title: this.labelOf(index) }))}
                @nd-edit=${(event: CustomEvent) => (this.entry = Number(ownValue(event)))}
              ></nd-choice-field>`
            : nothing
        }
      </div>
      <div class="actions">
        ${
          this.busy
            ? html`<button @click=${() => this.controller?.abort()}>Cancel</button>`
            : html`<button
                ?disabled=${errors.target !== '' || errors.samples !== '' || this.engine === null}
                @click=${() => void this.search(plan)}
              >
                Find it
              </button>`
        }
      </div>`;
  }

  private told(answer: Answer) {
    const { found, goal, label, practice } = answer;
    const unit = budgetName(this.experiment);
    return html`<div class="told">
      <p>${boundSentence(found, goal, label, unit)}</p>
      ${'budget' in found ? this.useButton(found.budget) : nothing}
      ${
        practice === null
          ? html`<button ?disabled=${this.busy !== null} @click=${() => void this.tryOut(answer)}>
              Try in practice
            </button>`
          : this.practised(practice, answer)
      }
    </div>`;
  }

  private practised(practice: Practice, { goal, label }: Answer) {
    const unit = budgetName(this.experiment);
    const { budgets, gaps } = practice;
    const reached = reachedAt(practice, goal.target);
    const wish = budgets.map(() => goal.target);
    const series = [
      { label: 'Mean gap', colorIndex: 0, x: budgets, y: gaps },
      { label: 'Target', colorIndex: 7, x: budgets, y: wish },
    ];
    return html`<h3>Mean gap of 5 runs, by ${unit}; grey: the target</h3>
      <nd-small-chart
        log
        logX
        label="Mean gap by ${unit}"
        xName=${unit}
        yName="meanGap"
        .series=${series}
      ></nd-small-chart>
      <p>${practiceSentence(practice, goal, label, unit)}</p>
      ${reached === null ? nothing : this.useButton(reached)}`;
  }

  private useButton(budget: number) {
    const unit = budgetName(this.experiment);
    const use = () => emit(this, 'nd-edit', { path: `privacy.${unit}`, value: budget });
    return html`<button @click=${use}>
      Use this ${unit}: ${currencySigns[unit]} ${formatNumber(budget)}
    </button>`;
  }

  private search(plan: PlanReport): Promise<void> {
    const goal = this.goal(plan);
    const [key, label] = [this.key(), this.labelOf(goal.entry)];
    return this.work('search', async (engine, signal) => {
      const found = await askBound(engine, this.twin(goal), goal.target, signal);
      this.answer = { key, goal, label, found, practice: null };
    });
  }

  private tryOut(answer: Answer): Promise<void> {
    const budgets = practiceBudgets(answer.found);
    return this.work('practice', async (engine, signal) => {
      const practice = await askPractice(engine, this.twin(answer.goal), budgets, signal);
      this.answer = { ...answer, practice };
    });
  }

  private async work(
    kind: 'search' | 'practice',
    act: (engine: Pick<PageEngine, 'plan' | 'run'>, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.engine === null) return;
    this.controller = new AbortController();
    this.busy = kind;
    this.problem = '';
    try {
      await act(this.engine, this.controller.signal);
    } catch (error) {
      const { field, message } = toProblem(error);
      if (!isCancelled(error)) this.problem = field ? `${field}: ${message}` : message;
    }
    this.busy = null;
    void reveal(this);
  }

  private twin(goal: Goal): Experiment {
    return publicTwin(this.experiment, goal, this.plan!, this.catalogue!);
  }

  private goal({ data }: PlanReport): Goal {
    const { target, samples } = this;
    return { entry: this.chosen(), target, samples: samples ?? data.samples };
  }

  /** An answer holds for one question: all that is set but the budget itself. */
  private key(): string {
    const { experiment, target, samples } = this;
    const { notion, delta, ...rest } = experiment.privacy;
    const settings = [rest.neighbours, rest.mechanism, rest.calibration];
    const { problem, data, algorithms } = experiment;
    return JSON.stringify([
      notion,
      delta,
      settings,
      problem,
      data,
      algorithms,
      target,
      samples,
      this.chosen(),
    ]);
  }

  private chosen(): number {
    return Math.min(this.entry, this.experiment.algorithms.length - 1);
  }

  private labelOf(index: number): string {
    const { id, label } = this.experiment.algorithms[index];
    return label ?? this.catalogue?.algorithms.find((known) => known.id === id)?.title ?? id;
  }

  private setSamples(event: CustomEvent): void {
    const value = ownValue(event);
    this.samples = value === undefined ? null : Number(value);
  }
}
