import { html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { Field } from './field.ts';

/** A labelled line of text; a whole number is handed on as a number where `numbers` allows it. */
@customElement('nd-text-field')
export class TextField extends Field {
  @property() value = '';
  @property({ type: Boolean }) numbers = false;

  override render() {
    return html`
      <label for="input">${this.label}</label>
      <input
        id="input"
        autocomplete="off"
        spellcheck="false"
        .value=${this.value}
        aria-invalid=${this.error ? 'true' : 'false'}
        aria-describedby="description error"
        @change=${this.commit}
        @focus=${() => this.explain()}
      />
      ${this.notes()}
    `;
  }

  private commit(event: Event): void {
    const text = (event.target as HTMLInputElement).value.trim();
    const value = this.numbers && /^\d+$/.test(text) ? Number(text) : text;
    this.send(text === '' ? undefined : value);
  }
}
