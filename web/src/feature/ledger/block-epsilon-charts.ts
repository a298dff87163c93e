import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PageEngine } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { askBlockEpsilons, type BlockEpsilons, type Conversion } from './block-epsilons.ts'; // prettier-ignore
import type { BudgetUse } from './budget-bar.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { shared } from '../../styles/shared.ts';
import '../../components/charts/small-chart.ts';

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
      <h3>ε of the dearest block, by δ</h3>
      <nd-small-chart
        label="Epsilon of the dearest block by delta"
        xName="delta"
        yName="epsilon"
        logX
        .series=${answer.map(({ label, colorIndex, deltas, dearest }) => ({ label, colorIndex, x: deltas, y: dearest }))}
      ></nd-small-chart>`;
  }
}
