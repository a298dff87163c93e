import type { AlgorithmPlan, BlockColumns } from '../../engine/types.ts';

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
