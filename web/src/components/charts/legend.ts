import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import {
  currencySigns,
  fadeName,
  medianAt,
  pointAt,
  type Picture,
  type PictureSeries,
} from '../../chart/picture.ts';
import { formatMeasured, formatNumber } from '../../format/number.ts';
import { placeText } from '../../chart/readout.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../shared/events.ts';
import { swatch, swatchStyles } from '../shared/swatch.ts';

/** Names the curves and reads them off at the crosshair; a click fades, a double click isolates. */
@customElement('nd-legend')
export class Legend extends LitElement {
  static override styles = [
    shared,
    swatchStyles,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
        gap: 0 16px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      button,
      .reference {
        display: grid;
        grid-template-columns: auto 1fr auto;
        width: 100%;
        min-height: max(32px, var(--low));
        padding: 2px 4px;
        border: 0;
        background: none;
        text-align: left;
        white-space: normal;
      }
      .reference {
        align-items: center;
        gap: 6px;
      }
      button[aria-pressed='false'] {
        color: var(--ink-quiet);
        text-decoration: line-through;
      }
      button[aria-pressed='false'] svg {
        opacity: 0.3;
      }
      ul.long {
        grid-template-columns: repeat(auto-fill, minmax(min(270px, 100%), 1fr));
      }
      .label {
        overflow-wrap: anywhere;
      }
      .values {
        color: var(--ink-quiet);
        font-size: var(--text-small);
        white-space: nowrap;
      }
      /* Room for what comes late. */
      .awaited {
        visibility: hidden;
      }
      .at {
        min-height: 18px;
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
    `,
  ];

  @property({ attribute: false }) model!: Picture;
  @property({ attribute: false }) faded: readonly string[] = [];
  @property({ attribute: false }) crosshair: number | null = null;

  /** The name of the grey curve that is still to come; empty where none is. */
  @property() awaited = '';

  /** Names only, where several pictures share one legend. */
  @property({ type: Boolean }) bare = false;

  override render() {
    const { model, crosshair } = this;
    // Where the axis is no time, the end of the line is a place as any other.
    const isTime = model.axis !== 'other' && model.axis !== 'momentum';
    const end = isTime ? 'At the end' : placeText(model, model.xRange[1]);
    const place = crosshair === null ? end : placeText(model, crosshair);
    const costs = model.series.some(({ epsilonSpent }) => (epsilonSpent ?? []).length > 0);
    return html`
      ${this.bare ? nothing : html`<p class="at">${place}${costs ? `: median, ${model.currency ?? 'epsilon'} spent` : ''}</p>`}
      <ul class=${this.isLong ? 'long' : ''}>
        ${this.listed.map((series) => this.entry(series))} ${this.referenceEntry()}
      </ul>
    `;
  }

  /** The curves that it names. */
  protected get listed(): readonly PictureSeries[] {
    return this.model.series.filter(({ ghost }) => !ghost);
  }

  /** Long names need wide columns. */
  private get isLong(): boolean {
    const { referenceLabel = '', series } = this.model;
    const names = [...series.map(({ label }) => label), this.bare ? '' : referenceLabel];
    return (
      series.some(({ isLowerBound }) => isLowerBound) || names.some((name) => name.length > 24)
    );
  }

  private entry(series: PictureSeries) {
    const name = fadeName(series);
    const shown = !this.faded.includes(name);
    return html`<li>
      <button
        aria-pressed=${shown ? 'true' : 'false'}
        title="Click fades, double click or Shift+Enter isolates"
        @click=${() => this.fade(name)}
        @dblclick=${() => this.isolate(name)}
        @keydown=${(event: KeyboardEvent) => this.key(event, name)}
      >
        ${swatch(series.colorIndex, series.dashIndex, series.ghost)}
        <span class="label">${series.label}</span>
        <span class="values">${this.bare ? nothing : this.values(series)}</span>
      </button>
    </li>`;
  }

  /** The grey curve; it is no series, so that it cannot be faded. */
  private referenceEntry() {
    const { reference, referenceLabel } = this.model;
    if (this.bare) return nothing;
    if (reference === null || referenceLabel === undefined) return this.awaitedEntry();
    const { crosshair } = this;
    const point = crosshair === null ? reference.x.length - 1 : pointAt(reference, crosshair);
    return html`<li class="reference">
      <svg class="swatch" viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">
        <line x1="0" y1="6" x2="24" y2="6" stroke="var(--hairline-strong)" stroke-width="2" />
      </svg>
      <span class="label">${referenceLabel}</span>
      <span class="values">${formatMeasured((reference.told ?? reference.y)[point])}</span>
    </li>`;
  }

  private awaitedEntry() {
    if (this.awaited === '') return nothing;
    return html`<li class="reference awaited" aria-hidden="true">
      <svg class="swatch" viewBox="0 0 24 12" width="24" height="12"></svg>
      <span class="label">${this.awaited}</span>
      <span class="values">1.28 × 10⁻⁴</span>
    </li>`;
  }

  private values(series: PictureSeries) {
    const point = this.crosshair === null ? series.x.length - 1 : pointAt(series, this.crosshair);
    if (point < 0) return nothing;
    const spent = series.epsilonSpent?.at(point) ?? -1;
    const sign = currencySigns[this.model.currency ?? 'epsilon'];
    const cost = spent >= 0 ? ` · ${sign} ${formatNumber(spent)}` : '';
    return `${formatMeasured(medianAt(series, point))}${cost}`;
  }

  private fade(name: string): void {
    const faded = this.faded.includes(name)
      ? this.faded.filter((one) => one !== name)
      : [...this.faded, name];
    emit(this, 'nd-view', { faded });
  }

  /** Only this curve, or all of them when it is alone already. */
  private isolate(name: string): void {
    const others = this.model.series.map(fadeName).filter((one) => one !== name);
    const alone = others.every((one) => this.faded.includes(one)) && !this.faded.includes(name);
    emit(this, 'nd-view', { faded: alone ? [] : others });
  }

  private key(event: KeyboardEvent, name: string): void {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    this.isolate(name);
  }
}
