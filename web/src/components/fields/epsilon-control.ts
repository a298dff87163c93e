import { LitElement, css, html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatInput, formatNumber, parseNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import type { Experiment } from '../../engine/types.ts';
import { sweptText } from '../../privacy/budget.ts';
import { variationOf } from '../../experiment/vary.ts';
import { emit } from '../shared/events.ts';

const decades = { low: -2, high: 2 };
const meaning =
  'How much the result may reveal about one person: next to nothing at 0.1, little at 1, much at 10. ' +
  'A smaller epsilon means more noise. Technically, a result multiplies the odds of a guess by at most e to the epsilon.';

/** The one big control: the budget on a logarithmic scale from 0.01 to 100, and as a number. */
@customElement('nd-epsilon-control')
export class EpsilonControl extends LitElement {
  static override styles = [
    shared,
    css`
      .head {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 8px;
      }
      label,
      .name {
        font-weight: 600;
      }
      input#number {
        width: 96px;
        min-height: max(36px, var(--low));
        padding: 0 8px;
        font-size: 22px;
        font-weight: 650;
        text-align: right;
      }
      input[type='range'] {
        width: 100%;
        height: max(32px, var(--low));
        margin: 4px 0 0;
        accent-color: var(--accent);
        cursor: grab;
        touch-action: pan-y;
      }
      .ticks {
        display: flex;
        justify-content: space-between;
        color: var(--ink-quiet);
        font-size: 11px;
        pointer-events: none;
      }
      .ticks span {
        width: 28px;
        text-align: center;
      }
      :host([compact]),
      :host([wide]) {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: center;
        gap: 0 12px;
      }
      :host([wide]) .head {
        align-self: start;
      }
      @container (width < 600px) {
        :host([wide]) input#number {
          width: 72px;
        }
        :host([wide]) .ticks span {
          width: 24px;
        }
      }
      :host([compact]) .ticks {
        display: none;
      }
      :host([compact]) .error,
      :host([wide]) .error {
        grid-column: 1 / -1;
      }
      :host([compact]) input[type='range'] {
        height: max(40px, var(--low));
        margin: 0;
      }
      :host([compact]) input#number {
        width: 84px;
      }
    `,
  ];

  @property() path = 'privacy.epsilon';
  @property() label = 'Epsilon';
  @property({ type: Number }) value = 1;
  @property() error = '';
  /** Name, number and slider in one row, without ticks. */
  @property({ type: Boolean, reflect: true }) compact = false;
  /** The same with ticks, as wide as the page. */
  @property({ type: Boolean, reflect: true }) wide = false;
  /** The experiment's sweep; where it sets this budget, the control gives way to it. */
  @property({ attribute: false }) sweep: Experiment['sweep'] = undefined;
  @state() private misread = '';

  override render() {
    const error = this.misread || this.error;
    const swept = this.sweep?.find(({ path }) => path === this.path)?.values ?? null;
    if (swept !== null) return this.sweptNote(swept);
    return html`
      <div class="head">
        <label for="number">${this.label}</label>
        <input
          id="number"
          inputmode="decimal"
          autocomplete="off"
          .value=${formatInput(this.value)}
          aria-invalid=${error ? 'true' : 'false'}
          aria-describedby="description error"
          @change=${this.commit}
          @focus=${this.explain}
        />
      </div>
      <div>
        <input
          id="slider"
          type="range"
          min=${decades.low}
          max=${decades.high}
          step="0.02"
          .value=${String(this.position)}
          aria-label="${this.label}, logarithmic"
          aria-valuetext=${formatNumber(this.value)}
          @input=${(event: Event) => this.slide(event, true)}
          @change=${(event: Event) => this.slide(event, false)}
          @focus=${this.explain}
        />
        <div class="ticks" aria-hidden="true">
          ${['0.01', '0.1', '1', '10', '100'].map((tick) => html`<span>${tick}</span>`)}
        </div>
      </div>
      <span id="description" class="hidden-text">${meaning}</span>
      <div id="error" class="error" role="alert" ?hidden=${!error}>${error}</div>
    `;
  }

  /** A sweep has several budgets: one slider would move none of them. */
  private sweptNote(values: readonly unknown[]) {
    return html`<div class="head">
        <span class="name">${this.label}</span>
        <span class="quiet">${sweptText(values)}</span>
      </div>
      <p class="small quiet">
        This experiment tries several values.
        <button @click=${this.stopSweep}>Use one value</button>
      </p>
      <div class="error" role="alert" ?hidden=${!this.error}>${this.error}</div>`;
  }

  private stopSweep(): void {
    const others = this.sweep?.filter(({ path }) => path !== this.path) ?? [];
    emit(this, 'nd-edit', { path: this.path, value: this.value });
    emit(this, 'nd-edit', { path: 'sweep', value: others.length > 0 ? others : undefined });
  }

  private get position(): number {
    const exponent = Math.log10(this.value);
    return Number.isFinite(exponent) ? Math.min(Math.max(exponent, decades.low), decades.high) : 0;
  }

  /** Letting go is an edit of its own: what held still during the drag may settle now. */
  private slide(event: Event, dragging: boolean): void {
    const exponent = Number((event.target as HTMLInputElement).value);
    const value = Number((10 ** exponent).toPrecision(3));
    this.misread = '';
    emit(this, 'nd-edit', { path: this.path, value, dragging });
  }

  private commit(event: Event): void {
    const input = event.target as HTMLInputElement;
    const value = parseNumber(input.value);
    if (value === null) {
      this.misread = `${this.label} must be a number above 0, such as 1.`;
      return;
    }
    this.misread = '';
    emit(this, 'nd-edit', { path: this.path, value });
  }

  private explain(): void {
    const vary = variationOf(this.path, this.value);
    const varied = vary ? { vary } : {};
    emit(this, 'nd-explain', { title: this.label, text: meaning, source: 'Definition of DP', ...varied }); // prettier-ignore
  }
}
