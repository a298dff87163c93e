import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../../../../styles/shared.ts';
import { AnswerView } from '../../shared/answer-view.ts';
import { dataTable } from '../../shared/data-table.ts';
import { tableStyles } from '../../shared/table-styles.ts';
import { viewStyles } from '../../shared/view-styles.ts';
import { methodFacts } from '../methods.ts';
import type { ReleaseSettings } from '../settings.ts';
import { askLadder, type Rung } from './ask.ts';
import { ladderRows, ladderTable } from './table.ts';

/** What the same release costs in noise, by how the noise is calibrated. */
@customElement('nd-noise-ladder-view')
export class NoiseLadderView extends AnswerView<ReleaseSettings, Rung[]> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'The noise ladder';
  protected override readonly waiting = 'Being computed…';
  protected override readonly ask = askLadder;

  protected override draw(rungs: Rung[], { method }: ReleaseSettings) {
    return html`
      <h2>${this.heading}</h2>
      ${dataTable({
        heading: 'σ by calibration and tolerance',
        note: noteOf(method),
        ...ladderRows(rungs),
        table: () => ladderTable(rungs),
      })}
    `;
  }
}

function noteOf(method: ReleaseSettings['method']): string {
  const { isPhased } = methodFacts[method];
  const what = isPhased
    ? 'Standard deviation per coordinate in the first of equal phases, all with the weights of the paper’s μ'
    : 'Standard deviation per coordinate of x';
  return `${what}, in units of the parameters; in brackets, times the analytic one with ρ = 0.01. The printed noise counts with ρ = 1 whatever is certified.`;
}
