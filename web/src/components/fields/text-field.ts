import { LitElement, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../../styles/shared.ts';
import { emit } from '../shared/events.ts';
import { fieldStyles } from './field-styles.ts';

/** A labelled line of text; a whole number is handed on as a number where `numbers` allows it. */
@customElement('nd-text-field')
export class TextField extends LitElement {
  static override styles = [shared, fieldStyles];

  @property() path = '';
  @property() label = '';
  @property() description = '';
  @property() error = '';
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
        @focus=${this.explain}
      />
      <span id="description" class="hidden-text">${this.description}</span>
      <div id="error" class="error" ?hidden=${!this.error}>${this.error}</div>
    `;
  }

  private commit(event: Event): void {
    const text = (event.target as HTMLInputElement).value.trim();
    const value = this.numbers && /^\d+$/.test(text) ? Number(text) : text;
    emit(this, 'nd-edit', { path: this.path, value: text === '' ? undefined : value });
  }

  private explain(): void {
    emit(this, 'nd-explain', { title: this.label, text: this.description });
  }
}
