import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AlgorithmPlan, PlanReport } from '../engine/types.ts';
import { formatCount, formatNumber } from '../format/number.ts';
import { panel, shared } from '../styles/shared.ts';
import { icons } from './icons.ts';
import { swatch, swatchStyles } from './swatch.ts';

/** What the plan promises for each algorithm, whether that is proven, and what publishing all would cost. */
@customElement('nd-promise-panel')
export class PromisePanel extends LitElement {
  static override styles = [
    shared,
    panel,
    swatchStyles,
    css`
      ul {
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        padding: 8px 0;
        border-top: 1px solid var(--hairline);
      }
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        font-weight: 550;
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        margin-left: auto;
        font-size: var(--text-small);
        font-weight: 500;
        white-space: nowrap;
      }
      .yes {
        color: var(--good);
      }
      .no {
        color: var(--caution);
      }
      .total {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) plan: PlanReport | null = null;
  /** The colour of each plan. */
  @property({ attribute: false }) colors: readonly number[] = [];

  override render() {
    const { plan } = this;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Promise</h2></header>
      ${plan === null ? html`<p class="quiet small">Nothing is planned yet.</p>` : this.promises(plan)}
    </section>`;
  }

  private promises(plan: PlanReport) {
    const statements = new Set(plan.plans.map((one) => one.privacy.statement));
    const common = statements.size === 1 ? [...statements][0] : undefined;
    return html`
      ${common ? html`<p class="small">${common}</p>` : nothing}
      <ul>
        ${plan.plans.map((one, index) => this.promise(one, index, common === undefined))}
      </ul>
      <p class="small quiet total">${this.total(plan)}</p>
    `;
  }

  private promise(one: AlgorithmPlan, index: number, withStatement: boolean) {
    const { privacy } = one;
    const requested = (privacy.requested as Partial<typeof privacy.requested>)['epsilon'];
    const differs =
      requested !== undefined &&
      privacy.epsilon !== null &&
      Math.abs(privacy.epsilon - requested) > 1e-6 * requested;
    return html`<li>
      <div class="name">
        ${swatch(this.colors[index])} <span>${one.label}</span>
        <span class="mark ${privacy.certified ? 'yes' : 'no'}">
          ${privacy.certified ? icons.check : icons.warning}
          ${privacy.certified ? 'certified' : 'not certified'}
        </span>
      </div>
      ${withStatement ? html`<p class="small">${privacy.statement}</p>` : nothing}
      ${
        differs
          ? html`<p class="small no">
              True ε ${formatNumber(privacy.epsilon)}, although ${formatNumber(requested)} was asked
              for.
            </p>`
          : nothing
      }
      ${privacy.reasons.map((reason) => html`<p class="small no">${sentence(reason)}</p>`)}
    </li>`;
  }

  private total(plan: PlanReport) {
    const { epsilon } = plan.total;
    if (epsilon === null || !Number.isFinite(epsilon)) {
      return 'Publishing all runs together would promise nothing.';
    }
    return `Publishing all ${formatCount(plan.cost.runs)} runs together would cost ε = ${formatNumber(epsilon)}. A chart compares; in earnest one publishes one run.`;
  }
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
