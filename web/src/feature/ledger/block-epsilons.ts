import type { PageEngine } from '../../engine/types.ts';
import { dearestBlock, type BudgetUse } from './budget-bar.ts';

/** What rho comes to as epsilon: of the records of each block, and of the dearest at other deltas. */
export interface BlockEpsilons {
  label: string;
  colorIndex: number;
  /** The delta at which blocks are compared. */
  delta: number;
  blocks: readonly number[];
  /** What a record of each of them pays at that delta. */
  epsilons: readonly number[];
  deltas: readonly number[];
  /** What a record of the dearest block pays at each of these. */
  dearest: readonly number[];
}

/** How rho is converted: the way in which the plan states its epsilon. */
export type Conversion = 'standard' | 'optimal';

/** From 1e-12 to 1e-2, two to each power of ten. */
const shownDeltas = Array.from({ length: 21 }, (_, index) => 10 ** (-12 + index / 2));

/** Asks for the epsilons of one plan's blocks, each of them by its own rho: blocks are disjoint. */
export async function askBlockEpsilons(
  engine: Pick<PageEngine, 'account'>,
  use: BudgetUse,
  delta: number,
  conversion: Conversion,
): Promise<BlockEpsilons> {
  const { blocks } = use;
  const dearestRho = dearestBlock(blocks).pays;
  const epsilonOf = async (rho: number, at: number): Promise<number> => {
    const { value } = await engine.account({
      query: 'zcdp-to-epsilon',
      rho,
      delta: at,
      conversion,
    });
    return value ?? Infinity;
  };
  const [epsilons, dearest] = await Promise.all([
    Promise.all(blocks.map(({ pays }) => epsilonOf(pays, delta))),
    Promise.all(shownDeltas.map((at) => epsilonOf(dearestRho, at))),
  ]);
  return {
    label: use.label,
    colorIndex: use.colorIndex,
    delta,
    blocks: blocks.map(({ block }) => block),
    epsilons,
    deltas: shownDeltas,
    dearest,
  };
}
