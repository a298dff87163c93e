import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { AlgorithmEntry, Catalogue, Experiment, PlanReport } from '../../engine/types.ts';
import { freshLabel, labelOf, withAlgorithm } from '../../store/algorithms.ts';
import { chooseAlgorithms } from '../../store/choose-algorithms.ts';
import { methodGroup } from '../../privacy/words.ts';
import { panel, shared } from '../../styles/shared.ts';
import './algorithm-card.ts';
import '../../components/fields/choice-field.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import { marked } from '../../components/fields/menu.ts';
import { emit, type FormContext } from '../../components/shared/events.ts';
import '../../components/fields/misfit-list.ts';

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

  private add(event: CustomEvent<{ value: unknown }>): void {
    event.stopPropagation();
    const id = String(event.detail.value);
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
