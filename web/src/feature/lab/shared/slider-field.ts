import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import { Field } from '../../../components/fields/field.ts';
import { emit } from '../../../components/shared/events.ts';
import { formatInput, formatNumber, parseNumber } from '../../../format/number.ts';
import { sliderPosition, sliderValue, type NumberSetting } from './fields.ts';

/** A number as a slider and as text. */
@customElement('nd-slider-field')
export class SliderField extends Field {
  static override styles = [
    Field.styles,
    css`
      .line {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 88px;
        align-items: center;
        gap: 12px;
      }
      input[type='range'] {
        width: 100%;
        height: 24px;
        margin: 0;
        accent-color: var(--accent);
        touch-action: pan-y;
      }
      #number {
        min-height: 28px;
        padding: 2px 8px;
        text-align: right;
      }
      @media (pointer: coarse) {
        input[type='range'] {
          height: 40px;
        }
      }
    `,
  ];

  @property({ attribute: false }) setting!: NumberSetting;
  @property({ type: Number }) value = 0;
  @property({ type: Boolean }) disabled = false;
  @state() private misread = '';

  override render() {
    const { setting, value, disabled } = this;
    const problem = this.misread || this.error;
    return html`
      <label for="number">
        <span>${setting.label}</span
        >${setting.unit ? html`<span class="unit">${setting.unit}</span>` : nothing}
      </label>
      <div class="line">
        <input
          type="range"
          min="0"
          max="1"
          step="0.001"
          aria-label=${setting.label}
          aria-valuetext=${formatNumber(value)}
          .value=${String(sliderPosition(setting, value))}
          ?disabled=${disabled}
          @input=${(event: Event) => this.slide(event, true)}
          @change=${(event: Event) => this.slide(event, false)}
          @keydown=${this.key}
          @focus=${this.tell}
        />
        <input
          id="number"
          inputmode=${setting.integer ? 'numeric' : 'decimal'}
          autocomplete="off"
          .value=${formatInput(value)}
          aria-invalid=${problem ? 'true' : 'false'}
          aria-describedby="description error"
          ?disabled=${disabled}
          @change=${this.commit}
          @focus=${this.tell}
        />
      </div>
      ${this.notes(problem, setting.why)}
    `;
  }

  private slide(event: Event, dragging: boolean): void {
    const position = Number((event.target as HTMLInputElement).value);
    this.edit(sliderValue(this.setting, position), dragging);
  }

  /** One key moves by a hundredth of the range, or by one where only whole numbers are. */
  private key(event: KeyboardEvent): void {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const size = event.shiftKey ? 0.1 : 0.01;
    const position = sliderPosition(this.setting, this.value) + direction * size;
    const next = sliderValue(this.setting, Math.min(Math.max(position, 0), 1));
    const stuck = this.setting.integer && next === this.value;
    this.edit(stuck ? this.within(this.value + direction) : next, false);
  }

  private commit(event: Event): void {
    const input = event.target as HTMLInputElement;
    const { minimum, maximum, integer } = this.setting;
    const value = parseNumber(input.value);
    if (value === null || value < minimum || value > maximum) {
      const range = `${formatNumber(minimum)} to ${formatNumber(maximum)}`;
      this.misread = `${integer ? 'A whole number' : 'A number'} from ${range}.`;
      return;
    }
    this.edit(integer ? Math.round(value) : value, false);
    input.value = formatInput(this.value);
  }

  private edit(value: number, dragging: boolean): void {
    this.misread = '';
    emit(this, 'nd-edit', { path: this.path, value, dragging });
  }

  private within(value: number): number {
    return Math.min(Math.max(value, this.setting.minimum), this.setting.maximum);
  }

  private tell(): void {
    emit(this, 'nd-explain', { title: this.setting.label, text: this.setting.why });
  }
}
