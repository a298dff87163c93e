import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Catalogue, Experiment, PlanReport } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';
import { valueAt } from '../store/paths.ts';
import { panel, shared } from '../styles/shared.ts';
import './choice-field.ts';
import { emit, type FormContext } from './events.ts';
import './parameter-field.ts';

const constantRules = [
  { value: 'data-spectral', title: 'the data (not certified)' },
  { value: 'paper-spectral', title: 'the data, as the paper does (not certified)' },
];

/** What is minimized: loss, regularizer, and where the constants come from. */
@customElement('nd-problem-panel')
export class ProblemPanel extends LitElement {
  static override styles = [shared, panel];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const { problem } = this.experiment;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Problem</h2></header>
      <div class="fields">
        <div class="pair">
          <nd-choice-field
            path="problem.loss"
            label="Loss"
            description="What one record adds to the objective."
            .value=${problem.loss}
            .choices=${choices(this.catalogue.losses)}
            .error=${this.form.errorAt('problem.loss')}
          ></nd-choice-field>
          <nd-choice-field
            label="Regularizer"
            description="A term that reads no data and so costs no privacy."
            .value=${problem.regularizer?.kind ?? 'none'}
            .choices=${choices(this.catalogue.regularizers)}
            .error=${this.form.errorAt('problem.regularizer')}
            @nd-edit=${this.chooseRegularizer}
          ></nd-choice-field>
        </div>
        <div class="pair">
          ${this.regularizerFields()}
          <nd-choice-field
            path="problem.constants.smoothness"
            label="Smoothness L from"
            description="Step sizes need an upper bound L on the curvature. From enforced bounds it is public; from the data it is tighter, but then the run is not certified."
            fallback="public bounds"
            .value=${rule(problem.constants?.['smoothness'])}
            .choices=${constantRules}
            .error=${this.form.errorAt('problem.constants')}
          ></nd-choice-field>
        </div>
        ${this.constants()}
      </div>
    </section>`;
  }

  private regularizerFields() {
    const { regularizer } = this.experiment.problem;
    const info = this.catalogue.regularizers.find((known) => known.id === regularizer?.kind);
    return (info?.parameters ?? []).map((parameter) => {
      const path = `problem.regularizer.${parameter.name}`;
      return html`<nd-parameter-field
        .parameter=${parameter}
        .path=${path}
        .value=${valueAt(this.experiment, path)}
        .error=${this.form.errorAt(path)}
      ></nd-parameter-field>`;
    });
  }

  private constants() {
    const constants = this.plan?.constants;
    if (constants === undefined) return nothing;
    return html`<p class="small quiet">
      L = ${formatNumber(constants.smoothness)}, μ = ${formatNumber(constants.strongConvexity)},
      condition number ${formatNumber(constants.conditionNumber)}
    </p>`;
  }

  private chooseRegularizer(event: CustomEvent<{ value: unknown }>): void {
    event.stopPropagation();
    const kind = String(event.detail.value);
    const info = this.catalogue.regularizers.find((known) => known.id === kind);
    const strength = this.experiment.problem.regularizer?.['strength'] ?? 0.02;
    const value = info?.parameters?.length ? { kind, strength } : { kind };
    emit(this, 'nd-edit', { path: 'problem.regularizer', value });
  }
}

function choices(list: readonly { id: string; title: string; description?: string }[]) {
  return list.map(({ id, title, description }) => ({
    value: id,
    title,
    description: description ?? '',
  }));
}

function rule(value: unknown): string {
  return typeof value === 'string' && value !== 'public-bound' ? value : '';
}
