import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PageEngine } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { type BudgetUse, dearestBlock } from './budget-bar.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { shared } from '../../styles/shared.ts';
import '../../components/charts/small-chart.ts';

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

/** What one record pays as epsilon: by its block at one delta, and by delta in the dearest block. */
@customElement('nd-block-epsilon-charts')
export class BlockEpsilonCharts extends LitElement {
  static override styles = [shared];

  @property({ attribute: false }) engine: Pick<PageEngine, 'account'> | null = null;
  @property({ attribute: false }) uses: readonly BudgetUse[] = [];
  @property({ type: Number }) delta = 0;
  @property() conversion: Conversion = 'optimal';
  private readonly asked = new Inquiry<BlockEpsilons[]>(this);

  override willUpdate(): void {
    const { engine, uses, delta, conversion } = this;
    if (engine === null || uses.length === 0) return;
    this.asked.ask([uses, delta, conversion], () =>
      Promise.all(uses.map((use) => askBlockEpsilons(engine, use, delta, conversion))),
    );
  }

  override render() {
    const { answer, problem } = this.asked;
    if (problem) {
      return html`<p class="error" role="alert">The accountant did not answer. ${problem}</p>`;
    }
    if (answer === null) return nothing;
    const delta = formatNumber(answer[0].delta);
    return html`<h3>ε of one record at δ ${delta}, by its block</h3>
      <nd-small-chart
        label="Epsilon of one record by its block, at delta ${delta}"
        xName="block"
        yName="epsilon"
        .series=${answer.map(({ label, colorIndex, blocks, epsilons }) => ({ label, colorIndex, x: blocks, y: epsilons }))}
      ></nd-small-chart>
      <h3>ε of the most expensive block, by δ</h3>
      <nd-small-chart
        label="Epsilon of the most expensive block by delta"
        xName="delta"
        yName="epsilon"
        logX
        .series=${answer.map(({ label, colorIndex, deltas, dearest }) => ({ label, colorIndex, x: deltas, y: dearest }))}
      ></nd-small-chart>`;
  }
}
