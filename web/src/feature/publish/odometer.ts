import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PlanReport } from '../../engine/types.ts';
import { formatCounted } from '../../format/number.ts';
import {
  costOf,
  costsForZeroedOut,
  mileageText,
  odometer,
  type Mileage,
} from '../../store/odometer.ts';
import type { DataFile } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';

/** How many secure runs a data file has had, what they cost together, and what the next one adds. */
@customElement('nd-odometer')
export class OdometerLine extends LitElement {
  static override styles = [
    shared,
    css`
      p {
        font-size: var(--text-small);
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) odometer = odometer;
  @property({ attribute: false }) file!: DataFile;
  /** Of the next run; null before it is planned. */
  @property({ attribute: false }) plan: PlanReport | null = null;
  /** Every change runs, and counts, without being asked again. */
  @property({ type: Boolean }) follows = false;
  @state() private mileage: Mileage | null = null;
  private readonly refresh = () => void this.read();

  override connectedCallback(): void {
    super.connectedCallback();
    this.odometer.addEventListener('change', this.refresh);
    void this.read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.odometer.removeEventListener('change', this.refresh);
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('file')) void this.read();
  }

  override render() {
    const { file, mileage, plan } = this;
    const zeroed = plan && costsForZeroedOut(plan) ? ', converted to replace-one neighbours' : '';
    const next = plan ? ` The next one adds ${mileageText(costOf(plan))}${zeroed}.` : '';
    const follow = this.follows
      ? 'Every change, including each drag of ε, runs at once and counts.'
      : 'After the first run, every change, including each drag of ε, runs at once and counts.';
    return html`<p>
      Secure runs on ${file.name} are counted in this browser: ${this.soFar(mileage)}.${next}
      ${follow}
      ${
        mileage
          ? html`<button class="link" @click=${() => void this.odometer.reset(file.blob)}>
              Reset the count
            </button>`
          : nothing
      }
    </p>`;
  }

  private soFar(mileage: Mileage | null): string {
    if (mileage === null) return 'none so far';
    return `${formatCounted(mileage.runs, 'run')} so far, together ${mileageText(mileage)}`;
  }

  private async read(): Promise<void> {
    const { file } = this;
    const mileage = await this.odometer.read(file.blob);
    if (file === this.file) this.mileage = mileage;
  }
}
