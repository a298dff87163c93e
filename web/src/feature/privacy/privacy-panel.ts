import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, Experiment, PlanReport } from '../../engine/types.ts';
import { formatNumber, textOf } from '../../format/number.ts';
import { advisedDelta } from '../../privacy/advice.ts';
import { valueAt } from '../../experiment/paths.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import { choosing, menuOf } from '../../components/fields/menu.ts';
import '../../components/shared/disclosure.ts';
import '../../components/fields/epsilon-control.ts';
import type { FormContext } from '../../components/shared/events.ts';
import '../../components/fields/misfit-list.ts';
import '../../components/fields/number-field.ts';

/** The algorithms of whose end the plan knows nothing: what is proven or estimated is above the error of every point. */
export function emptyBounds(plan: PlanReport | null): string[] {
  const empty = (plan?.plans ?? []).filter(({ errorUnknown }) => errorUnknown);
  return [...new Set(empty.map(({ label }) => label))];
}

/** The same in words for who chooses the budget; empty where all bounds say something. */
export function emptyBoundWords(plan: PlanReport | null): string {
  const labels = emptyBounds(plan);
  if (labels.length === 0) return '';
  const which = labels.length > 3 ? `${String(labels.length)} algorithms` : labels.join(', ');
  return `With this budget, theory guarantees nothing about the error of ${which}: a run may end no better than it starts. A larger budget or more records help.`;
}

/** How private: notion, budget, neighbours, calibration. */
@customElement('nd-privacy-panel')
export class PrivacyPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .care {
        color: var(--caution);
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  /** How many records there are: what delta is advised. */
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const { privacy } = this.experiment;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Privacy</h2></header>
      <div class="fields">
        ${this.budget()}
        <nd-choice-field
          label="Notion"
          description="The kind of privacy guarantee."
          .value=${privacy.notion}
          .choices=${menuOf(this.catalogue.notions, 'notion', this.form)}
          .error=${this.form.errorAt('privacy.notion') || this.form.errorAt('privacy')}
          @nd-edit=${choosing(this, 'notion')}
        ></nd-choice-field>
        <nd-misfit-list menu="notion" .form=${this.form}></nd-misfit-list>
        <nd-disclosure ?attention=${this.hasInnerError()}>
          <span slot="head" class="small quiet">Neighbours, mechanism, calibration</span>
          <div class="fields">
            ${this.choice('neighbours', 'Neighbours', 'default: replace one', this.catalogue.neighbours)}
            ${this.choice('mechanism', 'Mechanism', 'default: the algorithm’s own', [
              { id: 'laplace', title: 'Laplace' },
              { id: 'gaussian', title: 'Gaussian' },
            ])}
            ${this.choice('calibration', 'Calibration', 'default: tight', this.catalogue.calibrations)}
            ${this.noiseConstant()}
          </div>
        </nd-disclosure>
      </div>
    </section>`;
  }

  private advised(): number {
    return this.plan === null ? 1e-6 : advisedDelta(this.plan.data.samples);
  }

  private hasInnerError(): boolean {
    const names = ['neighbours', 'mechanism', 'calibration', 'noiseConstant'];
    return names.some((name) => this.form.errorAt(`privacy.${name}`) !== '');
  }

  private budget() {
    const { privacy } = this.experiment;
    if (privacy.notion === 'none') {
      return html`<p class="small quiet">No noise is added and nothing is guaranteed.</p>`;
    }
    const zcdp = privacy.notion === 'zcdp';
    const path = zcdp ? 'privacy.rho' : 'privacy.epsilon';
    const empty = emptyBoundWords(this.plan);
    return html`<nd-epsilon-control
        .path=${path}
        .label=${zcdp ? 'Rho' : 'Epsilon'}
        .value=${(zcdp ? privacy.rho : privacy.epsilon) ?? 1}
        .sweep=${this.experiment.sweep}
        .error=${this.form.errorAt(path)}
      ></nd-epsilon-control>
      ${empty === '' ? nothing : html`<p class="small care">${empty}</p>`}
      ${
        privacy.notion === 'approximate'
          ? html`<nd-number-field
              path="privacy.delta"
              label="Delta"
              required
              .unit=${this.plan ? `${formatNumber(this.advised())} or less` : ''}
              description="The probability with which the guarantee may fail; choose it well below one over the number of records."
              .value=${privacy.delta}
              .error=${this.form.errorAt('privacy.delta')}
            ></nd-number-field>`
          : nothing
      }`;
  }

  private choice(
    name: 'neighbours' | 'mechanism' | 'calibration',
    label: string,
    fallback: string,
    list: readonly { id: string; title: string; description?: string }[],
  ) {
    const path = `privacy.${name}`;
    return html`<nd-choice-field
        .path=${path}
        .label=${label}
        .fallback=${fallback}
        .value=${textOf(valueAt(this.experiment, path))}
        .choices=${menuOf(list, name, this.form)}
        .error=${this.form.errorAt(path)}
        @nd-edit=${choosing(this, name)}
      ></nd-choice-field>
      <nd-misfit-list .menu=${name} .form=${this.form}></nd-misfit-list>`;
  }

  /** The theorems name no constant; any other than the proven one takes the certificate away. */
  private noiseConstant() {
    const { privacy } = this.experiment;
    if (privacy.calibration !== 'paper' || privacy.notion !== 'approximate') return nothing;
    return html`<nd-number-field
      path="privacy.noiseConstant"
      label="Noise constant c"
      fallback="default: the proven one"
      description="Of the theorem’s noise, σ² = c G² N ln(1/δ) / (nε)². The papers name none; about 8 is proven for full batches, 132 for variance-reduced ones. With a smaller one the accountant says what the noise is worth."
      .value=${privacy.noiseConstant}
      .error=${this.form.errorAt('privacy.noiseConstant')}
    ></nd-number-field>`;
  }
}
