import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { Field } from './field.ts';

export interface Choice {
  value: string;
  title: string;
  description?: string;
  /** What would go wrong with it, in a word or two: it is marked, and may be chosen. */
  note?: string;
  group?: string;
}

/** A labelled list to choose from. With a `fallback`, the first entry stands for the default. */
@customElement('nd-choice-field')
export class ChoiceField extends Field {
  @property() fallback = '';
  @property() value = '';
  @property({ attribute: false }) choices: readonly Choice[] = [];

  override render() {
    const unknown =
      this.value !== '' && !this.choices.some((choice) => choice.value === this.value);
    return html`
      <label for="input">${this.label}</label>
      <select
        id="input"
        aria-invalid=${this.error ? 'true' : 'false'}
        aria-describedby="description error"
        @change=${this.commit}
        @focus=${() => this.explain(this.meaning())}
      >
        ${
          this.fallback
            ? html`<option value="" ?selected=${this.value === ''}>${this.fallback}</option>`
            : nothing
        }
        ${unknown ? html`<option value=${this.value} selected>${this.value}</option>` : nothing}
        ${this.groups().map(([group, choices]) =>
          group
            ? html`<optgroup label=${group}>
                ${choices.map((choice) => this.option(choice))}
              </optgroup>`
            : choices.map((choice) => this.option(choice)),
        )}
      </select>
      ${this.notes(this.error, this.meaning())}
    `;
  }

  override updated(): void {
    const select = this.renderRoot.querySelector('select')!;
    if (select.value !== this.value) select.value = this.value;
  }

  private option(choice: Choice) {
    return html`<option value=${choice.value} ?selected=${choice.value === this.value}>
      ${choice.note ? `${choice.title} (${choice.note})` : choice.title}
    </option>`;
  }

  private groups(): [string, Choice[]][] {
    const groups = new Map<string, Choice[]>();
    for (const choice of this.choices) {
      const group = choice.group ?? '';
      groups.set(group, [...(groups.get(group) ?? []), choice]);
    }
    return [...groups];
  }

  private meaning(value = this.value): string {
    const chosen = this.choices.find((choice) => choice.value === value);
    return [this.description, chosen?.description && `${chosen.title}: ${chosen.description}`]
      .filter(Boolean)
      .join(' ');
  }

  private commit(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.send(value === '' ? undefined : value);
    // The list shows what the experiment holds; what was refused or is only an action goes back.
    this.requestUpdate();
    this.explain(this.meaning(value));
  }
}
