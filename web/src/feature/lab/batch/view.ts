import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { shared } from '../../../styles/shared.ts';
import '../../../components/shared/csv-button.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import type { NoiseAnswer } from '../shared/queries.ts';
import { tableStyles } from '../shared/table-styles.ts';
import { verdictLines } from '../shared/verdict.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { askNoise } from './ask.ts';
import { noisePicture } from './picture.ts';
import type { BatchSettings } from './settings.ts';
import { theoremTable } from './table.ts';
import { noiseVerdict } from './words.ts';

const tableTitle = 'The theorem’s noise, by batch size';

/** The noise of variance-reduced gradients by batch size, and where the theorem's proof holds. */
@customElement('nd-batch-view')
export class BatchView extends AnswerView<BatchSettings, NoiseAnswer> {
  static override styles = [
    shared,
    viewStyles,
    tableStyles,
    css`
      .outside {
        color: var(--danger);
      }
    `,
  ];

  protected override readonly heading = 'Noise and batch size';
  protected override readonly waiting = 'Calibrating…';
  protected override readonly ask = askNoise;

  protected override draw(found: NoiseAnswer, settings: BatchSettings) {
    return html`
      <h2>What a batch size costs in noise</h2>
      ${verdictLines(noiseVerdict(found, settings))}
      <nd-lab-chart
        heading="Noise by batch size, ${formatCount(settings.innerSteps)} inner steps"
        .picture=${noisePicture(found)}
        notes="The upright line is the least batch within 15 % of the limit of large batches (grey dots). Grey line: full batches without an anchor. All but the theorem’s noise is proven at every batch size."
      ></nd-lab-chart>
      <div class="head">
        <h2>${tableTitle}</h2>
        <nd-csv-button .heading=${tableTitle} .table=${() => theoremTable(found)}></nd-csv-button>
      </div>
      <p class="small quiet under">
        σ = ${formatNumber(found.paper.noise)} G whatever the batch size. Its proof needs both
        conditions; the last column is what the accountant proves in any case.
      </p>
      ${this.table(found, settings)}
    `;
  }

  private table(found: NoiseAnswer, { epsilon }: BatchSettings) {
    const { paper } = found;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Noise by batch size">
      <table>
        <thead>
          <tr>
            <th scope="col">Batch size</th>
            <th scope="col">Accountant’s σ</th>
            <th scope="col">Noise covers one record</th>
            <th scope="col">Records seldom drawn</th>
            <th scope="col">Certified ε of the theorem’s noise</th>
          </tr>
        </thead>
        <tbody>
          ${found.batchSize.map(
            (batch, index) =>
              html`<tr>
                <th scope="row">${formatCount(batch)}</th>
                <td>${formatNumber(found.tight[index])}</td>
                <td>${verdictOf(paper.isLargeEnough[index])}</td>
                <td>${verdictOf(paper.isAmplified[index])}</td>
                <td>${certified(paper.certifiedEpsilon[index], epsilon)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

function verdictOf(holds: boolean) {
  return holds ? html`yes` : html`<span class="outside">no</span>`;
}

/** Beyond ten thousand an epsilon says nothing. */
function certified(epsilon: number | null, wanted: number) {
  if (epsilon === null || epsilon > 1e4) return html`<span class="outside">above 10 000</span>`;
  const text = formatNumber(epsilon);
  return epsilon > wanted ? html`<span class="outside">${text}</span>` : html`${text}`;
}
