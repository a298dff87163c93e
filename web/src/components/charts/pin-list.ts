import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { live } from 'lit/directives/live.js';
import type { ChartModel } from '../../curves/model.ts';
import type { PinnedRun } from '../../curves/ghosts.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../shared/events.ts';
import { icons } from '../shared/icons.ts';
import { Legend } from './legend.ts';

/** The curves of one pinned run, read off where those of the present one are. */
@customElement('nd-pin-legend')
export class PinLegend extends Legend {
  // The place is told above, for all of them.
  static override styles = [
    ...Legend.styles,
    css`
      .at {
        display: none;
      }
    `,
  ];

  @property({ type: Number }) pin = 0;

  protected override get listed() {
    const own = this.model.series.filter(({ ghost }) => ghost?.pin === this.pin);
    return own.map((series) => ({ ...series, label: series.ghost!.curve }));
  }
}

/** The pinned runs: their names, what they promise, their curves, or why those are not drawn. */
@customElement('nd-pin-list')
export class PinList extends LitElement {
  static override styles = [
    shared,
    css`
      section {
        padding: 4px 0;
        border-top: 1px solid var(--hairline);
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
      }
      .head input {
        flex: 0 1 auto;
        width: auto;
        max-width: 100%;
        min-height: 28px;
        padding: 2px 4px;
        border-color: transparent;
        background: none;
        font-weight: 600;
        field-sizing: content;
      }
      .head input:hover,
      .head input:focus {
        border-color: var(--hairline-strong);
      }
      .promise {
        flex: 1 1 160px;
      }
      .notes {
        padding: 4px;
      }
      @container (width < 701px) {
        .head input,
        .head button {
          min-width: 44px;
          min-height: 44px;
        }
      }
    `,
  ];

  @property({ attribute: false }) pinned: readonly PinnedRun[] = [];
  @property({ attribute: false }) model!: ChartModel;
  /** The chart beside it; null where there is none. */
  @property({ attribute: false }) beside: ChartModel | null = null;
  @property({ attribute: false }) faded: readonly string[] = [];
  @property({ attribute: false }) crosshair: number | null = null;
  /** Whether the curves stand in many small charts, which have no room for others. */
  @property({ type: Boolean }) inPanels = false;

  override render() {
    if (this.pinned.length === 0) return nothing;
    return html`${this.pinned.map((run) => this.one(run))}
      <p class="notes small quiet">
        Pinned runs stay until you close or reload the page. Their medians are computed without
        noise, too.
      </p>`;
  }

  private one(run: PinnedRun) {
    const { pin, name, promise } = run;
    return html`<section aria-label="Pinned run ${name}">
      <div class="head">
        <span class="small quiet" aria-hidden="true">Pinned</span>
        <input
          aria-label="Name of this pinned run"
          maxlength="60"
          size=${Math.max(8, name.length)}
          .value=${live(name)}
          @change=${(event: Event) => this.rename(pin, event)}
        />
        <span class="promise small quiet">${promise}</span>
        <button
          class="plain icon"
          aria-label="Remove the pinned run ${name}"
          title="Remove"
          @click=${() => emit(this, 'nd-unpin', { pin })}
        >
          ${icons.remove}
        </button>
      </div>
      ${this.curves(run)}
    </section>`;
  }

  private curves({ pin }: PinnedRun) {
    if (this.inPanels) return this.reason('small charts have no room for it');
    const { beside, model } = this;
    const [here, there] = [model, beside].map((one) => one?.unseen?.get(pin));
    const legend = html`<nd-pin-legend
      .pin=${pin}
      .model=${{ ...model, reference: null }}
      .faded=${this.faded}
      .crosshair=${this.crosshair}
    ></nd-pin-legend>`;
    return html`${here === undefined ? legend : this.reason(here)}
    ${there === undefined ? nothing : this.reason(there, ` in ${beside!.yTitle}`)}`;
  }

  private reason(words: string, where = ' here') {
    return html`<p class="notes small">Not drawn${where}: ${words}.</p>`;
  }

  private rename(pin: number, event: Event): void {
    emit(this, 'nd-pin-name', { pin, name: (event.target as HTMLInputElement).value });
    // An empty name gives way to the proposed one.
    this.requestUpdate();
  }
}
