import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatInput, parseNumber, parseNumbers } from '../../format/number.ts';
import type { Parameter } from '../../engine/types.ts';
import { variationOf } from '../../experiment/vary.ts';
import { Field } from './field.ts';

/** A labelled number, or list of numbers; empty means the default, which stands there as placeholder. */
@customElement('nd-number-field')
export class NumberField extends Field {
  @property() unit = '';
  /** What an empty field means, such as "200" or "n". */
  @property() fallback = '';
  @property({ attribute: false }) value: unknown;
  @property({ type: Boolean }) integer = false;
  /** Several numbers are allowed. */
  @property({ type: Boolean }) list = false;
  @property({ type: Boolean }) required = false;
  /** Of its parameter, if it has one: what the number may be. */
  @property({ attribute: false }) bounds: Partial<Parameter> = {};
  @state() private misread = '';

  override render() {
    const error = this.misread || this.error;
    return html`
      <label for="input">
        <span>${this.label}</span
        >${this.unit ? html`<span class="unit">${this.unit}</span>` : nothing}
      </label>
      <input
        id="input"
        autocomplete="off"
        spellcheck="false"
        inputmode=${this.list ? 'text' : this.integer ? 'numeric' : 'decimal'}
        .value=${formatInput(this.value)}
        placeholder=${this.fallback}
        aria-invalid=${error ? 'true' : 'false'}
        aria-describedby="description error"
        @change=${this.commit}
        @keydown=${this.step}
        @focus=${() => this.explain(this.description, this.variation())}
      />
      ${this.notes(error)}
    `;
  }

  /** Around the value, or what an empty field means. */
  private variation() {
    if (this.list) return undefined;
    const value = parseNumber(formatInput(this.value) || this.fallback);
    return variationOf(this.path, value, this.bounds);
  }

  private get input(): HTMLInputElement {
    return this.renderRoot.querySelector('input')!;
  }

  private commit(): void {
    const text = this.input.value;
    if (text.trim() === '' && !this.required) {
      this.send(undefined);
      return;
    }
    const value = this.list ? parseNumbers(text) : parseNumber(text);
    if (value === null) {
      this.misread = this.list
        ? 'Not a number or a list of numbers.'
        : 'Not a number. Write it like 0.02 or 1e-5.';
      return;
    }
    this.send(value);
  }

  private step(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const present = parseNumber(this.input.value || this.fallback);
    if (direction === 0 || present === null || this.list) return;
    event.preventDefault();
    const size = this.integer ? 1 : 10 ** Math.floor(Math.log10(Math.abs(present) || 1) - 1);
    const next = present + direction * size * (event.shiftKey ? 10 : 1);
    this.send(this.integer ? Math.round(next) : Number(next.toPrecision(6)));
  }

  protected override send(value: number | number[] | undefined): void {
    this.misread = '';
    this.input.value = formatInput(value);
    super.send(value);
  }
}
