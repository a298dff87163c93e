import type { AlgorithmPlan, BlockColumns } from '../../engine/types.ts';
import { LitElement, css, html, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatNumber } from '../../format/number.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { seriesClass, swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** What a record pays that stands in one of many disjoint blocks. */
export interface BlockCost {
  /** Its block, counted from 1 in the order in which they are read. */
  block: number;
  /** How many draws depend on it. */
  draws: number;
  /** In rho, or in epsilon where that adds up. */
  pays: number;
}

/** How often steps have each level, from 0. */
export interface LevelShares {
  /** Of the steps of this plan: their levels were drawn beforehand, and all repeats share them. */
  drawn: readonly number[];
  /** By the law that levels are drawn from. */
  law: readonly number[];
}

/** What a plan spends of what was asked for, and who pays it. */
export interface BudgetUse {
  label: string;
  colorIndex: number;
  currency: 'ε' | 'ρ';
  spent: number;
  allowed: number;
  /** Of records that are read once, some of the blocks in their order; none where there are none. */
  blocks: readonly BlockCost[];
  /** Null where steps have no levels. */
  levels: LevelShares | null;
}

/** From what the plan says; null of one that asked for no budget. */
export function budgetUse(
  plan: Pick<AlgorithmPlan, 'label' | 'privacy' | 'levelCounts' | 'blockCosts'>,
  colorIndex: number,
): BudgetUse | null {
  const { notion, requested, accounted } = plan.privacy;
  const counted = accounted ?? plan.privacy;
  const isRho = notion === 'zcdp';
  const [spent, allowed] = isRho ? [counted.rho, requested['rho']] : [counted.epsilon, requested['epsilon']]; // prettier-ignore
  if (typeof spent !== 'number' || typeof allowed !== 'number' || !(allowed > 0)) return null;
  return {
    label: plan.label,
    colorIndex,
    currency: isRho ? 'ρ' : 'ε',
    spent,
    allowed,
    blocks: plan.blockCosts === undefined ? [] : blockCosts(plan.blockCosts),
    levels: plan.levelCounts === undefined ? null : levelShares(plan.levelCounts),
  };
}

/** As the engine tells it. */
function blockCosts({ block, drawsAfter, rho, epsilon }: BlockColumns): BlockCost[] {
  const costs = rho ?? epsilon ?? [];
  return block.map((number, index) => ({
    block: number,
    draws: drawsAfter[index],
    pays: costs[index],
  }));
}

/** The block whose records pay most, of several the first. */
export function dearestBlock(blocks: readonly BlockCost[]): BlockCost {
  return blocks.reduce((most, one) => (one.pays > most.pays ? one : most));
}

/** The law has half as many with every level more, and none above the largest. */
export function levelShares(counts: readonly number[]): LevelShares {
  const steps = counts.reduce((sum, count) => sum + count, 0);
  const normalizer = 2 - 2 ** (1 - counts.length);
  return {
    drawn: counts.map((count) => count / steps),
    law: counts.map((_, level) => 2 ** -level / normalizer),
  };
}

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
