import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AlgorithmPlan, PlanReport } from '../engine/types.ts';
import { formatCount, formatNumber } from '../format/number.ts';
import { panel, shared } from '../styles/shared.ts';
import './disclosure.ts';
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
        border-bottom: 1px solid var(--hairline);
      }
      .name {
        overflow: hidden;
        font-weight: 550;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .budget {
        margin-left: auto;
        white-space: nowrap;
      }
      .mark {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        font-size: var(--text-small);
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
    return html`<ul>
        ${plan.plans.map((one, index) => this.promise(one, index))}
      </ul>
      <p class="small quiet total">${this.total(plan)}</p>`;
  }

  private promise(one: AlgorithmPlan, index: number) {
    const { privacy } = one;
    return html`<li>
      <nd-disclosure>
        <span slot="head">${swatch(this.colors[index])}</span>
        <span slot="head" class="name">${one.label}</span>
        <span slot="head" class="budget">${budget(one)}</span>
        <span slot="head" class="mark ${privacy.certified ? 'yes' : 'no'}">
          ${privacy.certified ? icons.check : icons.warning}
          ${privacy.certified ? 'certified' : 'not certified'}
        </span>
        <p class="small">${privacy.statement}</p>
      </nd-disclosure>
      ${this.trueCost(one)}
      ${privacy.reasons.map((reason) => html`<p class="small no">${sentence(reason)}</p>`)}
    </li>`;
  }

  /** A preset may spend more than it says: then both numbers are shown. */
  private trueCost({ privacy }: AlgorithmPlan) {
    const requested = (privacy.requested as Partial<typeof privacy.requested>)['epsilon'];
    if (requested === undefined || privacy.epsilon === null) return nothing;
    if (Math.abs(privacy.epsilon - requested) <= 1e-6 * requested) return nothing;
    return html`<p class="small no">
      True ε ${formatNumber(privacy.epsilon)}, although ${formatNumber(requested)} was asked for.
    </p>`;
  }

  private total(plan: PlanReport) {
    const { epsilon } = plan.total;
    if (epsilon === null || !Number.isFinite(epsilon)) {
      return 'Publishing all runs together would promise nothing.';
    }
    return `Publishing all ${formatCount(plan.cost.runs)} runs together would cost ε = ${formatNumber(epsilon)}. A chart compares; in earnest one publishes one run.`;
  }
}

function budget({ privacy }: AlgorithmPlan): string {
  if (privacy.notion === 'none') return 'no noise';
  if (privacy.notion === 'zcdp') return `ρ ${formatNumber(privacy.rho)}`;
  const delta = privacy.delta ? `, δ ${formatNumber(privacy.delta)}` : '';
  return `ε ${formatNumber(privacy.epsilon)}${delta}`;
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
