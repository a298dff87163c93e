import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type {
  AlgorithmEntry,
  Catalogue,
  Experiment,
  PlanReport,
  AlgorithmInfo,
  AlgorithmPlan,
} from '../../engine/types.ts';
import { freshLabel, labelOf, withAlgorithm } from '../../store/algorithms.ts';
import { chooseAlgorithms } from '../../store/choose-algorithms.ts';
import { methodGroup } from '../../privacy/words.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import { marked } from '../../components/fields/menu.ts';
import { emit, ownValue, type FormContext } from '../../components/shared/events.ts';
import '../../components/fields/misfit-list.ts';
import type { Refusal } from '../../fit/judge.ts';
import { formatNumber } from '../../format/number.ts';
import '../../components/shared/disclosure.ts';
import '../../components/shared/fix-button.ts';
import { icons } from '../../components/shared/icons.ts';
import { parameterFields } from '../../components/fields/parameter-field.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';
import '../../components/fields/text-field.ts';

/** One algorithm of the experiment: colour, name, and its parameters when unfolded. */
@customElement('nd-algorithm-card')
export class AlgorithmCard extends LitElement {
  static override styles = [
    shared,
    swatchStyles,
    css`
      :host {
        border-bottom: 1px solid var(--hairline);
      }
      .name {
        overflow: hidden;
        font-weight: 550;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .refused {
        display: grid;
        gap: 4px;
        padding-bottom: 12px;
      }
      .body {
        display: grid;
        gap: 8px;
        padding-left: 12px;
      }
    `,
  ];

  @property({ type: Number }) index = 0;
  @property({ type: Number }) colorIndex = 0;
  @property({ attribute: false }) entry!: AlgorithmEntry;
  @property({ attribute: false }) info: AlgorithmInfo | undefined;
  @property({ attribute: false }) plan: AlgorithmPlan | undefined;
  @property({ attribute: false }) form!: FormContext;
  /** Why it is left out while the others run. */
  @property({ attribute: false }) refusal: Refusal | undefined;
  @property({ type: Boolean }) removable = true;

  override render() {
    const { entry, info } = this;
    const title = entry.label ?? info?.title ?? entry.id;
    const path = `algorithms.${this.index}`;
    const error = this.form.errorAt(path) || this.form.errorAt(`${path}.id`);
    return html`<nd-disclosure ?attention=${this.hasInnerError(path)} @focusin=${this.explain}>
        <span slot="head">${swatch(this.colorIndex)}</span>
        <span slot="head" class="name">${title}</span>
        ${this.refusal ? html`<span slot="head" class="small quiet">left out</span>` : nothing}
        <span slot="tools">
          <button
            class="plain icon"
            aria-label="Duplicate ${title}"
            @click=${() => this.act('duplicate')}
          >
            ${icons.copy}
          </button>
          <button
            class="plain icon"
            aria-label="Remove ${title}"
            ?disabled=${!this.removable}
            @click=${() => this.act('remove')}
          >
            ${icons.remove}
          </button>
        </span>
        <div class="body">${this.body(path)}</div>
      </nd-disclosure>
      <div class="error" ?hidden=${!error}>${error}</div>
      ${this.refused()}`;
  }

  /** The others go on; this one says what keeps it, and what helps. */
  private refused() {
    const { refusal, form } = this;
    if (refusal === undefined) return nothing;
    return html`<div class="refused" role="status">
      <p class="error">Left out: ${refusal.problem.message}</p>
      <nd-fix-button .fix=${form.fit.fixForPresent(refusal.index)}></nd-fix-button>
    </div>`;
  }

  private body(path: string) {
    const { entry, info, plan } = this;
    return html`
      ${info ? html`<p class="small quiet">${info.summary} ${info.guarantee}</p>` : nothing}
      <nd-text-field
        .path=${`${path}.label`}
        label="Label"
        description="The name of the curve."
        .value=${entry.label ?? ''}
        .error=${this.form.errorAt(`${path}.label`)}
      ></nd-text-field>
      ${parameterFields(info?.parameters, `${path}.parameters`, {
        form: this.form,
        values: entry.parameters,
        resolved: plan?.parameters,
      })}
      ${
        plan
          ? html`<p class="small quiet">
              ${formatNumber(plan.iterations)} iterations, ${formatNumber(plan.gradientEvaluations)}
              gradient evaluations per run.
            </p>`
          : nothing
      }
    `;
  }

  private hasInnerError(path: string): boolean {
    const names = (this.info?.parameters ?? []).map((parameter) => `parameters.${parameter.name}`);
    return ['label', ...names].some((name) => this.form.errorAt(`${path}.${name}`) !== '');
  }

  private act(action: 'duplicate' | 'remove'): void {
    this.dispatchEvent(new CustomEvent(`nd-${action}`, { detail: { index: this.index } }));
  }

  /** The fields inside explain themselves. */
  private explain(event: Event): void {
    const { info } = this;
    const inside = (event.target as Element).closest('.body') !== null;
    if (info === undefined || inside) return;
    const text = `${info.summary} ${info.guarantee}`;
    emit(this, 'nd-explain', { title: info.title, text, source: `${info.paper}, ${info.theorem}` });
  }
}

/** Which algorithms race: chips with colour; add, duplicate, remove. */
@customElement('nd-algorithms-panel')
export class AlgorithmsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .add {
        margin-top: 12px;
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const { algorithms } = this.experiment;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Algorithms</h2></header>
      ${algorithms.map((entry, index) => this.card(entry, index))}
      <div class="error" ?hidden=${!this.form.errorAt('algorithms')}>
        ${this.form.errorAt('algorithms')}
      </div>
      <nd-choice-field
        class="add"
        label="Add an algorithm"
        fallback="choose…"
        .value=${''}
        .choices=${marked(this.choices(), 'algorithm', this.form)}
        description="It starts with the parameters of the last one that it shares."
        @nd-edit=${this.add}
      ></nd-choice-field>
      <nd-misfit-list menu="algorithm" .form=${this.form}></nd-misfit-list>
    </section>`;
  }

  private choices(): Choice[] {
    return this.catalogue.algorithms.map((info) => ({
      value: info.id,
      title: info.title,
      description: info.summary,
      group: methodGroup(info),
    }));
  }

  private card(entry: AlgorithmEntry, index: number) {
    const label = labelOf(entry, this.catalogue);
    const plan = this.plan?.plans.find((one) => one.algorithm === entry.id && one.label === label);
    return html`<nd-algorithm-card
      .index=${index}
      .colorIndex=${index}
      .entry=${entry}
      .info=${this.catalogue.algorithms.find((known) => known.id === entry.id)}
      .plan=${plan}
      .form=${this.form}
      .refusal=${this.form.fit.refused.find((one) => one.index === index)}
      .removable=${this.experiment.algorithms.length > 1}
      @nd-duplicate=${this.duplicate}
      @nd-remove=${this.removeEntry}
    ></nd-algorithm-card>`;
  }

  private add(event: CustomEvent): void {
    const id = String(ownValue(event));
    emit(this, 'nd-edit', { path: '', value: withAlgorithm(this.experiment, id, this.catalogue) });
  }

  private duplicate(event: CustomEvent<{ index: number }>): void {
    const { algorithms } = this.experiment;
    const entry = algorithms[event.detail.index];
    const label = labelOf(entry, this.catalogue);
    const copy = { ...entry, label: freshLabel(this.experiment, label, this.catalogue) };
    this.send([
      ...algorithms.slice(0, event.detail.index + 1),
      copy,
      ...algorithms.slice(event.detail.index + 1),
    ]);
  }

  private removeEntry(event: CustomEvent<{ index: number }>): void {
    this.send(this.experiment.algorithms.filter((_, index) => index !== event.detail.index));
  }

  private send(algorithms: AlgorithmEntry[]): void {
    const value = chooseAlgorithms(this.experiment, algorithms, this.catalogue);
    emit(this, 'nd-edit', { path: '', value });
  }
}
