import type { AlgorithmPlan, StatementEntry } from '../engine/types.ts';

/** What a record pays that stands in one of many disjoint blocks. */
export interface BlockCost {
  /** Its block, counted from 1 in the order in which they are read. */
  block: number;
  /** In rho. */
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
  /** Of records that are read once, some of the blocks in their order; none where all pay alike. */
  blocks: readonly BlockCost[];
  /** Null where steps have no levels. */
  levels: LevelShares | null;
}

/** More blocks would fall into the same pixels. */
const mostBlocks = 160;

/**
 * From what the plan and, once it has run, its statement say; null of a plan that asked for no budget.
 *
 * @param entry  the plan's entry in the statement; undefined before there is one
 */
export function budgetUse(
  plan: Pick<AlgorithmPlan, 'label' | 'privacy' | 'levelCounts'>,
  colorIndex: number,
  entry: StatementEntry | undefined,
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
    blocks: entry === undefined ? [] : blockCosts(entry),
    levels: plan.levelCounts === undefined ? null : levelShares(plan.levelCounts),
  };
}

/** Consecutive releases whose scales are a geometric progression. */
interface Stage {
  count: number;
  first: number;
  ratio: number;
}

/**
 * What a record of each block pays: its block moves the scores before one release, and it pays for that release and all
 * later ones, each of D (eta_x^2 + eta_y^2) / 8 with eta = 2 C / (B b_t). So the first block pays the whole run.
 */
export function blockCosts({
  vertices,
  noise,
}: Pick<StatementEntry, 'vertices' | 'noise'>): BlockCost[] {
  if (vertices === undefined || noise === undefined) return [];
  const { blockSize, perPoint, output, primalMove, dualMove } = vertices;
  if (!(blockSize > 0) || !(perPoint > 0)) return []; // vertices of another kind of release
  const draws = perPoint + output;
  const atScaleOne = (draws * (primalMove ** 2 + dualMove ** 2)) / (2 * blockSize ** 2);
  const stages = noise.values.map(([count, first, last = first]): Stage => {
    const ratio = count > 1 ? (last / first) ** (1 / (count - 1)) : 1;
    return { count, first, ratio };
  });
  const releases = stages.reduce((sum, { count }) => sum + count, 0);
  const whole = costOfFirst(stages, releases);
  return blocksOf(releases).map((block) => ({
    block,
    pays: atScaleOne * (whole - costOfFirst(stages, block - 1)),
  }));
}

/** The sum of 1 / b_t^2 over the first releases. */
function costOfFirst(stages: readonly Stage[], releases: number): number {
  let left = releases;
  let sum = 0;
  for (const { count, first, ratio } of stages) {
    const taken = Math.min(left, count);
    const factor = ratio ** -2;
    const terms = factor === 1 ? taken : (1 - factor ** taken) / (1 - factor);
    sum += terms / first ** 2;
    left -= taken;
  }
  return sum;
}

/** The first and the last, and others at equal distances between them. */
function blocksOf(releases: number): number[] {
  const shown = Math.min(releases, mostBlocks);
  const step = shown > 1 ? (releases - 1) / (shown - 1) : 0;
  return Array.from({ length: shown }, (_, index) => 1 + Math.round(index * step));
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
