import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatCount, formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { noisePicture } from '../shared/erm-pictures.ts';
import { askNoise } from '../shared/erm-questions.ts';
import { noiseVerdict } from '../shared/erm-words.ts';
import '../shared/lab-chart.ts';
import type { NoiseAnswer, TheoryEngine } from '../shared/queries.ts';
import type { BatchSettings } from '../shared/settings.ts';
import { tableStyles } from '../shared/table-styles.ts';
import { viewStyles } from '../shared/view-styles.ts';

/** The noise of variance-reduced gradients by batch size, and where the theorem's proof holds. */
@customElement('nd-batch-view')
export class BatchView extends LitElement {
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

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: BatchSettings;
  private readonly noise = new Inquiry<{ found: NoiseAnswer; settings: BatchSettings }>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    this.noise.ask(settings, async () => ({ found: await askNoise(engine, settings), settings }));
  }

  override render() {
    const { answer, problem } = this.noise;
    if (problem)
      return html`<h2>Noise and batch size</h2>
        <p class="error" role="alert">${problem}</p>`;
    if (answer === null)
      return html`<h2>Noise and batch size</h2>
        <p role="status">Calibrating…</p>`;
    const { found, settings } = answer;
    const [title, text] = noiseVerdict(found, settings);
    return html`
      <h2>What a batch size costs in noise</h2>
      <p class="verdict" role="status"><strong>${title}</strong><br />${text}</p>
      <nd-lab-chart
        heading="Noise by batch size, ${formatCount(settings.innerSteps)} inner steps"
        .picture=${noisePicture(found)}
        notes="The upright line is the least batch within 15 % of the limit of large batches (grey dots). Grey line: full batches without an anchor. All but the theorem’s noise is proven at every batch size."
      ></nd-lab-chart>
      <h2>The theorem’s noise, by batch size</h2>
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
