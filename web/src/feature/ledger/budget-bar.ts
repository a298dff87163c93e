import { LitElement, css, html, nothing, svg } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatNumber } from '../../format/number.ts';
import type { BudgetUse } from './budget-use.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { seriesClass, swatch, swatchStyles } from '../../components/shared/swatch.ts';

const bar = { width: 280, height: 8 };
/** A budget that is spent but for rounding is spent. */
const nearlyAll = 0.999;

/** How much of what was asked for is spent: one bar for each plan. */
@customElement('nd-budget-bar')
export class BudgetBar extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    swatchStyles,
    css`
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-top: 4px;
        font-size: var(--text-small);
      }
      .name span {
        margin-left: auto;
        color: var(--ink-quiet);
        white-space: nowrap;
      }
      .name .over {
        color: var(--danger);
      }
      .allowed {
        stroke: var(--hairline);
        stroke-width: 8;
      }
      .spent {
        stroke-width: 8;
      }
    `,
  ];

  @property({ attribute: false }) uses: readonly BudgetUse[] = [];

  override render() {
    return this.uses.map(
      (use) =>
        html`<div class="name">
            ${swatch(use.colorIndex)} ${use.label}
            <span class=${isOver(use) ? 'over' : ''}>${spentWords(use)}</span>
          </div>
          ${line(use)}`,
    );
  }
}

function line(use: BudgetUse) {
  const share = Math.min(1, use.spent / use.allowed);
  const end = Math.round(10 * bar.width * share) / 10;
  const y = bar.height / 2;
  return html`<svg
    class="plot"
    viewBox="0 0 ${bar.width} ${bar.height}"
    role="img"
    aria-label="${use.label}: ${spentWords(use)}"
  >
    <line class="allowed" x1="0" x2=${bar.width} y1=${y} y2=${y} />
    ${end > 0 ? svg`<line class="spent ${seriesClass(use)}" x1="0" x2=${end} y1=${y} y2=${y} />` : nothing}
  </svg>`;
}

function isOver({ spent, allowed }: BudgetUse): boolean {
  return spent > allowed * (1 + 1e-9);
}

/** What is spent of what was asked for, in words. */
export function spentWords(use: BudgetUse): string {
  const { currency, spent, allowed } = use;
  const asked = `${currency} ${formatNumber(allowed)}`;
  if (isOver(use)) return `${currency} ${formatNumber(spent)}, above ${asked}`;
  if (spent >= nearlyAll * allowed) return `all of ${asked}`;
  return `${formatNumber(spent)} of ${asked}`;
}
